internal import GateSystem
internal import Glibc

/// A password helper that knows one password for every user (`password.helper`, answering like `biogate-password`).
enum SandboxPassword {
    /// Answers questions until the process ends: a byte for the kind, four for the user, two for the password's length,
    /// and the password.
    static func serve(_ listener: consuming Descriptor, knowing word: String) {
        LocalSocket.acceptAll(listener) { number in
            let connection = Descriptor(owning: number, path: "the sandbox's password socket")
            guard let question = question(from: number), let kind = question.first else { return }
            let isRight = kind == UInt8(ascii: "H") || question.dropFirst(7).elementsEqual(word.utf8)
            try? connection.write(isRight ? "y" : "n")
        }
    }

    private static func question(from connection: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while bytes.count < 7 || bytes.count < 7 + Int(bytes[5]) + Int(bytes[6]) << 8 {
            // The buffer belongs to the call alone; its size is passed with it.
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(connection, $0.baseAddress, $0.count) }
            guard count > 0 else { return nil }
            bytes += buffer.prefix(count)
        }
        return bytes
    }
}
