internal import Glibc

/// journald's own socket, which takes lines with fields (systemd.io/JOURNAL_NATIVE_PROTOCOL).
package struct JournalSocket: Sendable {
    private let path = "/run/systemd/journal/socket"

    /// The journal behind standard error; nil if that is a terminal, a file or anything else.
    ///
    /// - Parameter stream: `JOURNAL_STREAM`, device and inode of the stream that systemd connected (systemd.exec(5)). A
    ///   process may inherit the variable and have another standard error.
    package static func behindStandardError(named stream: String?) -> JournalSocket? {
        var status = stat()
        // The pointer is to a local that lives during the call (fstat(2)).
        guard unsafe fstat(STDERR_FILENO, &status) == 0, stream == "\(status.st_dev):\(status.st_ino)" else {
            return nil
        }
        return JournalSocket()
    }

    /// Sends one entry; false if journald does not take it.
    package func send(_ fields: [(name: String, value: String)]) -> Bool {
        var entry: [UInt8] = []
        for (name, value) in fields {
            entry += name.utf8
            if value.utf8.contains(UInt8(ascii: "\n")) {
                entry.append(UInt8(ascii: "\n"))
                var count = UInt64(value.utf8.count)
                for _ in 0..<8 {
                    entry.append(UInt8(truncatingIfNeeded: count))
                    count >>= 8
                }
            } else {
                entry.append(UInt8(ascii: "="))
            }
            entry += value.utf8
            entry.append(UInt8(ascii: "\n"))
        }
        return Datagram.send(entry, to: path)
    }
}
