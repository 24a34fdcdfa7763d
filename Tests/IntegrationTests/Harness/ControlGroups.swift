import Glibc
import Testing

/// A tree of control groups that a daemon under test takes for systemd's, and that clients are put into.
final class ControlGroups {
    /// The mount point of the unified hierarchy, if we may create groups in it.
    private static let mount: String? = {
        for line in Files.text("/proc/self/mounts").split(separator: "\n") {
            let fields = line.split(separator: " ")
            guard fields.count > 2, fields[2] == "cgroup2" else { continue }
            let path = String(fields[1])
            if access(path, W_OK) == 0 { return path }
        }
        return nil
    }()

    static var canBeMade: Bool { geteuid() == 0 && mount != nil }

    private let root: String
    private var made: [String] = []

    init() throws {
        let mount = try #require(Self.mount)
        let number = UInt32.random(in: 0 ... .max)
        root = "\(mount)/biogate-test-\(getpid())-\(number)"
        try make(root)
    }

    deinit {
        // Their processes are gone, because connections end before the tree does.
        for group in made.reversed() { rmdir(group) }
    }

    /// Precedes the command of a daemon for which this is the root of the tree.
    var launcher: [String] {
        ["sh", "-c", "echo $$ >\"$0/cgroup.procs\" && exec unshare --cgroup \"$@\"", root]
    }

    /// A client that runs as a user in a group, which is created if it does not exist.
    func client(of daemon: DaemonUnderTest, as user: Int, in path: String, departed: Bool = false) throws
        -> GateConnection
    {
        var group = root
        for name in path.split(separator: "/") {
            group += "/\(name)"
            if !made.contains(group) { try make(group) }
        }
        return try GateConnection(
            to: daemon.socketPath, user: user, group: group, departed: departed ? daemon.processID : nil,
            errors: "\(daemon.directory)/client-errors")
    }

    private func make(_ group: String) throws {
        guard mkdir(group, 0o755) == 0 else { throw HarnessFailure(system: "mkdir \(group)") }
        made.append(group)
    }
}

extension Trait where Self == ConditionTrait {
    static var withControlGroups: Self {
        .enabled(
            if: ControlGroups.canBeMade, "needs root and a unified hierarchy of control groups that it may write to")
    }
}
