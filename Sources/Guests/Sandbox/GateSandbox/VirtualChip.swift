internal import GateSystem
internal import Glibc
internal import Synchronization

/// The storage of a virtual reader. libfprint loses it with the process that drives the reader, so the sandbox saves it
/// and restores it as soon as another process opens the reader, before the daemon lists it.
final class VirtualChip: Sendable {
    private struct State {
        /// The known opening of the reader.
        var opening: Opening?
        var prints: Set<String> = []
        /// Whether the prints were restored and not listed yet: the reader takes them in with its next operation.
        var isGivenBack = false
    }

    /// The reader's listening socket; each opening makes another one.
    private struct Opening: Equatable {
        private let device: dev_t
        private let file: ino_t
        private let seconds: Int
        private let nanoseconds: Int

        /// Nil if there is none.
        init?(_ path: String) {
            var status = stat()
            // The path is a C string during the call (stat(2)).
            guard unsafe stat(path, &status) == 0 else { return nil }
            (device, file) = (status.st_dev, status.st_ino)
            (seconds, nanoseconds) = (status.st_ctim.tv_sec, status.st_ctim.tv_nsec)
        }
    }

    private let directory: String
    private let state = Mutex(State())

    /// The storage of a sandbox's reader.
    init(in directory: String) {
        self.directory = directory
    }

    /// Follows the reader on a separate thread, until the process ends.
    func follow() {
        let thread = startThread { [self] in
            var round = 0
            while true {
                // The kernel does not report a new listening socket.
                usleep(10_000)
                round += 1
                look(isTime: round % 50 == 0)
            }
        }
        pthread_detach(thread)
    }

    /// Saves the reader's present prints.
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

    /// One command for each connection, and one connection at a time over all processes: a second one would drop the
    /// first.
    static func send(_ command: String, in directory: String) throws(SystemCallFailure) -> [UInt8] {
        let turn = try Descriptor.open(directory + "/turn", O_RDWR | O_CREAT)
        try turn.checked("flock") { flock($0, LOCK_EX) }
        let connection = try Descriptor.connected(to: SandboxDaemon.readerSocket(in: directory))
        try connection.write(command)
        do throws(SystemCallFailure) {
            return try connection.readAll()
        } catch {
            // Closed after the command was read, with bytes left over.
            guard error.errno == ECONNRESET else { throw error }
            return []
        }
    }
}
