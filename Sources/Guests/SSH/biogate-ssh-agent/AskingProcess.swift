import GateModel
import GateSystem
import Glibc

/// A process that asks for a signature, as the kernel describes it. Any of it can be chosen by the user's own programs,
/// so it is for showing and for narrowing, never for trust.
struct AskingProcess: Sendable {
    let id: RunningProcess
    let name: String
    let parent: Int32

    /// Nil if the process is gone.
    init?(_ number: Int32) {
        // The name is in parentheses, and may contain spaces and parentheses itself.
        guard let text = readSmallFile("/proc/\(number)/stat"), let open = text.firstIndex(of: "("),
            let close = text.lastIndex(of: ")"), open < close
        else { return nil }
        let fields = text[text.index(after: close)...].split(separator: " ")
        guard fields.count > 19, let parent = Int32(fields[1]), let startedAt = UInt64(fields[19]) else { return nil }
        id = RunningProcess(id: ProcessID(rawValue: number), startTime: startedAt)
        name = String(text[text.index(after: open)..<close])
        self.parent = parent
    }

    /// The words of its command line.
    var arguments: [String] {
        guard let bytes = try? Descriptor.open("/proc/\(id.id)/cmdline", O_RDONLY).readAll(atMost: 65_536) else {
            return []
        }
        return bytes.split(separator: 0, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
            .dropLast(bytes.last == 0 ? 1 : 0)
    }

    var directory: String? {
        Descriptor.target(ofLink: "/proc/\(id.id)/cwd").map { String(decoding: $0, as: UTF8.self) }
    }

    /// Whether the process may see less of the machine than this one: it has namespaces of its own, or gave up the right
    /// to gain rights, as sandboxes do. Also if that cannot be read.
    var isConfined: Bool {
        for name in ["mnt", "user", "pid", "root"] {
            let place = name == "root" ? name : "ns/\(name)"
            guard let its = Descriptor.target(ofLink: "/proc/\(id.id)/\(place)"),
                its == Descriptor.target(ofLink: "/proc/self/\(place)")
            else { return true }
        }
        guard let status = try? Descriptor.open("/proc/\(id.id)/status", O_RDONLY).readAll(atMost: 65_536) else {
            return true
        }
        return !String(decoding: status, as: UTF8.self).split(separator: "\n").contains("NoNewPrivs:\t0")
    }

    /// The farthest of the process and its ancestors that is git or ssh, with none but their own programs in between; nil
    /// if none is. What a hook of git's starts is a run of its own.
    var outermost: AskingProcess? {
        var (found, next) = (Self.isOutermost(name) ? self : nil, self)
        for _ in 0..<Self.depth {
            guard next.parent > 1, let parent = AskingProcess(next.parent),
                Self.isBetween(parent.name) || parent.runsSSHForGit
            else { break }
            next = parent
            if Self.isOutermost(next.name) { found = next }
        }
        return found
    }

    private static func isOutermost(_ name: String) -> Bool { name == "git" || name == "ssh" }

    /// The kernel keeps 15 bytes of a name.
    private static func isBetween(_ name: String) -> Bool {
        isOutermost(name) || name.hasPrefix("git-") || name == "biogate-git-sig"
    }

    /// Whether it is the shell by which git runs `GIT_SSH_COMMAND` or `core.sshCommand`: git gives it the command with
    /// `"$@"` behind it, and the command again as its name.
    private var runsSSHForGit: Bool {
        guard name == "sh" || name == "dash" || name == "bash" else { return false }
        let words = arguments
        guard words.count > 3, words[1] == "-c", words[2] == "\(words[3]) \"$@\"",
            let program = words[3].split(separator: " ").first
        else { return false }
        return program == "ssh" || program.hasSuffix("/ssh")
    }

    /// The most ancestors that are looked at.
    private static let depth = 32

    /// The file that `ssh-keygen -Y sign` is signing, if it is a regular file of this user of at most `limit` bytes.
    func signedFile(limit: Int) -> [UInt8]? {
        let words = arguments
        guard name == "ssh-keygen", words.contains("sign"), let last = words.last, !last.isEmpty else { return nil }
        let path = last.hasPrefix("/") ? last : (directory.map { "\($0)/\(last)" } ?? last)
        // A FIFO would block.
        guard let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW) else { return nil }
        var facts = stat()
        guard unsafe fstat(file.number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == getuid(),
            facts.st_size <= limit
        else { return nil }
        return try? file.readAll(atMost: limit)
    }
}

extension RunningProcess {
    /// Whether the process has not ended.
    var isRunning: Bool { AskingProcess(id.rawValue)?.id == self }
}
