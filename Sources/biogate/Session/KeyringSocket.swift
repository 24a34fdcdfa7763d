import GateModel
import GateSecret
import GateSystem
import Glibc

/// GNOME's keyring of this session, by the socket on which it takes passwords (gnome-keyring's `gkd-control-codes.h`).
struct KeyringSocket {
    private let path: String

    /// Nil where no keyring listens.
    init?(_ environment: ProcessEnvironment) {
        guard let runtime = environment["XDG_RUNTIME_DIR"], runtime.hasPrefix("/") else { return nil }
        path = "\(runtime)/keyring/control"
        guard unsafe access(path, F_OK) == 0 else { return nil }
    }

    /// Whether the login keyring opens with a password. A daemon that no program has used yet also refuses the right one.
    func opens(with password: borrowing SecretBytes) -> Bool? {
        answer(to: Self.question(.unlock, password))
    }

    /// Changes the login keyring's password, and opens it; false if the old one is not its password.
    func changePassword(from old: borrowing SecretBytes, to new: borrowing SecretBytes) -> Bool? {
        answer(to: Self.question(.change, old, new))
    }

    /// The keyring's yes or no; nil if it does not say so in time, or is not the user's.
    private func answer(to question: borrowing SecretBytes) -> Bool? {
        do throws(SystemCallFailure) {
            // Fails at once where the listener's queue is full.
            let socket = try Descriptor.connected(to: path, waits: false)
            guard Peer(socket: socket.number)?.user.rawValue == geteuid() else { return nil }
            let number = socket.number
            let isSent = unsafe question.withBytes { bytes in
                // A question is far smaller than the socket's buffer, so one send takes all of it (send(2)).
                unsafe send(number, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count
            }
            guard isSent else { return nil }
            let deadline = ContinuousClock.now + Self.patience
            var answer = [UInt8](repeating: 0, count: Self.yes.count)
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
            return answer == Self.yes ? true : answer == Self.no ? false : nil
        } catch {
            return nil
        }
    }

    private enum Operation: UInt32 {
        case unlock = 1
        case change = 2
    }

    /// Longer than any keyring takes to derive its key.
    private static let patience: Duration = .seconds(3)
    // The answer's own length, and the result.
    private static let yes: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 0]
    private static let no: [UInt8] = [0, 0, 0, 8, 0, 0, 0, 1]

    private static func question(_ operation: Operation, _ password: borrowing SecretBytes) -> SecretBytes {
        begun(operation, count: 4 + password.count).appending(password)
    }

    private static func question(
        _ operation: Operation, _ first: borrowing SecretBytes, _ second: borrowing SecretBytes
    ) -> SecretBytes {
        begun(operation, count: 8 + first.count + second.count).appending(first).appending(second)
    }

    /// One byte, with which the kernel's credentials of the sender may come; the length of all behind it, which has
    /// `count` more bytes; and the operation.
    private static func begun(_ operation: Operation, count: Int) -> SecretBytes {
        let header = [0] + bigEndian(8 + count) + bigEndian(Int(operation.rawValue))
        return unsafe SecretBytes(count: header.count) { unsafe $0.copyBytes(from: header) }
    }
}

/// The four bytes of a number in the keyring's protocol.
private func bigEndian(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) } }

extension SecretBytes {
    /// This text, and a password behind its own length.
    fileprivate borrowing func appending(_ password: borrowing SecretBytes) -> SecretBytes {
        let length = bigEndian(password.count)
        return unsafe SecretBytes(count: count + length.count + password.count) { room in
            let behind = unsafe UnsafeMutableRawBufferPointer(rebasing: room[(count + length.count)...])
            unsafe withBytes { unsafe room.copyMemory(from: $0) }
            unsafe UnsafeMutableRawBufferPointer(rebasing: room[count...]).copyBytes(from: length)
            unsafe password.withBytes { unsafe behind.copyMemory(from: $0) }
        }
    }
}
