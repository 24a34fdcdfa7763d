import GateSystem
import Glibc

/// What somebody inside a sandbox asks of the process that holds it: one line each way on a connection of its own.
enum SandboxControl {
    enum Request: String {
        /// Have a reader again.
        case plug
        /// Note what the reader has in its own storage.
        case note
        /// Lock the session of who runs the sandbox, or unlock it.
        case lock, unlock
        /// Let the machine sleep, or wake it.
        case sleep, wake
        /// Let another program have the reader, or give it back.
        case inUse, free
    }

    static let done = "done"

    static func path(in directory: String) -> String { directory + "/control" }

    /// Answers one after the other, until the process ends.
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

    /// What the other side wrote before it closed its end of writing.
    private static func line(_ number: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: 64)
        // The buffer is the call's alone, and its size is passed with it; a request is written at once.
        let count = unsafe buffer.withUnsafeMutableBytes { unsafe recv(number, $0.baseAddress, $0.count, 0) }
        return count > 0 ? String(decoding: buffer.prefix(count), as: UTF8.self) : nil
    }

    /// Asks and waits for the answer.
    static func ask(_ request: Request, in directory: String) throws(SandboxFailure) {
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
