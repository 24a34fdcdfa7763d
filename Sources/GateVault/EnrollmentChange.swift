public import GateModel

/// What a change of the prints did.
public struct EnrollmentChange: Hashable, Sendable {
    public let enrollmentID: EnrollmentID
    /// Items that nothing opens any more, and that something opened before.
    public let invalidatedItems: Int

    public init(enrollmentID: EnrollmentID, invalidatedItems: Int) {
        self.enrollmentID = enrollmentID
        self.invalidatedItems = invalidatedItems
    }
}
