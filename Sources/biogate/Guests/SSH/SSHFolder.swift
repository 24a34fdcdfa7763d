import BiometricGate
import GateModel
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

    /// Writes a file of this folder, or of `~/.ssh`, with the rights that it has.
    func write(_ text: String, to path: String) throws(CommandFailure) {
        makeFolders()
        let target = Descriptor.realPath(of: path) ?? path
        var facts = stat()
        let rights = unsafe stat(target, &facts) == 0 ? facts.st_mode & 0o777 : 0o600
        do throws(SystemCallFailure) {
            try UserFile.write(Array(text.utf8), to: target, rights: rights)
        } catch {
            throw .system(error)
        }
    }

    func makeFolders() {
        for folder in [path, keys] { unsafe mkdir(folder, 0o700) }
    }

    /// The lines of a file; none if it cannot be read.
    func lines(of path: String) -> [String] {
        let bytes = (try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY).readAll()) ?? []
        return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Adds a line to a file of this folder, unless it has it.
    func append(_ line: String, to path: String) throws(CommandFailure) {
        let text = try read(path)
        guard !lines(of: path).contains(line) else { return }
        try write(text + (text.isEmpty || text.hasSuffix("\n") ? "" : "\n") + line + "\n", to: path)
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
