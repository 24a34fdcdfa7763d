package import GateModel

extension ProcessID {
    /// Whether systemd started the process outside the users' sessions and their managers, such as a greeter's; sudo and
    /// su are inside. Nil if that cannot be told.
    package var isOutsideSessions: Bool? {
        readSmallFile("/proc/\(rawValue)/cgroup").flatMap(Self.isOutsideSessions)
    }

    /// - Parameter groups: the content of `/proc/PID/cgroup`; the unified hierarchy's line begins with `0::/`
    ///   (cgroups(7)).
    static func isOutsideSessions(_ groups: String) -> Bool? {
        let lines = groups.utf8.split(separator: UInt8(ascii: "\n"))
        guard let line = lines.first(where: { $0.starts(with: "0::/".utf8) }) else { return nil }
        // Outside the root of our own namespace (cgroup_namespaces(7)).
        if line.starts(with: "0::/..".utf8) { return nil }
        return !line.starts(with: "0::/user.slice/".utf8)
    }
}
