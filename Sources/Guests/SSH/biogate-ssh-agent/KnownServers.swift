import GateCipher
import GateSSH
import GateSystem
import Glibc

/// The user's and the system's lists of host keys, read for each login.
struct KnownServers {
    private let hosts: KnownHosts
    /// The names by which the asking ssh looks up its own server.
    let asked: [String]
    /// Names to try where the lists mask theirs.
    private let tried: [String]
    /// The key of the server that the asking ssh is connected to; a server behind it was asked for on another machine.
    private let nearest: HostKey?

    /// The most names that are tried.
    private static let nameLimit = 512

    /// No server is known.
    init() { (hosts, asked, tried, nearest) = (KnownHosts(), [], [], nil) }

    /// Reads files and asks ssh, so it blocks.
    ///
    /// - Parameters:
    ///   - program: the asking process.
    ///   - names: names of servers that the user's keys are pinned to or signed in to.
    init(_ program: AskingProcess?, _ bindings: SessionBindings, names: [String]) {
        var hosts = KnownHosts()
        for path in KnownHosts.files(home: Self.home) {
            let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            guard let bytes = try? file?.readAll(atMost: KnownHosts.fileLimit) else { continue }
            hosts.append(KnownHosts(bytes))
        }
        self.hosts = hosts
        nearest = bindings.all.first?.hostKey
        let target = program.flatMap { $0.name == "ssh" && !$0.isConfined ? LoginTarget($0.arguments) : nil }
        let found = target.map(SSHConfiguration.names) ?? []
        // With other settings, ssh may have been led to another server than this configuration says.
        asked = target?.hasOtherSettings == true ? [] : found
        let fallback = target.map { LoginTarget.names(of: $0.host, port: $0.port) } ?? []
        tried = Array((found + fallback + names + hosts.plainNames).prefix(Self.nameLimit))
    }

    private static var home: String {
        // Nothing here changes the environment.
        guard let value = unsafe getenv("HOME") else { return "/" }
        return unsafe String(cString: value)
    }

    /// The server's name; nil if it is in no list, or revoked there.
    func name(of host: HostKey) -> String? {
        let asked = host == nearest ? asked : []
        switch hosts.standing(of: host, asked: asked, tried: tried, SwiftCryptography()) {
        case .unknown, .revoked: return nil
        case .known(let names): return names.first
        }
    }
}

/// The user's own configuration of ssh, as ssh itself reads it.
enum SSHConfiguration {
    /// A `Match exec` of the user's may hang.
    private static let limit = Duration.seconds(2)
    private static let longestAnswer = 65_536

    /// The names by which ssh looks a server up. Blocks for at most the limit.
    ///
    /// Only the host, port and account of the asking process are passed on: by other options, such as `-F`, a program in a
    /// sandbox could have its own commands run here, outside.
    static func names(of target: LoginTarget) -> [String] {
        output(of: ["ssh"] + target.question).map(LoginTarget.names(inConfiguration:)) ?? []
    }

    /// The output of a program that ended well; nil otherwise.
    private static func output(of words: [String]) -> String? {
        guard let ends = try? Descriptor.pipe() else { return nil }
        let reader = Descriptor(owning: ends.reader, path: "a pipe")
        let writer = Descriptor(owning: ends.writer, path: "a pipe")
        let number = writer.number
        let child = try? unsafe ChildProcess.start(
            words[0], words, environment: OwnProcess.environment, inheriting: .nothing, isLookedUp: true, isApart: true
        ) { actions in
            unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, number, STDOUT_FILENO)
            unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        guard let child else { return nil }
        _ = consume writer
        let deadline = ContinuousClock.now + limit
        var said: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 4096)
        var isEnded = false
        while said.count <= longestAnswer, reader.awaitsInput(until: deadline) {
            // Room for what the call writes.
            let count = unsafe read(reader.number, &room, room.count)
            guard count > 0 else {
                isEnded = count == 0
                break
            }
            said += room.prefix(count)
        }
        // Its group, because it may have started commands of its own.
        if !isEnded { kill(-child.number, SIGKILL) }
        guard child.wait() == 0, isEnded else { return nil }
        return String(decoding: said, as: UTF8.self)
    }
}
