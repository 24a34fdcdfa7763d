import GateSecret
import Glibc

/// The daemon's question: one message on the socket, answered by one byte, and by a digest behind it if that is asked for.
///
/// A byte for the kind, the user's number in four bytes and the password's length in two, both little-endian, then the
/// password.
struct PasswordQuestion: ~Copyable {
    enum Kind: UInt8 {
        /// Does the user have a password?
        case exists = 0x48
        /// Is this the password?
        case check = 0x43
        /// What is the digest of the user's entry in the shadow database, under the key in the password's place?
        case digest = 0x44
    }

    let kind: Kind
    let user: uid_t
    let password: SecretBytes

    private static let headerLength = 7
    private static let longestPassword = 4096

    /// Reads one question; nil for anything else.
    init?(from descriptor: Int32) {
        var header = [UInt8](repeating: 0, count: Self.headerLength)
        // The pointer is valid for the bytes passed.
        let hasHeader = unsafe header.withUnsafeMutableBytes { unsafe readFully(descriptor, $0) }
        let kind = hasHeader ? Kind(rawValue: header[0]) : nil
        let length = Int(header[5]) | Int(header[6]) << 8
        var isComplete = kind != nil && length <= Self.longestPassword
        password = unsafe SecretBytes(count: isComplete ? length : 0) { room in
            if isComplete { isComplete = unsafe readFully(descriptor, room) }
        }
        self.kind = kind ?? .exists
        user = (1...4).reversed().reduce(0) { $0 << 8 | UInt32(header[$1]) }
        if !isComplete { return nil }
    }
}

/// The daemon takes any other answer, or none, as "cannot be judged".
enum PasswordAnswer: UInt8 {
    case yes = 0x79
    case no = 0x6E
    /// The account may not sign in at present.
    case refused = 0x72
    case unavailable = 0x75

    /// - Parameter digest: with `yes`, for a question about a digest.
    func send(_ digest: [UInt8] = [], to descriptor: Int32) {
        let bytes = [rawValue] + digest
        // The buffer is valid for its bytes (write(2)); it fails only if nobody waits any more.
        _ = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    }
}

/// Fills the buffer from a descriptor; false at its end or an error.
private func readFully(_ descriptor: Int32, _ room: UnsafeMutableRawBufferPointer) -> Bool {
    var filled = 0
    while filled < room.count {
        // The rest of the buffer, which outlives the call (read(2)).
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[filled...])
        let count = unsafe read(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        filled += count
    }
    return true
}
