import Foundation
import SpawnedProcess

/// SwiftPM's description of this package, and the rules for its targets.
struct PackageDump: Decodable {
    struct Target {
        let name: String
        let type: String
        let path: String?
        let dependencies: Set<String>
        let settings: Set<String>

        init(
            _ name: String, _ dependencies: Set<String> = [], type: String = "regular", path: String? = nil,
            settings: Set<String> = []
        ) {
            self.name = name
            self.type = type
            self.path = path
            self.dependencies = dependencies
            self.settings = settings
        }

        /// The folder of the guest that it belongs to; nil for a part of the core, and for those who know it.
        var guest: String? {
            path.flatMap { $0.hasPrefix("Sources/Guests/") ? String($0.split(separator: "/")[2]) : nil }
        }

        /// Libraries that only tests use are among the tests.
        var isOfTests: Bool { type == "test" || path?.hasPrefix("Tests/") ?? false }
    }

    let targets: [Target]

    static func ours() throws -> PackageDump { try dumped.get() }

    private static let dumped = Result { try dump() }

    /// Uses a separate build folder, because the running tests hold the lock of the usual one.
    private static func dump() throws -> PackageDump {
        let scratch = FileManager.default.temporaryDirectory.appending(path: "layering-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: scratch) }
        let (writing, reading) = try SpawnedProcess.channel()
        let process = try SpawnedProcess(
            [
                "swift", "package", "--package-path", SourceFile.root.path, "--scratch-path", scratch.path,
                "dump-package",
            ], output: writing)
        try writing.close()
        let data = reading.readDataToEndOfFile()
        // The scratch folder is removed once the process has ended.
        _ = process.status
        return try JSONDecoder().decode(PackageDump.self, from: data)
    }

    // MARK: Rules

    /// The names of targets that depend on more than the table allows, of unlisted targets, and of rows without a
    /// target.
    static func reachingTooFar(_ targets: [Target], _ table: [String: Set<String>]) -> [String] {
        let targets = targets.filter { !$0.isOfTests }
        let reaching = targets.filter { target in
            guard let allowed = table[target.name] else { return true }
            return !target.dependencies.isSubset(of: allowed)
        }
        return (reaching.map(\.name) + Set(table.keys).subtracting(targets.map(\.name))).sorted()
    }

    /// Each target outside of a guest that knows one of the guest's targets, with that target.
    static func knowingGuests(_ targets: [Target]) -> [String] {
        let guests = targets.filter { $0.guest != nil }
        return targets.filter { !$0.isOfTests }.flatMap { target in
            guests.filter { $0.guest != target.guest && target.dependencies.contains($0.name) }
                .map { "\(target.name) → \($0.name)" }
        }.sorted()
    }

    /// The targets that this project wrote in C.
    private static let ownC = ["CGateShims", "CSDBus"]

    /// The names of targets that depend on C, of the system or of this project.
    static func touchingC(_ targets: [Target]) -> Set<String> {
        let libraries = targets.filter { $0.type == "system" }.map(\.name) + ownC
        return Set(targets.filter { !$0.dependencies.isDisjoint(with: libraries) }.map(\.name))
    }

    /// The names of Swift targets without the newest language rules, and of those that touch C without strict memory
    /// safety.
    static func builtLaxly(_ targets: [Target]) -> [String] {
        let touching = touchingC(targets)
        return targets.filter { target in
            guard target.type != "system", !ownC.contains(target.name) else { return false }
            return !target.settings.contains("enableUpcomingFeature")
                || touching.contains(target.name) && !target.settings.contains("strictMemorySafety")
        }.map(\.name)
    }

    /// The names of targets that decide by themselves whether a warning is an error.
    static func decidingAboutWarnings(_ targets: [Target]) -> [String] {
        targets.filter { !$0.settings.isDisjoint(with: ["treatAllWarnings", "treatWarning"]) }.map(\.name)
    }

    /// The output of `.ci/build-flags` if the variable CI has that value, or is not set.
    static func buildFlags(_ words: [String] = [], ci: String?) throws -> String {
        var environment = ProcessInfo.processInfo.environment
        environment["CI"] = ci
        let (writing, reading) = try SpawnedProcess.channel()
        let script = SourceFile.root.appending(path: ".ci/build-flags").path
        let process = try SpawnedProcess([script] + words, environment: environment, output: writing)
        try writing.close()
        let printed = String(decoding: reading.readDataToEndOfFile(), as: UTF8.self)
        return process.status == 0 ? printed : ""
    }
}

extension PackageDump.Target: Decodable {
    private enum Key: CodingKey { case name, type, path, dependencies, settings }

    private struct Setting: Decodable {
        let kind: [String: Ignored]
    }

    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// An object with a single key, the kind; its value is a list that begins with the name.
    private struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let kinds = try decoder.singleValueContainer().decode([String: [Part]].self)
            name = kinds.values.first?.first?.text ?? ""
        }

        private struct Part: Decodable {
            let text: String?

            init(from decoder: any Decoder) {
                text = try? decoder.singleValueContainer().decode(String.self)
            }
        }
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        self.init(
            try container.decode(String.self, forKey: .name),
            Set(try container.decode([Dependency].self, forKey: .dependencies).map(\.name)),
            type: try container.decode(String.self, forKey: .type),
            path: try container.decodeIfPresent(String.self, forKey: .path),
            settings: Set(try container.decode([Setting].self, forKey: .settings).flatMap(\.kind.keys)))
    }
}
