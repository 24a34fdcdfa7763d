import Glibc

/// A socket in place of journald's for one daemon, in a private mount namespace, which takes root.
final class JournalUnderTest {
    private let directory: String
    private let descriptor: Descriptor
    /// Received entries that no `entry` has returned or skipped.
    private(set) var waiting: [[String: String]] = []
    /// All datagrams as received.
    private(set) var datagrams: [[UInt8]] = []

    /// Precedes the command of a daemon whose standard error is the file `errors`, and leads both to this journal.
    let launcher: [String]

    init(in directory: String, errors: String) throws {
        self.directory = "\(directory)/journal"
        guard mkdir(self.directory, 0o755) == 0 else { throw HarnessFailure(system: "mkdir") }
        descriptor = try .bound(to: "\(self.directory)/socket", type: SOCK_DGRAM)
        if !Files.exists(errors) { try Files.write([], to: errors) }
        var status = stat()
        guard stat(errors, &status) == 0 else { throw HarnessFailure(system: "stat") }
        let mounting = """
            mount -t tmpfs tmpfs /run && mkdir -p /run/systemd/journal && mount --bind "$0" /run/systemd/journal \
            && exec "$@"
            """
        launcher = [
            "unshare", "--mount", "env", "JOURNAL_STREAM=\(status.st_dev):\(status.st_ino)", "sh", "-c", mounting,
            self.directory,
        ]
    }

    /// The next entry of this event; earlier ones are skipped.
    func entry(_ event: String) throws -> [String: String] {
        while true {
            while !waiting.isEmpty {
                let entry = waiting.removeFirst()
                if entry["BIOGATE_EVENT"] == event { return entry }
            }
            guard try Descriptor.firstReady(of: [descriptor]) != nil else {
                throw HarnessFailure("the journal gets no entry \(event)")
            }
            try take()
        }
    }

    /// All fields of all entries received so far.
    var everything: String {
        try? takeWhatCame()
        return datagrams.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
    }

    func takeWhatCame() throws {
        while try Descriptor.firstReady(of: [descriptor], within: .zero) == 0 { try take() }
    }

    private func take() throws {
        let datagram = try descriptor.read()
        datagrams.append(datagram)
        var fields: [String: String] = [:]
        for line in String(decoding: datagram, as: UTF8.self).split(separator: "\n") {
            guard let end = line.firstIndex(of: "=") else { throw HarnessFailure("no field: \(line)") }
            fields[String(line[..<end])] = String(line[line.index(after: end)...])
        }
        waiting.append(fields)
    }
}
