public import GateModel

/// A print to delete from a reader's own storage once the reader is connected.
public struct ChipDeletion: Sendable {
    /// Identifies the deletion in the keystore.
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    public let id: ID
    public let template: Template

    public init(id: ID, template: Template) {
        self.id = id
        self.template = template
    }
}
