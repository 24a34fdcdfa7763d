/// The tables. Migrations are append-only: a released one is never edited.
enum Schema {
    private static let migrations: [(name: String, script: String)] = [
        ("1: users, prints, items", firstTables),
        (
            "2: rollback counter",
            """
            ALTER TABLE seal ADD COLUMN counter INTEGER;
            ALTER TABLE seal ADD COLUMN digest BLOB;
            CREATE TABLE staleUser (uid INTEGER PRIMARY KEY) STRICT;
            """
        ),
        ("3: what took an item's fingerprint", "ALTER TABLE item ADD COLUMN fingerprintLostBy TEXT"),
        (
            "4: what must be there",
            """
            ALTER TABLE user ADD COLUMN hasPolicy INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE user ADD COLUMN hasUnusedKeys INTEGER NOT NULL DEFAULT 0;
            """
        ),
        ("5: whether a raise is owed", "ALTER TABLE seal ADD COLUMN owesRaise INTEGER NOT NULL DEFAULT 0"),
        ("6: who vouched for a print", "ALTER TABLE print ADD COLUMN vouched INTEGER NOT NULL DEFAULT 1"),
        ("7: the password behind an item for logins", "ALTER TABLE item ADD COLUMN loginBinding BLOB"),
        ("8: whether a PIN counts again", "ALTER TABLE item ADD COLUMN reusesPIN INTEGER NOT NULL DEFAULT 0"),
        (
            "9: servers of keys for ssh",
            """
            ALTER TABLE item ADD COLUMN destinations TEXT;
            ALTER TABLE item ADD COLUMN servers TEXT;
            """
        ),
        (
            "10: new content of items",
            """
            ALTER TABLE item ADD COLUMN updatedBy TEXT;
            ALTER TABLE item ADD COLUMN updatedAt INTEGER;
            """
        ),
        ("11: items that open alone", "ALTER TABLE item ADD COLUMN opensAlone INTEGER NOT NULL DEFAULT 0"),
        (
            "12: passkeys",
            """
            ALTER TABLE item ADD COLUMN passkey TEXT;
            ALTER TABLE item ADD COLUMN counter INTEGER;
            """
        ),
    ]

    /// Applies all missing migrations, or none.
    static func migrate(_ db: Database) throws {
        guard try !isCurrent(db) else { return }
        try db.transaction(.writing) {
            // The names of applied migrations; existing databases have them in a table of this name.
            try db.execute("CREATE TABLE IF NOT EXISTS grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            let applied = try applied(db)
            for migration in migrations where !applied.contains(migration.name) {
                try db.execute(migration.script)
                try db.run("INSERT INTO grdb_migrations (identifier) VALUES (?)", [migration.name])
            }
        }
    }

    private static func isCurrent(_ db: Database) throws -> Bool {
        try applied(db).isSuperset(of: migrations.map(\.name))
    }

    /// Whether a later release's migrations were applied.
    static func isNewer(_ db: Database) throws -> Bool { try !applied(db).isSubset(of: migrations.map(\.name)) }

    private static func applied(_ db: Database) throws -> Set<String> {
        guard try has("grdb_migrations", db) else { return [] }
        return Set(
            try db.all("SELECT identifier FROM grdb_migrations") { row throws(SQLiteError) in try row.next() })
    }

    static func has(_ table: String, _ db: Database) throws -> Bool {
        try db.value("SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", [table]) ?? false
    }

    /// The tables that a seal covers, each with the code that authenticates a row on its own, and its order.
    static let sealedTables: [SealedTable] = [
        SealedTable("user", code: "mac", key: "uid"), SealedTable("policy", code: "mac", key: "uid"),
        SealedTable("item", code: "mac", key: "id"), SealedTable("print", code: "mac", key: "uid, id"),
        SealedTable("onboarding", code: "mac", key: "uid, app"),
        SealedTable("staleUser", code: "CAST(uid AS BLOB)", key: "uid"),
        SealedTable("formerUser", code: "CAST(uid || ':' || hex(nonce) AS BLOB)", key: "uid"),
        SealedTable("slot", code: "wrappedKey", key: "item, factor"),
        // The nonce, unique to each ciphertext.
        SealedTable("content", code: "substr(ciphertext, 1, 12)", key: "item"),
        SealedTable("chipDeletion", code: "template", key: "id"),
    ]

    /// The tables that a seal covered before the fourth migration.
    static var firstSealedTables: ArraySlice<SealedTable> { sealedTables.prefix(6) }

    /// The tables whose rows are deleted with their user's.
    static let tablesOfUsers = ["print", "item", "onboarding", "policy"]

    /// Whether the database never held anything.
    static func isEmpty(_ db: Database) throws -> Bool {
        try (["seal"] + sealedTables.map(\.name)).allSatisfy { table in
            try db.value("SELECT NOT EXISTS (SELECT * FROM \(table))") ?? true
        }
    }

    private static let firstTables = """
        CREATE TABLE seal (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            sealing TEXT NOT NULL,
            constant BLOB NOT NULL,
            mac BLOB NOT NULL
        ) STRICT;
        CREATE TABLE user (
            uid INTEGER PRIMARY KEY,
            name TEXT NOT NULL,
            salt BLOB NOT NULL,
            fingerprintSwitch TEXT NOT NULL,
            epoch INTEGER NOT NULL,
            epochKey BLOB,
            fingerprintKey BLOB,
            passwordKey BLOB NOT NULL,
            enrollment TEXT NOT NULL,
            prints TEXT NOT NULL,
            printsVanished INTEGER NOT NULL,
            lastMatched TEXT,
            pinPublicKey BLOB,
            pinPrivateKey BLOB,
            pinSalt BLOB,
            pinRounds INTEGER,
            pinBlockSize INTEGER,
            pinParallelism INTEGER,
            mac BLOB NOT NULL
        ) STRICT;
        CREATE TABLE formerUser (uid INTEGER PRIMARY KEY, nonce BLOB NOT NULL) STRICT;
        CREATE TABLE print (
            uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
            id TEXT NOT NULL,
            finger TEXT NOT NULL,
            label TEXT,
            reader TEXT NOT NULL,
            enrolledAt INTEGER NOT NULL,
            template BLOB NOT NULL,
            mac BLOB NOT NULL,
            PRIMARY KEY (uid, id)
        ) STRICT;
        CREATE TABLE item (
            id TEXT PRIMARY KEY NOT NULL,
            uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
            name TEXT NOT NULL,
            kind TEXT NOT NULL,
            label TEXT,
            factors TEXT NOT NULL,
            enrollment TEXT NOT NULL,
            maximumAge INTEGER NOT NULL,
            algorithm TEXT,
            publicKey BLOB,
            sealing TEXT NOT NULL,
            owner TEXT,
            createdAt INTEGER NOT NULL,
            lastUsedAt INTEGER,
            invalidatedBy TEXT,
            mac BLOB NOT NULL,
            UNIQUE (uid, name)
        ) STRICT;
        CREATE TABLE content (
            item TEXT PRIMARY KEY NOT NULL REFERENCES item (id) ON DELETE CASCADE,
            ciphertext BLOB NOT NULL
        ) STRICT;
        CREATE TABLE slot (
            item TEXT NOT NULL REFERENCES item (id) ON DELETE CASCADE,
            factor TEXT NOT NULL,
            epoch INTEGER NOT NULL,
            wrappedKey BLOB NOT NULL,
            PRIMARY KEY (item, factor)
        ) STRICT;
        CREATE TABLE onboarding (
            uid INTEGER NOT NULL REFERENCES user (uid) ON DELETE CASCADE,
            app TEXT NOT NULL,
            answer TEXT NOT NULL,
            mac BLOB NOT NULL,
            PRIMARY KEY (uid, app)
        ) STRICT;
        CREATE TABLE policy (
            uid INTEGER PRIMARY KEY REFERENCES user (uid) ON DELETE CASCADE,
            blob BLOB NOT NULL,
            mac BLOB NOT NULL
        ) STRICT;
        CREATE TABLE chipDeletion (
            id TEXT PRIMARY KEY NOT NULL,
            reader TEXT NOT NULL,
            template BLOB NOT NULL
        ) STRICT;
        """
}

/// A table whose rows a seal covers.
struct SealedTable: Sendable {
    let name: String
    let key: String
    /// Selects each row's code, in the order of the keys.
    let codes: String

    init(_ name: String, code: String, key: String) {
        self.name = name
        self.key = key
        codes = "SELECT \(code) FROM \(name) ORDER BY \(key)"
    }
}
