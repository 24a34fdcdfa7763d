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

    /// Whether the login keyring opens with a password; nil if it does not say. A daemon that no program has used yet
    /// also refuses the right one.
    func opens(with password: borrowing SecretBytes) -> Bool? {
        do throws(SystemCallFailure) {
            let socket = try Descriptor.connected(to: path)
            // Longer than any keyring takes to derive its key.
            var limit = timeval(tv_sec: 10, tv_usec: 0)
            // The pointer is to a local of the size passed.
            unsafe setsockopt(
                socket.number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
            // One byte, with which the kernel's credentials of the sender may come.
            try socket.write([0])
            try socket.write(Self.question(password))
            switch try socket.readBeginning(Self.answerBytes - 1) {
            case [0, 0, 0, 8, 0, 0, 0, 0]: return true
            case [0, 0, 0, 8, 0, 0, 0, 1]: return false
            default: return nil
            }
        } catch {
            return nil
        }
    }

    private static let answerBytes = 8
    private static let unlock: UInt32 = 1

    /// The length of all, the operation, then the password behind its own length; numbers are big-endian.
    private static func question(_ password: borrowing SecretBytes) -> SecretBytes {
        let length = UInt32(password.count)
        let header = [12 + length, unlock, length].flatMap { number in
            (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
        }
        return unsafe SecretBytes(count: header.count + password.count) { room in
            unsafe room.copyBytes(from: header)
            unsafe password.withBytes { bytes in
                unsafe UnsafeMutableRawBufferPointer(rebasing: room[header.count...]).copyMemory(from: bytes)
            }
        }
    }
}
