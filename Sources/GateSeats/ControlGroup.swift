import GateModel
import GatePolicy

/// A process's place in the tree of systemd's units. The process cannot leave it by itself.
struct ControlGroup {
    /// The names from the root down.
    private let path: [Substring]

    /// - Parameter text: the content of `/proc/PID/cgroup`; nil if it lacks the unified hierarchy (`0::/…`,
    ///   cgroups(7)).
    init?(listed text: String) {
        // Splits bytes: a name may begin with a combining mark, which would merge with the slash before it.
        let lines = text.utf8.split(separator: UInt8(ascii: "\n"))
        guard let line = lines.first(where: { $0.starts(with: "0::/".utf8) }) else { return nil }
        path = line.dropFirst("0::/".utf8.count).split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    /// The innermost service or scope.
    var unit: String? { path.last(where: Self.isUnit).map(String.init) }

    /// The sandboxed app that the unit was created for.
    var app: String? { unit.map { UnitName($0) }?.sandboxedApp }

    /// Read like sd_pid_get_session(3) and sd_pid_get_owner_uid(3) do. Only the outermost units count: inside a user's
    /// slice systemd alone creates those, and the user can create any below them.
    var place: CallerPlace {
        // Outside the root of our own namespace (cgroup_namespaces(7)).
        if path.first == ".." { return .unknown }
        guard path.first == "user.slice" else { return .elsewhere }
        guard path.count > 2, let user = Self.user(between: "user-", ".slice", path[1]) else { return .unknown }
        if let manager = Self.user(between: "user@", ".service", path[2]) { return .userService(of: manager) }
        guard let session = Self.name(between: "session-", ".scope", path[2]) else { return .unknown }
        return .session(SessionID(rawValue: String(session)), of: user)
    }

    private static func isUnit(_ name: Substring) -> Bool { name.hasSuffix(".service") || name.hasSuffix(".scope") }

    private static func user(between prefix: String, _ suffix: String, _ text: Substring) -> UserID? {
        name(between: prefix, suffix, text).flatMap { UInt32($0) }.map(UserID.init(rawValue:))
    }

    private static func name(between prefix: String, _ suffix: String, _ text: Substring) -> Substring? {
        guard text.hasPrefix(prefix), text.hasSuffix(suffix), text.count > prefix.count + suffix.count else {
            return nil
        }
        return text.dropFirst(prefix.count).dropLast(suffix.count)
    }
}
