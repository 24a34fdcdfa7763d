import GateSystem
import Glibc
import Synchronization

/// What a virtual reader has in its own storage. libfprint forgets it with the process that drives the reader; the sandbox
/// keeps it, and gives it back as soon as another process opens the reader, so that nothing is missing when the daemon
/// asks what is there.
final class VirtualChip: Sendable {
    private struct State {
        /// Which opening of the reader is known.
        var opening: Opening?
        var prints: Set<String> = []
        /// Whether they were given back, and are not listed yet: the reader takes them in with its next operation.
        var isGivenBack = false
    }

    /// A socket that the reader listens on; each opening makes another one.
    private struct Opening: Equatable {
        private let device: dev_t
        private let file: ino_t
        private let seconds: Int
        private let nanoseconds: Int

        /// Nil where there is none.
        init?(_ path: String) {
            var status = stat()
            // The path is a C string for the length of the call (stat(2)).
            guard unsafe stat(path, &status) == 0 else { return nil }
            (device, file) = (status.st_dev, status.st_ino)
            (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
        }
    }

    private let directory: String
    private let state = Mutex(State())

    /// Of a sandbox's reader.
    init(in directory: String) {
        self.directory = directory
    }

    /// Follows the reader on a thread of its own, until the process ends.
    func follow() {
        let thread = startThread { [self] in
            var round = 0
            while true {
                // The kernel tells nobody when a socket is listened to.
                usleep(10_000)
                round += 1
                look(isTime: round % 50 == 0)
            }
        }
        pthread_detach(thread)
    }

    /// Notes what the reader has now.
    func note() { look(isTime: true) }

    private func look(isTime: Bool) {
        state.withLock { state in
            guard let opening = Opening(SandboxDaemon.readerSocket(in: directory)),
                opening != state.opening || isTime, let listed = try? list()
            else { return }
            if opening != state.opening {
                state.opening = opening
                let missing = state.prints.subtracting(listed)
                for print in missing { _ = try? Self.send("INSERT \(print)", in: directory) }
                state.isGivenBack = !missing.isEmpty
                if missing.isEmpty { state.prints = listed }
            } else if !state.isGivenBack || !listed.isEmpty {
                state.isGivenBack = false
                state.prints = listed
            }
        }
    }

    private func list() throws(SystemCallFailure) -> Set<String> {
        let lines = try Self.send("LIST", in: directory).split(separator: UInt8(ascii: "\n"))
        return Set(lines.map { String(decoding: $0, as: UTF8.self) })
    }

    /// One command a connection, and one connection at a time, whichever process has it: a second one would drop the first.
    static func send(_ command: String, in directory: String) throws(SystemCallFailure) -> [UInt8] {
        let turn = try Descriptor.open(directory + "/turn", O_RDWR | O_CREAT)
        try turn.checked("flock") { flock($0, LOCK_EX) }
        let connection = try Descriptor.connected(to: SandboxDaemon.readerSocket(in: directory))
        try connection.write(command)
        do throws(SystemCallFailure) {
            return try connection.readAll()
        } catch {
            // Closed with the command read, and something of it left.
            guard error.errno == ECONNRESET else { throw error }
            return []
        }
    }
}
