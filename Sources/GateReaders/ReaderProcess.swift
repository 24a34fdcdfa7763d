import CGateShims
import GateSecret
package import GateSocket
package import GateSystem
package import GateWire
import Glibc
package import Logging

/// Receives the reader process's messages, on the loop.
package protocol ReaderListener: Sendable {
    /// Returns false for a message that the process must not send; the process is then not trusted any more.
    func received(_ message: OperationMessage) -> Bool
    func ended()
}

/// The connection to a process that drives the readers.
package protocol ReaderLine: Sendable {
    func send(_ message: OperationMessage)

    /// The sum of the numbers of the operations that felt a finger, once for each finger, since the last call.
    func takeFelt() -> UInt64

    /// Closes the connection, and kills a child process. Returns once the child is gone, with its exit status as a
    /// shell would report it. Call it once.
    func end() async -> Int32?
}

/// Starts a process that drives the readers.
package protocol ReaderLauncher: Sendable {
    func launch(for listener: any ReaderListener) async throws(SystemCallFailure) -> any ReaderLine
}

/// The program that drives the readers, and the environment for it.
package struct ReaderProgram: Sendable {
    let path: String
    /// `NAME=value` entries.
    let environment: [[UInt8]]

    package init(path: String, environment: [[UInt8]]) {
        self.path = path
        self.environment = environment
    }
}

/// `biogate-reader`: behind a systemd socket, which starts an instance for each connection under its own user, or else
/// a child of the daemon.
package struct ReaderProcess: ReaderLine {
    /// Nil if systemd started the process. It ends with the connection; if it has been broken into, it ends when the
    /// daemon stops or restarts.
    private let process: ChildProcess?
    private let line: FrameLine
    private let felt: SharedSum

    /// The longest message in bytes that the process may send: a list of the prints in a reader's storage.
    private static let messageBytes = 1_048_576

    /// How to start or reach the process.
    package struct Launcher: ReaderLauncher {
        /// Nil to always start a child.
        private let socket: String?
        private let path: String
        private let arguments: [String]
        private let environment: [[UInt8]]
        private let loop: ServingLoop
        private let logger: Logger

        /// The socket of biogate-reader.socket.
        private static let managedSocket = "/run/biogate/reader"
        /// Variables that systemd sets for the daemon alone.
        private static let notPassedOn = ["NOTIFY_SOCKET=", "WATCHDOG_", "LISTEN_", "CREDENTIALS_DIRECTORY="]

        /// - Parameter allowVirtual: whether to accept libfprint's virtual readers. Only a child receives the
        ///   environment variables that define them.
        package init(_ program: ReaderProgram, allowVirtual: Bool, on loop: ServingLoop, logger: Logger) {
            socket = allowVirtual ? nil : Self.managedSocket
            path = program.path
            arguments = allowVirtual ? ["--allow-virtual"] : []
            environment = program.environment.filter { variable in
                !Self.notPassedOn.contains { variable.starts(with: $0.utf8) }
            }
            self.loop = loop
            self.logger = logger
        }

        package func launch(for listener: any ReaderListener) async throws(SystemCallFailure) -> any ReaderLine {
            let started = try await onThread {
                Result { () throws(SystemCallFailure) in try start() }
            }.get()
            let receiver = Receiver(listener)
            guard let line = await FrameLine.open(started.socket, on: loop, limit: messageBytes, receiver: receiver)
            else {
                started.process?.send(SIGKILL)
                _ = await started.process?.status()
                throw SystemCallFailure(function: "fcntl", path: path, errno: EMFILE)
            }
            return ReaderProcess(process: started.process, line: line, felt: started.felt)
        }

        private func start() throws(SystemCallFailure) -> Started {
            var status = stat()
            guard let socket else { return try spawn() }
            // The path is a C string for the length of the call (stat(2)).
            if unsafe stat(socket, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK {
                let line = try Descriptor.connected(to: socket)
                let felt = try sharedSum(on: line)
                return Started(process: nil, line, felt)
            }
            logger.warning(
                "drivers run as the daemon's user: biogate-reader.socket is not on", metadata: ["socket": "\(socket)"])
            return try spawn()
        }

        private func spawn() throws(SystemCallFailure) -> Started {
            var pair: [Int32] = [-1, -1]
            // Room for the two descriptors (socketpair(2)).
            guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair) == 0 else {
                throw SystemCallFailure(function: "socketpair", path: path, errno: errno)
            }
            let ours = Descriptor(owning: pair[0], path: path)
            let theirs = Descriptor(owning: pair[1], path: path)
            let number = theirs.number
            let felt = try sharedSum(on: ours)
            let process = try unsafe ChildProcess.start(
                path, [path] + arguments, environment: environment, inheriting: .nothing, isApart: true
            ) { actions in
                // `actions` is valid for the length of the call.
                unsafe posix_spawn_file_actions_adddup2(&actions, number, STDIN_FILENO)
            }
            return Started(process: process, ours, felt)
        }

        private func sharedSum(on line: borrowing Descriptor) throws(SystemCallFailure) -> SharedSum {
            let sum = try SharedSum()
            try sum.send(on: line)
            return sum
        }
    }

    package func send(_ message: OperationMessage) { line.send(message.frame) }

    package func takeFelt() -> UInt64 { felt.take() }

    package func end() async -> Int32? {
        line.close()
        // Does nothing to a child that has already ended; it keeps its own status.
        process?.send(SIGKILL)
        return await process?.status()
    }

    private final class Started: Sendable {
        let process: ChildProcess?
        let socket: Descriptor
        let felt: SharedSum

        init(process: ChildProcess?, _ socket: consuming Descriptor, _ felt: SharedSum) {
            self.process = process
            self.socket = socket
            self.felt = felt
        }
    }

    private final class Receiver: FrameReceiver {
        private let listener: any ReaderListener

        init(_ listener: any ReaderListener) {
            self.listener = listener
        }

        func received(_ frame: borrowing SecretBytes) -> Bool {
            guard let message = try? OperationMessage(frame) else { return false }
            return listener.received(message)
        }

        func ended() { listener.ended() }
    }
}
