internal import GRDB

/// The tables. Migrations are append-only: one that was released is never edited.
enum Schema {
    static let migrator: DatabaseMigrator = {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1: users, prints, items", migrate: createFirstTables)
        migrator.registerMigration("2: rollback counter", migrate: addCounter)
        migrator.registerMigration("3: what took an item's fingerprint") { db in
            try db.alter(table: "item") { $0.add(column: "fingerprintLostBy", .text) }
        }
        migrator.registerMigration("4: what must be there", migrate: addMarks)
        migrator.registerMigration("5: whether a raise is owed") { db in
            try db.alter(table: "seal") { $0.add(column: "owesRaise", .integer).notNull().defaults(to: false) }
        }
        return migrator
    }()

    /// The rows that a seal covers: what stands for one of them, with the code that authenticates it on its own, and in
    /// which order.
    static let sealedTables: [(name: String, code: String, key: String)] = [
        ("user", "mac", "uid"), ("policy", "mac", "uid"), ("item", "mac", "id"), ("print", "mac", "uid, id"),
        ("onboarding", "mac", "uid, app"), ("staleUser", "CAST(uid AS BLOB)", "uid"),
        ("formerUser", "CAST(uid || ':' || hex(nonce) AS BLOB)", "uid"), ("slot", "wrappedKey", "item, factor"),
        // The nonce, which no two ciphertexts have in common.
        ("content", "substr(ciphertext, 1, 12)", "item"), ("chipDeletion", "template", "id"),
    ]

    /// Those that a seal covered before there was the fourth migration.
    static var firstSealedTables: ArraySlice<(name: String, code: String, key: String)> { sealedTables.prefix(6) }

    /// Those whose rows go with their user's.
    static let tablesOfUsers = ["print", "item", "onboarding", "policy"]

    /// Whether nothing was ever kept here.
    static func isEmpty(_ db: Database) throws -> Bool {
        try (["seal"] + sealedTables.map(\.name)).allSatisfy { table in
            try Bool.fetchOne(db, sql: "SELECT NOT EXISTS (SELECT * FROM \(table))") ?? true
        }
    }

    /// What a user's row says of others: that there is one, or none.
    private static func addMarks(_ db: Database) throws {
        try db.alter(table: "user") { table in
            table.add(column: "hasPolicy", .integer).notNull().defaults(to: false)
            table.add(column: "hasUnusedKeys", .integer).notNull().defaults(to: false)
        }
    }

    /// What tells an old copy of the database, where a TPM counts along.
    private static func addCounter(_ db: Database) throws {
        try db.alter(table: "seal") { table in
            table.add(column: "counter", .integer)
            table.add(column: "digest", .blob)
        }
        try db.create(table: "staleUser", options: .strict) { table in
            table.column("uid", .integer).primaryKey()
        }
    }

    private static func createFirstTables(_ db: Database) throws {
        try db.create(table: "seal", options: .strict) { table in
            table.column("id", .integer).primaryKey().check { $0 == 1 }
            table.column("sealing", .text).notNull()
            table.column("constant", .blob).notNull()
            table.column("mac", .blob).notNull()
        }
        try db.create(table: "user", options: .strict) { table in
            table.column("uid", .integer).primaryKey()
            table.column("name", .text).notNull()
            table.column("salt", .blob).notNull()
            table.column("fingerprintSwitch", .text).notNull()
            table.column("epoch", .integer).notNull()
            table.column("epochKey", .blob)
            table.column("fingerprintKey", .blob)
            table.column("passwordKey", .blob).notNull()
            table.column("enrollment", .text).notNull()
            table.column("prints", .text).notNull()
            table.column("printsVanished", .integer).notNull()
            table.column("lastMatched", .text)
            table.column("pinPublicKey", .blob)
            table.column("pinPrivateKey", .blob)
            table.column("pinSalt", .blob)
            table.column("pinRounds", .integer)
            table.column("pinBlockSize", .integer)
            table.column("pinParallelism", .integer)
            table.column("mac", .blob).notNull()
        }
        try db.create(table: "formerUser", options: .strict) { table in
            table.column("uid", .integer).primaryKey()
            table.column("nonce", .blob).notNull()
        }
        try createOwnedTables(db)
        try db.create(table: "chipDeletion", options: .strict) { table in
            table.column("id", .text).primaryKey().notNull()
            table.column("reader", .text).notNull()
            table.column("template", .blob).notNull()
        }
    }

    /// What goes with its user, or with its item.
    private static func createOwnedTables(_ db: Database) throws {
        try db.create(table: "print", options: .strict) { table in
            table.column("uid", .integer).notNull().references("user", onDelete: .cascade)
            table.column("id", .text).notNull()
            table.column("finger", .text).notNull()
            table.column("label", .text)
            table.column("reader", .text).notNull()
            table.column("enrolledAt", .integer).notNull()
            table.column("template", .blob).notNull()
            table.column("mac", .blob).notNull()
            table.primaryKey(["uid", "id"])
        }
        try db.create(table: "item", options: .strict) { table in
            table.column("id", .text).primaryKey().notNull()
            table.column("uid", .integer).notNull().references("user", onDelete: .cascade)
            table.column("name", .text).notNull()
            table.column("kind", .text).notNull()
            table.column("label", .text)
            table.column("factors", .text).notNull()
            table.column("enrollment", .text).notNull()
            table.column("maximumAge", .integer).notNull()
            table.column("algorithm", .text)
            table.column("publicKey", .blob)
            table.column("sealing", .text).notNull()
            table.column("owner", .text)
            table.column("createdAt", .integer).notNull()
            table.column("lastUsedAt", .integer)
            table.column("invalidatedBy", .text)
            table.column("mac", .blob).notNull()
            table.uniqueKey(["uid", "name"])
        }
        try db.create(table: "content", options: .strict) { table in
            table.column("item", .text).primaryKey().notNull().references("item", onDelete: .cascade)
            table.column("ciphertext", .blob).notNull()
        }
        try db.create(table: "slot", options: .strict) { table in
            table.column("item", .text).notNull().references("item", onDelete: .cascade)
            table.column("factor", .text).notNull()
            table.column("epoch", .integer).notNull()
            table.column("wrappedKey", .blob).notNull()
            table.primaryKey(["item", "factor"])
        }
        try db.create(table: "onboarding", options: .strict) { table in
            table.column("uid", .integer).notNull().references("user", onDelete: .cascade)
            table.column("app", .text).notNull()
            table.column("answer", .text).notNull()
            table.column("mac", .blob).notNull()
            table.primaryKey(["uid", "app"])
        }
        try db.create(table: "policy", options: .strict) { table in
            table.column("uid", .integer).primaryKey().references("user", onDelete: .cascade)
            table.column("blob", .blob).notNull()
            table.column("mac", .blob).notNull()
        }
    }
}
