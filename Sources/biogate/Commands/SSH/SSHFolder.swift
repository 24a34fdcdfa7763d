import BiometricGate
import GateModel
import GateSandbox
import GateSSH
import GateSystem
import Glibc

/// A key for ssh, as people and ssh's programs get it.
struct SSHKey {
    let name: ItemName
    /// The line of its `.pub` file.
    let line: String

    /// Nil for other items, and for keys that nothing opens any more.
    init?(_ item: Item) {
        guard item.usage == .ssh, item.state == .valid, let algorithm = item.algorithm, let encoded = item.publicKey,
            let key = UserKey(algorithm, subjectPublicKeyInfo: encoded)
        else { return nil }
        name = item.name
        line = key.line(comment: item.name.rawValue)
    }

    /// The name as a file's, without `.pub`: letters, digits and `._-`; others become `_`.
    var fileName: String {
        let plain = name.rawValue.unicodeScalars.map { scalar -> Character in
            let isPlain = scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil)
            return isPlain || "._-".unicodeScalars.contains(scalar) ? Character(scalar) : "_"
        }
        let text = String(plain.prefix(200))
        return text.hasPrefix(".") || text.hasPrefix("-") ? "_" + text : text
    }
}

/// `~/.ssh`, and in it `biogate` with the public halves of the keys. Without the package, its files mean nothing to any
/// program.
struct SSHFolder {
    /// `~/.ssh`.
    let path: String

    init(_ environment: ProcessEnvironment) { path = "\(environment["HOME"] ?? "/nonexistent")/.ssh" }

    /// The agent's socket, as ssh_config names it. ssh refuses a whole file with a variable that is not set, which
    /// XDG_RUNTIME_DIR is not in jobs of cron.
    static let agentSocket = "/run/user/%i/biogate/ssh-agent.sock"

    var keys: String { "\(path)/biogate" }

    /// Writes the key's file unless it is there, and returns its path.
    @discardableResult
    func write(_ key: SSHKey) throws(CommandFailure) -> String {
        // Two names can make the same file's name; the line ends with the key's.
        var (file, number) = ("\(keys)/\(key.fileName).pub", 1)
        while let line = readSmallFile(file), !line.hasSuffix(" \(key.name)") {
            number += 1
            file = "\(keys)/\(key.fileName)-\(number).pub"
        }
        if readSmallFile(file) != key.line { try write(key.line + "\n", to: file) }
        return file
    }

    /// Writes a file as a whole, with the rights that it has; a link at its path is followed, as for people who keep their
    /// files elsewhere.
    func write(_ text: String, to path: String) throws(CommandFailure) {
        for folder in [self.path, keys] { unsafe mkdir(folder, 0o700) }
        let target = Descriptor.realPath(of: path) ?? path
        var facts = stat()
        let rights = unsafe stat(target, &facts) == 0 ? facts.st_mode & 0o777 : 0o600
        let temporary = "\(target).biogate"
        // Removes a file or link that an earlier run or somebody else left there, so that nothing is written through it.
        unsafe unlink(temporary)
        do throws(SystemCallFailure) {
            let file = try Descriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
            try file.checked("fchmod") { fchmod($0, rights) }
            try file.write(text)
            try file.checked("fsync", fsync)
        } catch {
            throw .system(error)
        }
        guard unsafe rename(temporary, target) == 0 else {
            throw .system(SystemCallFailure(function: "rename", path: target, errno: errno))
        }
    }

    /// The file's text; empty if there is none.
    func read(_ path: String) throws(CommandFailure) -> String {
        do throws(SystemCallFailure) {
            let bytes = try Descriptor.open(path, O_RDONLY).readAll()
            guard let text = String(validating: bytes, as: UTF8.self) else {
                throw SystemCallFailure(function: "read", path: path, errno: EILSEQ)
            }
            return text
        } catch {
            if error.errno == ENOENT { return "" }
            throw .system(error)
        }
    }
}
