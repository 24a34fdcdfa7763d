internal import GateSystem

/// A password helper that knows one password for every user (`password.helper`, answering like `biogate-password`).
enum SandboxPassword {
    /// Answers questions until the process ends: a byte for the kind, four for the user, two for the password's length,
    /// and the password.
    static func serve(_ listener: consuming Descriptor, knowing word: String) {
        LocalSocket.acceptAll(listener) { number in
            let connection = Descriptor(owning: number, path: "the sandbox's password socket")
            guard let question = question(from: connection), let kind = question.first else { return }
            switch kind {
            case UInt8(ascii: "H"): try? connection.write("y")
            // The password never changes.
            case UInt8(ascii: "D"): try? connection.write(Array("y".utf8) + [UInt8](repeating: 0, count: 32))
            default: try? connection.write(question.dropFirst(7).elementsEqual(word.utf8) ? "y" : "n")
            }
        }
    }

    private static func question(from connection: borrowing Descriptor) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < 7 || bytes.count < 7 + Int(bytes[5]) + Int(bytes[6]) << 8 {
            guard let more = connection.readMore(4096) else { return nil }
            bytes += more
        }
        return bytes
    }
}
