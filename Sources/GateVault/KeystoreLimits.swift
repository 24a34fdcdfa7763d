/// How much one user may keep.
public struct KeystoreLimits: Hashable, Sendable {
    public var itemsPerUser: Int
    /// The secrets' own bytes, added up.
    public var itemBytesPerUser: Int
    public var printsPerUser: Int
    /// Onboarding answers, one an app.
    public var appsPerUser: Int

    /// Of the database, everybody's rows together, from which no more items and answers are taken. What others need to
    /// authenticate, prints, PINs and counts of misses, has room beyond it.
    public var databaseBytes: Int
    /// Changes that a TPM's counter counts, of one user. Those that delete, replace and renew items have half of them, and
    /// are counted later beyond that.
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
