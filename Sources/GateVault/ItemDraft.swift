public import GateModel

/// The properties of an item to be made, apart from its content.
public struct ItemDraft: Hashable, Sendable {
    public let name: ItemName
    public let label: Label?
    public let access: Access
    /// The program that stores it.
    public let owner: String?
    /// Whether to replace a valid item of the same name.
    public let replace: Bool
    /// An item for logins has it, and no other.
    public let login: LoginBinding?
    /// The data that a key signs; `general` for a secret.
    public let usage: Item.Usage
    /// Set if the usage is `passkey`, for no other item.
    public let passkey: Passkey?
    /// Whether it is new content for the secret of that name, which has this label and access.
    public let isUpdate: Bool

    public init(
        name: ItemName, label: Label? = nil, access: Access = Access(), owner: String? = nil, replace: Bool = false,
        login: LoginBinding? = nil, usage: Item.Usage = .general, passkey: Passkey? = nil, isUpdate: Bool = false
    ) {
        self.name = name
        self.label = label
        self.access = access
        self.owner = owner
        self.replace = replace
        self.login = login
        self.usage = usage
        self.passkey = passkey
        self.isUpdate = isUpdate
    }
}
