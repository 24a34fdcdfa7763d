/// Why bytes are not the structure that they should be.
public enum SSHFault: Error, Hashable, Sendable {
    /// A field reaches beyond the end.
    case truncated
    /// Bytes follow the last field.
    case excess
    /// A field is longer than its limit.
    case tooLong
    /// A field has a value that the structure does not allow.
    case malformed
    /// The structure names an algorithm, a method or a kind that this project does not know.
    case unknown
}

/// Reads SSH's binary structures (RFC 4251, section 5) from the front.
///
/// Each length is compared with the remaining bytes before anything is taken, so a false length costs no memory.
public struct SSHReader: Sendable {
    private var rest: ArraySlice<UInt8>

    public init(_ bytes: [UInt8]) { rest = bytes[...] }

    public var isAtEnd: Bool { rest.isEmpty }

    /// The bytes that are not read yet.
    public var remaining: [UInt8] { Array(rest) }

    public mutating func byte() throws(SSHFault) -> UInt8 {
        guard let byte = rest.popFirst() else { throw .truncated }
        return byte
    }

    /// 0 or 1; OpenSSH writes no other value.
    public mutating func bool() throws(SSHFault) -> Bool {
        switch try byte() {
        case 0: false
        case 1: true
        default: throw .malformed
        }
    }

    public mutating func uint32() throws(SSHFault) -> UInt32 {
        UInt32(truncatingIfNeeded: try integer(bytes: 4))
    }

    public mutating func uint64() throws(SSHFault) -> UInt64 { try integer(bytes: 8) }

    private mutating func integer(bytes: Int) throws(SSHFault) -> UInt64 {
        guard rest.count >= bytes else { throw .truncated }
        defer { rest = rest.dropFirst(bytes) }
        return rest.prefix(bytes).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Bytes behind their length.
    public mutating func string(limit: Int = SSHLimits.message) throws(SSHFault) -> [UInt8] {
        var reader = self
        let count = Int(try reader.uint32())
        guard count <= limit else { throw .tooLong }
        guard count <= reader.rest.count else { throw .truncated }
        rest = reader.rest.dropFirst(count)
        return Array(reader.rest.prefix(count))
    }

    /// UTF-8 behind its length.
    public mutating func text(limit: Int) throws(SSHFault) -> String {
        guard let text = String(validating: try string(limit: limit), as: UTF8.self) else { throw .malformed }
        return text
    }

    /// A number that is positive and written in the fewest bytes, without the leading zero byte that keeps it positive.
    public mutating func positiveInteger(limit: Int) throws(SSHFault) -> [UInt8] {
        let bytes = try string(limit: limit + 1)
        guard let first = bytes.first, first < 0x80 else { throw .malformed }
        guard first == 0 else {
            guard bytes.count <= limit else { throw .tooLong }
            return bytes
        }
        // Without a reason for it, the zero byte would give one number several forms.
        guard bytes.count > 1, bytes[1] >= 0x80 else { throw .malformed }
        return Array(bytes.dropFirst())
    }

    /// Takes bytes that have no length of their own.
    public mutating func skip(_ bytes: [UInt8]) throws(SSHFault) {
        guard rest.starts(with: bytes) else { throw .malformed }
        rest = rest.dropFirst(bytes.count)
    }

    /// Throws if bytes are left.
    public func end() throws(SSHFault) {
        guard rest.isEmpty else { throw .excess }
    }
}

/// The longest fields that are read, in bytes.
public enum SSHLimits {
    /// OpenSSH refuses longer messages of its agent.
    public static let message = 262_144
    public static let hostKey = 16_384
    public static let sessionID = 128
    public static let name = 255
    /// A modulus of 16384 bits, OpenSSH's largest.
    public static let modulus = 2_048
}

/// Writes SSH's binary structures.
public struct SSHWriter: Sendable {
    public private(set) var bytes: [UInt8] = []

    public init() {}

    public mutating func byte(_ value: UInt8) { bytes.append(value) }

    public mutating func bool(_ value: Bool) { bytes.append(value ? 1 : 0) }

    public mutating func uint32(_ value: UInt32) {
        for shift: UInt32 in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    public mutating func uint64(_ value: UInt64) {
        uint32(UInt32(truncatingIfNeeded: value >> 32))
        uint32(UInt32(truncatingIfNeeded: value))
    }

    /// Writes the length, then the bytes. At most 2^32 - 1 of them; all callers' limits are far below.
    public mutating func string(_ value: some Collection<UInt8>) {
        uint32(UInt32(truncatingIfNeeded: value.count))
        bytes += value
    }

    public mutating func string(_ value: String) { string(value.utf8) }

    /// Bytes without a length.
    public mutating func raw(_ value: some Sequence<UInt8>) { bytes += value }

    /// The bytes that `write` makes.
    public static func bytes(_ write: (inout SSHWriter) -> Void) -> [UInt8] {
        var writer = SSHWriter()
        write(&writer)
        return writer.bytes
    }
}
