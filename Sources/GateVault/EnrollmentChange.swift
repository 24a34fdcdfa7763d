public import GateModel

/// The effect of a change of the prints.
public struct EnrollmentChange: Hashable, Sendable {
    public let enrollmentID: EnrollmentID
    /// The items that something opened before and nothing opens now.
    public let invalidatedItems: Int

    public init(enrollmentID: EnrollmentID, invalidatedItems: Int) {
        self.enrollmentID = enrollmentID
        self.invalidatedItems = invalidatedItems
    }
}
