import FoundationEssentials
import GateModel
import GatePolicy
import GateSecret
import Glibc
import OutsideDatabase
import Testing

@testable import GateKeystore
import GateVault

/// A manipulation of one table's rows by somebody without the keys.
enum Meddling: String, CaseIterable, Comparable {
    case deleted = "a row deleted"
    case emptied = "emptied"
    case doubled = "a row doubled"
    case swapped = "two rows swapped"
    case olderRow = "a row of the older copy"
    case olderTable = "the older copy's"

    static func < (left: Meddling, right: Meddling) -> Bool { left.rawValue < right.rawValue }
}

/// The result of a manipulation.
enum Verdict: String, Comparable {
    /// The keystore does not open.
    case start = "told at the start"
    /// A refusal names it.
    case told
    /// Some data is missing as if it had never existed, or been deleted.
    case gone
    /// Some data is as in the older copy, or an identifier that opens nothing differs.
    case old
    /// Both: some of it is refused, and some is as in the older copy.
    case partly
    /// None of them, and no call reports it.
    case unseen = "no effect"
    /// Some data is as it never was.
    case forged

    static func < (left: Verdict, right: Verdict) -> Bool { left.rawValue < right.rawValue }
}

/// A keystore with data in each table, and a copy from before all of it changed.
final class TwoCopies {
    typealias Rows = [String: [OutsideRow]]
    typealias View = [String: String]

    let sandbox: Sandbox
    let device: CountingDevice?
    private let file: Data
    let older: Rows
    let newest: Rows
    private var views: (older: View, newest: View, none: View) = ([:], [:], [:])

    static let tables = ["seal"] + Schema.sealedTables.map(\.name)
    private static let carol = User(id: UserID(rawValue: 1002), name: UserName(rawValue: "carol"))
    private static let dora = User(id: UserID(rawValue: 1003), name: UserName(rawValue: "dora"))
    private static let formerUsers: [UInt32] = [2000, 2001]
    private static let users = [alice, bob, carol, dora]
    private static let items = ["token", "other"]

    init(withTPM: Bool) async throws {
        sandbox = try Sandbox()
        device = withTPM ? CountingDevice() : nil
        // Dora and Carol were restored from an older copy, and are refused since.
        var keystore = try await sandbox.keystore(device: device)
        for user in [Self.dora, Self.carol] { try await keystore.savePolicy([1], of: user) }
        try await keystore.close()
        let first = try Self.file(of: sandbox)
        keystore = try await sandbox.keystore(device: device)
        try await keystore.savePolicy([2], of: Self.dora, isSetback: true)
        try await keystore.close()
        try first.write(to: Self.url(of: sandbox))
        if !withTPM { try sandbox.execute("INSERT INTO staleUser VALUES (1002), (1003)") }
        keystore = try await sandbox.keystore(device: device)

        for user in [alice, bob] {
            try await keystore.add("a", of: user)
            try await keystore.setPIN(secret("271828"), of: user, authorizedBy: .first)
            for item in ["token", "other"] {
                try await keystore.put("\(item) of then", as: name(item), everything, of: user)
            }
            try await keystore.savePolicy([1], of: user, isSetback: true)
            try await keystore.answerOnboarding(app: AppName("one"), accepted: true, of: user)
            _ = try await keystore.deleteLater(template("\(user.name) then"), on: reader)
        }
        try await Self.resetFormerUsers(keystore)
        try await keystore.close()
        let olderFile = try Self.file(of: sandbox)
        older = try Self.rows(of: sandbox)

        keystore = try await sandbox.keystore(device: device)
        try await keystore.reset(Self.carol.id)
        try await Self.resetFormerUsers(keystore)
        for user in [alice, bob] {
            _ = try await keystore.removePrint(PrintID(rawValue: "a"), of: user)
            try await keystore.add("b", of: user)
            try await keystore.changePIN(from: "271828", to: "314159", of: user)
            try await keystore.put("token of now", as: name("token"), everything, of: user, replace: true)
            try await keystore.savePolicy([2], of: user, isSetback: true)
            try await keystore.answerOnboarding(app: AppName("one"), accepted: false, of: user)
            for deletion in try await keystore.chipDeletions(on: reader) {
                try await keystore.chipDeletionDone(deletion.id)
            }
        }
        for user in [alice, bob] { _ = try await keystore.deleteLater(template("\(user.name) now"), on: reader) }
        try await keystore.close()
        file = try Self.file(of: sandbox)
        newest = try Self.rows(of: sandbox)

        // The view of each database by itself, and of an empty keystore.
        views.newest = try #require(try await view())
        let counters = device?.counters
        try FileManager.default.removeItem(at: Self.url(of: sandbox))
        views.none = try #require(try await view())
        try olderFile.write(to: Self.url(of: sandbox))
        if let device, let seal = try sandbox.records({ db in try SealRecord.fetch(db) }), let number = seal.counter {
            device.restore(device.counters.mapValues { _ in UInt64(number) })
        }
        views.older = try #require(try await view())
        counters.map { device?.restore($0) }
    }

    private static func resetFormerUsers(_ keystore: Keystore) async throws {
        for number in formerUsers {
            let user = User(id: UserID(rawValue: number), name: UserName(rawValue: "former"))
            try await keystore.savePolicy([1], of: user)
            try await keystore.reset(user.id)
        }
    }

    // MARK: The database

    private static func url(of sandbox: Sandbox) -> URL { URL(filePath: sandbox.databasePath) }

    private static func file(of sandbox: Sandbox) throws -> Data { try Data(contentsOf: url(of: sandbox)) }

    private static func rows(of sandbox: Sandbox) throws -> Rows {
        let database = try sandbox.outside()
        return try Dictionary(
            uniqueKeysWithValues: tables.map {
                ($0, try database.rows("SELECT * FROM \($0) ORDER BY \(keys(of: $0).joined(separator: ", "))"))
            })
    }

    /// The result of the manipulation on the newest database; nil if it changed nothing.
    func verdict(on statements: [(String, [Cell])]) async throws -> Verdict? {
        try file.write(to: Self.url(of: sandbox))
        let counters = device?.counters
        defer { counters.map { device?.restore($0) } }
        let database = try sandbox.outside()
        try database.transaction { for (sql, arguments) in statements { try database.rows(sql, arguments) } }
        guard try Self.rows(of: sandbox) != newest else { return nil }
        guard let view = try await view() else { return .start }
        return judge(view)
    }

    private func judge(_ view: View) -> Verdict {
        let changed = view.filter { $0.value != views.newest[$0.key] }
        let taken = changed.filter { !$0.value.hasPrefix("refused") }
        let back = taken.filter { $0.value != "" && $0.value != views.none[$0.key] }
        // An item may be back, or the access that opens it.
        func known(_ key: String) -> [String] {
            let what = key.split(separator: " by ")[0]
            if key.hasSuffix("enrolment") { return Array(view.values) }
            return [views.older, views.newest].flatMap { view in view.filter { $0.key.hasPrefix(what) }.values }
        }
        guard back.allSatisfy({ known($0.key).contains($0.value) }) else { return .forged }
        if changed.isEmpty { return .unseen }
        // Data that belongs to no user in particular opens nothing.
        if taken.count < changed.count { return back.keys.allSatisfy(Self.isNobodys) ? .told : .partly }
        return back.isEmpty ? .gone : .old
    }

    private static func isNobodys(_ key: String) -> Bool { key.hasSuffix("enrolment") || key.hasPrefix("deletion") }

    /// What all users see; nil if the keystore does not open.
    private func view() async throws -> View? {
        let keystore: Keystore
        do {
            keystore = try await sandbox.keystore(device: device)
        } catch is KeystoreError {
            return nil
        }
        let view = try await Self.view(of: keystore)
        try await keystore.close()
        return view
    }

    private static func view(of keystore: Keystore) async throws -> View {
        var view: View = [:]
        func see(_ what: String, _ look: () async throws -> String) async throws {
            do {
                view[what] = try await look()
            } catch let error as KeystoreError {
                switch error {
                case .itemNotFound, .noPIN, .slotMissing: view[what] = ""
                default: view[what] = "refused: \(error)"
                }
            } catch is WrongPIN {
                view[what] = ""
            }
        }
        for user in users {
            try await see("\(user.name)'s state") {
                let state = try await keystore.state(of: user)
                return "\(state.fingerprintSwitch) \(state.pinSet)"
            }
        }
        for user in [alice, bob] {
            try await see("\(user.name)'s policy") { "\(try await keystore.state(of: user).policy ?? [])" }
            try await see("\(user.name)'s answers") { "\(try await keystore.state(of: user).onboarding)" }
            try await see("\(user.name)'s fingers") {
                let gallery = try await keystore.gallery(of: user)
                guard gallery.tampered.isEmpty else { return "refused: \(gallery.tampered)" }
                return "\(gallery.prints.map { String(decoding: $0.template.bytes, as: UTF8.self) })"
            }
            for item in items {
                try await see("\(user.name)'s \(item) by finger") {
                    try await keystore.get(name(item), by: .fingerprint, of: user)
                }
                try await see("\(user.name)'s \(item) by password") {
                    try await keystore.get(name(item), by: .password, of: user)
                }
                for pin in ["271828", "314159"] {
                    try await see("\(user.name)'s \(item) by \(pin)") {
                        try await keystore.get(name(item), by: .pin, pin: pin, of: user)
                    }
                }
            }
        }
        for number in formerUsers {
            let user = User(id: UserID(rawValue: number), name: UserName(rawValue: "former"))
            try await see("\(number)'s enrolment") { try await keystore.state(of: user).enrollmentID.rawValue }
        }
        let deletions = try await keystore.chipDeletions(on: reader)
        for user in [alice, bob] {
            for time in ["then", "now"] {
                let print = template("\(user.name) \(time)").bytes
                view["deletion of \(user.name) \(time)"] =
                    deletions.contains { $0.template.bytes == print } ? "noted" : ""
            }
        }
        return view
    }
}

extension TwoCopies {
    private static func keys(of table: String) -> [String] {
        let key = Schema.sealedTables.first { $0.name == table }?.key ?? "id"
        return key.split(separator: ", ").map(String.init)
    }

    private static func insert(
        _ row: OutsideRow, into table: String, _ changes: [String: Cell] = [:]
    ) -> (String, [Cell]) {
        let values = row.columns.map { changes[$0] ?? row[$0] }
        let marks = values.map { _ in "?" }.joined(separator: ", ")
        return (
            "INSERT OR REPLACE INTO \(table) (\(row.columns.joined(separator: ", "))) VALUES (\(marks))",
            values
        )
    }

    private static func delete(_ row: OutsideRow, from table: String) -> (String, [Cell]) {
        let keys = keys(of: table)
        return (
            "DELETE FROM \(table) WHERE \(keys.map { "\($0) = ?" }.joined(separator: " AND "))",
            keys.map { row[$0] }
        )
    }

    /// Every way to do it: once per row, or once.
    func ways(to meddle: Meddling, with table: String) -> [[(String, [Cell])]] {
        let rows = newest[table] ?? []
        let olderRows = older[table] ?? []
        switch meddle {
        case .deleted: return rows.map { [Self.delete($0, from: table)] }
        case .emptied: return [[("DELETE FROM \(table)", [])]]
        case .doubled:
            // The schema allows one row.
            guard table != "seal" else { return [] }
            return rows.map { row in
                var changes: [String: Cell] = [:]
                for key in Self.keys(of: table) + (table == "item" ? ["name"] : []) where key != "factor" {
                    switch row[key] {
                    case .integer(let number): changes[key] = .integer(number + 500)
                    case .text(let text): changes[key] = .text(text + "x")
                    case .null, .real, .blob: changes[key] = nil
                    }
                }
                if table == "print" || table == "onboarding" { changes["uid"] = nil }
                return [Self.insert(row, into: table, changes)]
            }
        case .swapped:
            guard let first = rows.first, let last = rows.last, rows.count > 1 else { return [] }
            func keys(of row: OutsideRow) -> [String: Cell] {
                Dictionary(uniqueKeysWithValues: Self.keys(of: table).map { ($0, row[$0]) })
            }
            return [
                [
                    Self.delete(first, from: table), Self.delete(last, from: table),
                    Self.insert(first, into: table, keys(of: last)), Self.insert(last, into: table, keys(of: first)),
                ]
            ]
        case .olderRow: return olderRows.map { [Self.insert($0, into: table)] }
        case .olderTable: return [[("DELETE FROM \(table)", [])] + olderRows.map { Self.insert($0, into: table) }]
        }
    }

    /// The results of all the ways to do it.
    func verdicts(on meddle: Meddling, with table: String) async throws -> Set<Verdict> {
        var verdicts: Set<Verdict> = []
        for statements in ways(to: meddle, with: table) {
            if let verdict = try await verdict(on: statements) { verdicts.insert(verdict) }
        }
        return verdicts
    }

    /// Manipulates two tables at once, each emptied, older, or with one such row.
    func verdictsOnPairs() async throws -> [(what: String, verdict: Verdict)] {
        var found: [(String, Verdict)] = []
        for (index, first) in Self.tables.enumerated() {
            for second in Self.tables[(index + 1)...] {
                for (one, other) in [
                    (Meddling.emptied, Meddling.emptied), (.olderTable, .olderTable), (.deleted, .olderTable),
                ] {
                    guard let one = ways(to: one, with: first).first, let other = ways(to: other, with: second).first,
                        let verdict = try await verdict(on: one + other)
                    else { continue }
                    found.append(("\(first) and \(second): \((one + other).map(\.0))", verdict))
                }
            }
        }
        return found
    }
}

@Suite("Rows deleted, doubled, swapped or taken from an older copy")
struct ForeignRowsTests {
    @Test("With a TPM, each such row is detected, alone and in pairs")
    func withTPM() async throws {
        let copies = try await TwoCopies(withTPM: true)
        for table in TwoCopies.tables {
            for meddle in Meddling.allCases {
                for verdict in try await copies.verdicts(on: meddle, with: table) {
                    #expect([.told, .start].contains(verdict), "\(table) \(meddle.rawValue)")
                }
            }
        }
        for (what, verdict) in try await copies.verdictsOnPairs() {
            #expect([.told, .start].contains(verdict), "\(what)")
        }
    }

    @Test("Without a TPM, contradicting rows are detected, and no state appears that never existed")
    func withoutTPM() async throws {
        let copies = try await TwoCopies(withTPM: false)
        var table = "| table | " + Meddling.allCases.map(\.rawValue).joined(separator: " | ") + " |\n"
        for name in TwoCopies.tables {
            var cells: [String] = []
            for meddle in Meddling.allCases {
                let verdicts = try await copies.verdicts(on: meddle, with: name).sorted()
                #expect(!verdicts.contains(.forged), "\(name) \(meddle.rawValue)")
                cells.append(verdicts.isEmpty ? "–" : verdicts.map(\.rawValue).joined(separator: ", "))
            }
            table += "| `\(name)` | " + cells.joined(separator: " | ") + " |\n"
        }
        #expect(table == Self.expected)
        for (what, verdict) in try await copies.verdictsOnPairs() {
            #expect(verdict != .forged, "\(what)")
        }
    }

    /// If nothing else on the disk contradicts it, a manipulation cannot be detected: a missing row that may be gone
    /// for good reason, or an earlier valid row with everything it is bound to.
    private static let expected = """
        | table | a row deleted | emptied | a row doubled | two rows swapped | a row of the older copy | the older copy's |
        | `seal` | told at the start | told at the start | – | – | – | – |
        | `user` | gone, no effect | gone | no effect | told | told | told |
        | `policy` | no effect, told | told | no effect | told | no effect, old | old |
        | `item` | gone | gone | no effect | told | no effect, told | told |
        | `print` | told | told | told | told | told | told |
        | `onboarding` | gone | gone | told | told | old | old |
        | `staleUser` | gone | gone | no effect | – | told | told |
        | `formerUser` | gone, no effect | gone | no effect | old | old | old |
        | `slot` | gone | gone | no effect | told | no effect, told | told |
        | `content` | told | told | no effect | told | no effect | told |
        | `chipDeletion` | gone | gone | no effect | gone | old | old |

        """
}
