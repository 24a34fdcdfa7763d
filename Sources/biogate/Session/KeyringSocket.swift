import GateModel
import GateSandbox
import GateSecret
import GateSystem
import Glibc

/// GNOME's keyring of this session, by the socket on which it takes passwords (gnome-keyring's `gkd-control-codes.h`).
/// It is asked only to open the keyring, never to change it.
struct KeyringSocket {
    private let path: String

    /// Nil where no keyring listens.
    init?(_ environment: ProcessEnvironment) {
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return nil }
        path = "\(runtime)/keyring/control"
        guard unsafe access(path, F_OK) == 0 else { return nil }
    }

    /// Whether the login keyring opens with a password; nil if it does not say so in time, or is not the user's. A daemon
    /// that no program has used yet also refuses the right one.
    func opens(with password: borrowing SecretBytes) -> Bool? {
        do throws(SystemCallFailure) {
            // Fails at once where the listener's queue is full.
            let socket = try Descriptor.connected(to: path, waits: false)
            guard Peer(socket: socket.number)?.user.rawValue == geteuid(), Self.send(password, to: socket) else {
                return nil
            }
            let deadline = ContinuousClock.now + Self.patience
            var answer = [UInt8](repeating: 0, count: Self.opened.count)
            var filled = 0
            while filled < answer.count {
                guard socket.awaitsInput(until: deadline) else { return nil }
                var span = answer.mutableSpan
                // The buffer belongs to the call alone; its size is passed with it.
                let count = try unsafe span.withUnsafeMutableBytes { room throws(SystemCallFailure) in
                    try unsafe socket.readSome(into: UnsafeMutableRawBufferPointer(rebasing: room[filled...]))
                }
                if count == 0 { return nil }
                filled += count
            }
            return answer == Self.opened ? true : answer == Self.refused ? false : nil
        } catch {
            return nil
        }
    }

    /// Longer than any keyring takes to derive its key.
    private static let patience: Duration = .seconds(3)
    private static let unlock: UInt32 = 1
    // The answer's own length, and the result.
    private static let opened: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 0]
    private static let refused: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 1]

    /// Sends one byte, with which the kernel's credentials of the sender may come, and the question: the length of all,
    /// the operation, and the password behind its own length. Numbers are big-endian.
    private static func send(_ password: borrowing SecretBytes, to socket: borrowing Descriptor) -> Bool {
        let length = UInt32(password.count)
        let header: [UInt8] =
            [0]
            + [12 + length, unlock, length].flatMap { number in
                (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
            }
        let question = unsafe SecretBytes(count: header.count + password.count) { room in
            unsafe room.copyBytes(from: header)
            unsafe password.withBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: room[header.count...]).copyMemory(from: bytes)
            }
        }
        let number = socket.number
        return unsafe question.withBytes { bytes in
            // A question is far smaller than the socket's buffer, so one send takes all of it (send(2)).
            unsafe Glibc.send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
        }
    }
}
