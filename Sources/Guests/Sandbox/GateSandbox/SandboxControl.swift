internal import GateSystem
internal import Glibc

/// Requests from inside a sandbox to its process: one line each way on a separate connection.
package enum SandboxControl {
    package enum Request: String {
        /// Plug the reader in.
        case plug
        /// Save the prints in the reader's storage.
        case note
        /// Lock or unlock the session of the user who runs the sandbox.
        case lock, unlock
        /// Give the screen to another user's session, or take it back.
        case away, back
        /// Put the machine to sleep, or wake it.
        case sleep, wake
        /// Give the reader to another program, or take it back.
        case inUse, free
    }

    static let done = "done"

    static func path(in directory: String) -> String { directory + "/control" }

    /// Answers one request at a time, until the process ends.
    static func serve(
        _ listener: consuming Descriptor, _ answer: @escaping @Sendable (Request) async -> String
    ) {
        let (connections, continuation) = AsyncStream<Int32>.makeStream()
        LocalSocket.acceptAll(listener) { continuation.yield($0) }
        Task {
            for await number in connections {
                let connection = Descriptor(owning: number, path: "the sandbox's control socket")
                guard let line = await onThread({ Self.line(number) }), let request = Request(rawValue: line) else {
                    continue
                }
                try? connection.write(await answer(request))
            }
        }
    }

    /// The peer's line before it shut down its writing end.
    private static func line(_ number: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 64)
        // The buffer belongs to the call alone, with its size; a request is sent in one piece.
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(number, $0.baseAddress, $0.count, 0) }
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }

    /// Sends a request and waits for the answer.
    package static func ask(_ request: Request, in directory: String) throws(SandboxFailure) {
        let answer: [UInt8]
        do throws(SystemCallFailure) {
            let connection = try Descriptor.connected(to: path(in: directory))
            try connection.write(request.rawValue)
            answer = try connection.readAll()
        } catch {
            throw error.isNobodyThere ? .ended : .system(error)
        }
        guard !answer.isEmpty else { throw .ended }
        let words = String(decoding: answer, as: UTF8.self)
        guard words == done else { throw .daemonEnded(words) }
    }
}
