/// The data of a call too long to be read that its error needs: the sender and the serial number.
struct LongCall: Hashable, Sendable {
    let sender: String
    let serial: UInt32

    /// Parses a message's header with its fields; nil if the message expects no error, or the header is not in the
    /// bus's form.
    init?(header: [UInt8]) {
        // A method call whose flags request a reply.
        guard header.count > Reader.fixedBytes, header[1] == 1, header[2] & 1 == 0 else { return nil }
        var reader = Reader(header)
        guard let serial = reader.number(at: 8), serial != 0, let sender = reader.sender() else { return nil }
        self.serial = serial
        self.sender = sender
    }

    /// Reads the fields in order. Checks every offset, since another program writes the header.
    private struct Reader {
        static let fixedBytes = 16
        private static let senderField: UInt8 = 7
        private let bytes: [UInt8]
        private let isBig: Bool
        private var place = Reader.fixedBytes

        init(_ bytes: [UInt8]) {
            self.bytes = bytes
            isBig = bytes[0] == UInt8(ascii: "B")
        }

        func number(at place: Int) -> UInt32? {
            guard place + 4 <= bytes.count else { return nil }
            let digits = bytes[place..<place + 4]
            return (isBig ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | UInt32($1) }
        }

        /// Nil if there is no sender, or a field has a type that the bus's own fields lack.
        mutating func sender() -> String? {
            while true {
                place = (place + 7) / 8 * 8
                // The code, and the value's type: one letter.
                guard place + 4 <= bytes.count, bytes[place + 1] == 1, bytes[place + 3] == 0 else { return nil }
                let (code, type) = (bytes[place], bytes[place + 2])
                place += 4
                guard let value = value(of: type) else { return nil }
                if code == Self.senderField { return String(validating: value, as: UTF8.self) }
            }
        }

        /// The bytes of a text, empty for a number; nil for another type, and beyond the end.
        private mutating func value(of type: UInt8) -> ArraySlice<UInt8>? {
            switch type {
            case UInt8(ascii: "s"), UInt8(ascii: "o"):
                guard let length = number(at: place) else { return nil }
                return text(from: place + 4, Int(length))
            case UInt8(ascii: "g"):
                guard place < bytes.count else { return nil }
                return text(from: place + 1, Int(bytes[place]))
            case UInt8(ascii: "u"):
                place += 4
                return []
            default: return nil
            }
        }

        private mutating func text(from start: Int, _ length: Int) -> ArraySlice<UInt8>? {
            guard length < bytes.count, start + length < bytes.count else { return nil }
            place = start + length + 1
            return bytes[start..<start + length]
        }
    }
}
