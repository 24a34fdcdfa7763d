/// Follows the bus's bytes to a client that has sent its whole greeting, and finds messages too long to be read, of
/// which it reads only the header. Pure.
struct MessageLimit: Sendable {
    /// The next step.
    enum Step: Hashable, Sendable {
        /// Wait for more bytes.
        case wait
        case pass(Int)
        case drop(Int)
        /// Drop these bytes, and answer the call that they begin with an error.
        case refuse(LongCall, Int)
        /// The bytes are not a message bus's.
        case end
    }

    private enum Place {
        /// In the line that accepts the client.
        case greeting
        /// Before a message.
        case between
        case passing(left: Int)
        case dropping(left: Int)
    }

    private static let headerBytes = 16
    private static let greetingBytes = 256
    /// The longest header that is read of a message too long, in bytes.
    private static let fieldBytes = 4096
    private let longest: Int
    private var place: Place = .greeting

    /// - Parameter longest: the bytes of a message with its header.
    init(longest: Int) {
        self.longest = longest
    }

    /// Consumes the bytes that the step names, passing at most `room`.
    mutating func step(_ bytes: some RandomAccessCollection<UInt8>, room: Int) -> Step {
        guard !bytes.isEmpty else { return .wait }
        switch place {
        case .greeting: return greeted(bytes)
        case .between: return begun(bytes, room: room)
        case .passing(let left):
            let count = min(left, bytes.count, room)
            place = count == left ? .between : .passing(left: left - count)
            return .pass(count)
        case .dropping(let left):
            let count = min(left, bytes.count)
            place = count == left ? .between : .dropping(left: left - count)
            return .drop(count)
        }
    }

    private mutating func greeted(_ bytes: some RandomAccessCollection<UInt8>) -> Step {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            return bytes.count < Self.greetingBytes ? .wait : .end
        }
        guard bytes.starts(with: "OK ".utf8) else { return .end }
        place = .between
        return .drop(bytes.distance(from: bytes.startIndex, to: end) + 1)
    }

    private mutating func begun(_ bytes: some RandomAccessCollection<UInt8>, room: Int) -> Step {
        guard bytes.count >= Self.headerBytes else { return .wait }
        let header = Array(bytes.prefix(Self.headerBytes))
        guard header[0] == UInt8(ascii: "l") || header[0] == UInt8(ascii: "B") else { return .end }
        func number(at place: Int) -> Int {
            let digits = header[place..<place + 4]
            return (header[0] == UInt8(ascii: "B") ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        // The header's fields, padded to eight bytes, and the body.
        let fields = number(at: 12)
        let length = Self.headerBytes + (fields + 7) / 8 * 8 + number(at: 4)
        guard length > longest else {
            place = .passing(left: length)
            return step(bytes, room: room)
        }
        if fields <= Self.fieldBytes {
            guard bytes.count >= Self.headerBytes + fields else { return .wait }
            if let call = LongCall(header: Array(bytes.prefix(Self.headerBytes + fields))) {
                let count = min(length, bytes.count)
                place = count == length ? .between : .dropping(left: length - count)
                return .refuse(call, count)
            }
        }
        place = .dropping(left: length)
        return step(bytes, room: room)
    }
}
