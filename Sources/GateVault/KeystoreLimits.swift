/// Limits on the data of one user.
public struct KeystoreLimits: Hashable, Sendable {
    public var itemsPerUser: Int
    /// The total size of the secrets, in bytes.
    public var itemBytesPerUser: Int
    public var printsPerUser: Int
    /// Onboarding answers, one for each app.
    public var appsPerUser: Int

    /// The size of the database over all users, from which on new items and answers are refused. Prints, PINs and
    /// counts of misses may exceed it, since other users need them to authenticate.
    public var databaseBytes: Int
    /// Changes of one user that raise the TPM's counter. Deleting, replacing and renewing items may use half of them;
    /// beyond that they are counted later.
    public var countedChangesPerHour: Int

    public init(
        itemsPerUser: Int = 1000, itemBytesPerUser: Int = 16 << 20, printsPerUser: Int = 10, appsPerUser: Int = 1000,
        databaseBytes: Int = 256 << 20, countedChangesPerHour: Int = 60
    ) {
        self.itemsPerUser = itemsPerUser
        self.itemBytesPerUser = itemBytesPerUser
        self.printsPerUser = printsPerUser
        self.appsPerUser = appsPerUser
        self.databaseBytes = databaseBytes
        self.countedChangesPerHour = countedChangesPerHour
    }
}
