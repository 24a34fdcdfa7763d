package import GateSystem
package import GateWire
import GateSecret

/// Reads the daemon's messages, blocking the thread.
package struct FrameInput: ~Copyable {
    /// The longest message in bytes: a gallery of many prints.
    private static let limit = 8_388_608

    private let socket: Descriptor
    private var decoder = FrameDecoder(limit: FrameInput.limit)

    package init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    /// The next message; nil at the end of the connection, or after malformed input.
    package mutating func next() -> OperationMessage? {
        while true {
            do {
                if let frame = try decoder.nextFrame() { return try OperationMessage(frame) }
            } catch {
                return nil
            }
            guard fill() else { return nil }
        }
    }

    private mutating func fill() -> Bool {
        // The buffer belongs to this call and is wiped before it is freed: templates pass through it.
        unsafe withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { room in
            // A thread that sleeps in `read` is woken whenever the daemon takes what another thread has written to the
            // socket (unix_write_space in the kernel); one in `poll` is not.
            socket.awaitInput()
            guard let count = try? unsafe socket.readSome(into: room), count > 0 else { return false }
            let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: room[..<count])
            unsafe decoder.append(UnsafeRawBufferPointer(bytes))
            unsafe wipe(bytes)
            return true
        }
    }
}
