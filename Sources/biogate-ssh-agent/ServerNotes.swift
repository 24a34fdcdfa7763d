import GateCipher
import GateSSH
import GateSystem
import Glibc

/// Which key signed in to which server last, so that it is offered first there. A wrong note changes only an order.
actor ServerNotes {
    /// The newest first: the digest of the server's key, and that of the user's.
    private var notes: [(server: String, key: String)] = []
    private let path: String

    private static let limit = 1_000
    private static let longestFile = 1 << 20

    init() {
        let folder = Self.variable("XDG_STATE_HOME") ?? (Self.variable("HOME") ?? "") + "/.local/state"
        path = folder + "/biogate/ssh-servers"
        guard let bytes = try? Descriptor.open(path, O_RDONLY).readAll(atMost: Self.longestFile) else { return }
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n").prefix(Self.limit) {
            let words = line.split(separator: " ")
            if words.count == 2 { notes.append((String(words[0]), String(words[1]))) }
        }
    }

    /// The keys that signed in to the server, and then the others in their order.
    func ordered(_ keys: [RingKey], for server: HostKey) -> [RingKey] {
        let name = Self.name(of: server.plainBlob)
        let known = notes.filter { $0.server == name }.map(\.key)
        guard !known.isEmpty else { return keys }
        let ranks = Dictionary(zip(known, known.indices), uniquingKeysWith: min)
        return keys.enumerated().sorted { left, right in
            let (first, second) = (rank(left.element), rank(right.element))
            return first == second ? left.offset < right.offset : first < second
        }.map(\.element)

        func rank(_ key: RingKey) -> Int { ranks[Self.name(of: key.key.blob)] ?? .max }
    }

    func note(_ key: UserKey, at server: HostKey) {
        let note = (server: Self.name(of: server.plainBlob), key: Self.name(of: key.blob))
        guard notes.first.map({ $0 != note }) ?? true else { return }
        notes = [note] + notes.filter { $0 != note }.prefix(Self.limit - 1)
        write()
    }

    /// Without a place to write, the notes last as long as the agent.
    private func write() {
        var folder = ""
        for part in path.split(separator: "/").dropLast() {
            folder += "/" + part
            unsafe mkdir(folder, 0o700)
        }
        let text = notes.map { "\($0.server) \($0.key)\n" }.joined()
        guard let file = try? Descriptor.open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC),
            (try? file.write(text)) != nil
        else { return }
        unsafe rename(path + ".new", path)
    }

    /// The digest in hexadecimal.
    private static func name(of blob: [UInt8]) -> String {
        SwiftCryptography().digest(.sha256, of: blob).map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }.joined()
    }

    private static func variable(_ name: String) -> String? {
        // Nothing here changes the environment.
        guard let value = unsafe getenv(name), unsafe value.pointee != 0 else { return nil }
        return unsafe String(cString: value)
    }
}
