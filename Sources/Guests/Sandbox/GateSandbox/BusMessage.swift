// The part of D-Bus that a sandbox's daemon and its logind need (D-Bus Specification, "Type System" and "Message
// Protocol"). Only the daemon's bytes come in: the socket is in a directory of its owner's.

/// A value to send.
indirect enum SentValue {
    case text(String), path(String), number(UInt32), bool(Bool)
    /// A descriptor of the message, by its index.
    case descriptor(UInt32)
    case structure([SentValue])
    /// `of` is each element's signature.
    case array(of: String, [SentValue])
    case entry(String, SentValue)
    case variant(SentValue)

    static func properties(_ values: KeyValuePairs<String, SentValue>) -> SentValue {
        .array(of: "{sv}", values.map { .entry($0, .variant($1)) })
    }

    var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .number: "u"
        case .bool: "b"
        case .descriptor: "h"
        case .structure(let values): "(\(values.map(\.signature).joined()))"
        case .array(let element, _): "a\(element)"
        case .entry(_, let value): "{s\(value.signature)}"
        case .variant: "v"
        }
    }
}

/// A message to send.
struct SentMessage {
    enum Kind: UInt8 {
        case answer = 2
        case failure = 3
        case signal = 4
    }

    /// A field of the header by its number; `PATH` is 1.
    enum Field: UInt8 {
        case path = 1
        case interface, member, errorName, replySerial, destination, sender, signature, descriptors
    }

    private(set) var bytes: [UInt8] = []

    init(
        _ kind: Kind, serial: UInt32, _ fields: [(Field, SentValue)], _ body: [SentValue] = [],
        descriptors: UInt32 = 0
    ) {
        var content = SentMessage()
        for value in body { content.write(value) }
        // Little-endian, no flags, version 1.
        bytes = [UInt8(ascii: "l"), kind.rawValue, 1, 1]
        write(.number(UInt32(content.bytes.count)))
        write(.number(serial))
        let length = bytes.count
        write(.number(0))
        for (field, value) in fields { write(field, value.signature, value) }
        if descriptors > 0 { write(.descriptors, "u", .number(descriptors)) }
        if !body.isEmpty { write(.signature, "g", .text(body.map(\.signature).joined())) }
        patch(length, from: length + 4)
        align(to: 8)
        bytes += content.bytes
    }

    private init() {}

    private mutating func write(_ field: Field, _ signature: String, _ value: SentValue) {
        align(to: 8)
        bytes.append(field.rawValue)
        write(signature: signature)
        // A signature's length is one byte.
        if case .text(let text) = value, signature == "g" { write(signature: text) } else { write(value) }
    }

    private mutating func write(_ value: SentValue) {
        switch value {
        case .text(let text), .path(let text):
            write(.number(UInt32(text.utf8.count)))
            bytes += Array(text.utf8) + [0]
        case .number(let number), .descriptor(let number):
            align(to: 4)
            bytes += (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        case .bool(let isTrue): write(.number(isTrue ? 1 : 0))
        case .structure(let values):
            align(to: 8)
            for value in values { write(value) }
        case .array(let element, let values):
            write(.number(0))
            let length = bytes.count - 4
            if element.hasPrefix("(") || element.hasPrefix("{") { align(to: 8) }
            let start = bytes.count
            for value in values { write(value) }
            patch(length, from: start)
        case .entry(let key, let value):
            align(to: 8)
            write(.text(key))
            write(value)
        case .variant(let value):
            write(signature: value.signature)
            write(value)
        }
    }

    private mutating func write(signature: String) {
        bytes += [UInt8(signature.utf8.count)] + Array(signature.utf8) + [0]
    }

    private mutating func align(to size: Int) {
        while !bytes.count.isMultiple(of: size) { bytes.append(0) }
    }

    /// Writes the length of the bytes from `start` on into the place reserved for it.
    private mutating func patch(_ position: Int, from start: Int) {
        for index in 0..<4 { bytes[position + index] = UInt8(truncatingIfNeeded: (bytes.count - start) >> (8 * index)) }
    }
}

/// A received call.
struct ReceivedCall {
    let serial: UInt32
    let wantsAnswer: Bool
    let path: String
    let member: String
    /// The texts at the beginning of its body.
    let arguments: [String]

    /// Removes and returns the first message in the bytes; nil if it is incomplete. Messages other than calls have no
    /// member. Throws if the bytes are not a message.
    static func next(in bytes: inout [UInt8]) throws(NoMessage) -> ReceivedCall? {
        guard bytes.count >= 16 else { return nil }
        guard bytes[0] == UInt8(ascii: "l") else { throw NoMessage() }
        var reader = Reader(bytes: bytes, position: 4)
        let bodyLength = Int(try reader.number())
        let serial = try reader.number()
        let fieldsLength = Int(try reader.number())
        let start = (16 + fieldsLength + 7) / 8 * 8
        guard start + bodyLength <= 1 << 20 else { throw NoMessage() }
        guard bytes.count >= start + bodyLength else { return nil }
        var texts: [UInt8: String] = [:]
        while reader.position < 16 + fieldsLength {
            reader.align(to: 8)
            let field = try reader.byte()
            let signature = try reader.signature()
            switch signature {
            case "s", "o": texts[field] = try reader.text()
            case "g": texts[field] = try reader.signature()
            case "u": _ = try reader.number()
            default: throw NoMessage()
            }
        }
        reader.position = start
        var arguments: [String] = []
        for type in (texts[SentMessage.Field.signature.rawValue] ?? "").utf8 {
            guard type == UInt8(ascii: "s") else { break }
            arguments.append(try reader.text())
        }
        // The lowest flag means that no answer is expected.
        let isCall = bytes[1] == 1
        let wantsAnswer = isCall && bytes[2] & 1 == 0
        bytes.removeFirst(start + bodyLength)
        return ReceivedCall(
            serial: serial, wantsAnswer: wantsAnswer, path: texts[SentMessage.Field.path.rawValue] ?? "",
            member: isCall ? texts[SentMessage.Field.member.rawValue] ?? "" : "", arguments: arguments)
    }

    struct NoMessage: Error {}

    private struct Reader {
        let bytes: [UInt8]
        var position: Int

        mutating func align(to size: Int) { position = (position + size - 1) / size * size }

        mutating func byte() throws(NoMessage) -> UInt8 {
            guard position < bytes.count else { throw NoMessage() }
            defer { position += 1 }
            return bytes[position]
        }

        mutating func number() throws(NoMessage) -> UInt32 {
            align(to: 4)
            var number: UInt32 = 0
            for index in 0..<4 { number |= UInt32(try byte()) << (8 * index) }
            return number
        }

        mutating func text() throws(NoMessage) -> String { try text(of: Int(try number())) }

        mutating func signature() throws(NoMessage) -> String { try text(of: Int(try byte())) }

        private mutating func text(of count: Int) throws(NoMessage) -> String {
            // With the NUL at its end.
            guard count < bytes.count - position else { throw NoMessage() }
            defer { position += count + 1 }
            return String(decoding: bytes[position..<position + count], as: UTF8.self)
        }
    }
}
