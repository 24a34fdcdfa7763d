import CSDBus
package import GateSecret
package import GateSystem
import Glibc

/// A value received over a message bus; reading it as any type never traps.
package final class BusValue: Sendable {
    fileprivate enum Content: Sendable {
        case bool(Bool)
        case unsigned(UInt32)
        case text(String)
        case descriptor(BusDescriptor)
        case structure([BusValue])
        case array([BusValue])
        case bytes(HeldSecret)
        /// A dictionary of values of any type (`a{sv}`).
        case dictionary([String: BusValue])
        case any([BusValue])
        /// A type that no reader asks for.
        case other
    }

    private let value: Content

    fileprivate init(_ value: Content) {
        self.value = value
    }

    package var bool: Bool? {
        switch value {
        case .bool(let bool): bool
        default: nil
        }
    }

    package var unsigned: UInt32? {
        switch value {
        case .unsigned(let number): number
        default: nil
        }
    }

    /// A text, or an object's path.
    package var text: String? { if case .text(let text) = value { text } else { nil } }

    package var descriptor: BusDescriptor? { if case .descriptor(let found) = value { found } else { nil } }

    /// The content of a value of any type.
    package var content: BusValue? { if case .any(let values) = value { values.first } else { nil } }

    /// A member of a structure.
    package subscript(index: Int) -> BusValue? {
        guard case .structure(let members) = value, members.indices.contains(index) else { return nil }
        return members[index]
    }

    /// The elements of an array.
    package var elements: [BusValue]? { if case .array(let elements) = value { elements } else { nil } }

    /// The bytes of an array of bytes, in memory that is wiped.
    package var bytes: HeldSecret? { if case .bytes(let bytes) = value { bytes } else { nil } }

    /// The value under a key of a dictionary of values of any type (`a{sv}`).
    package subscript(key: String) -> BusValue? {
        if case .dictionary(let entries) = value { entries[key] } else { nil }
    }
}

extension Dictionary where Key == String {
    /// Nil if a key is there twice.
    package init?(unique entries: [(String, Value)]) {
        self.init(entries) { first, _ in first }
        guard count == entries.count else { return nil }
    }
}

/// An open file that came with a message, closed with its last reference.
package final class BusDescriptor: Sendable {
    package let descriptor: Descriptor

    fileprivate init(_ number: Int32) {
        descriptor = Descriptor(owning: number, path: "from the message bus")
    }
}

/// Reads a message's values, in order. A message with more values than the limit, or a fault, has none.
// The message lives as long as the reader, and every text is copied before the next call (sd_bus_message_read_basic(3)).
@safe
struct BusReader: ~Copyable {
    private static let mostValues = 65_536

    private let message: OpaquePointer
    private let longest: Int
    private var left = BusReader.mostValues

    /// The message's arguments as a structure; an empty one for a message that cannot be read.
    static func values(of message: OpaquePointer) -> BusValue {
        unsafe values(of: message, longest: .max) ?? BusValue(.structure([]))
    }

    /// The message's arguments as a structure; nil if a text has more bytes than `longest`.
    static func values(of message: OpaquePointer, longest: Int) -> BusValue? {
        var reader = unsafe BusReader(message, longest: longest)
        return reader.members().map { BusValue(.structure($0)) }
    }

    private init(_ message: OpaquePointer, longest: Int) {
        unsafe self.message = message
        self.longest = longest
    }

    /// The values up to the end of the container; nil for a fault.
    private mutating func members() -> [BusValue]? {
        var members: [BusValue] = []
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            let found = unsafe sd_bus_message_peek_type(message, &type, &contents)
            guard found > 0 else { return found == 0 ? members : nil }
            guard left > 0, let value = unsafe value(of: UInt8(bitPattern: type), contents) else { return nil }
            left -= 1
            members.append(value)
        }
    }

    private mutating func value(of type: UInt8, _ contents: UnsafePointer<CChar>?) -> BusValue? {
        switch type {
        case UInt8(ascii: "b"): return number(type).map { BusValue(.bool($0 != 0)) }
        case UInt8(ascii: "u"): return number(type).map { BusValue(.unsigned(UInt32(truncatingIfNeeded: $0))) }
        case UInt8(ascii: "h"):
            guard let number = number(type) else { return nil }
            let copy = fcntl(Int32(truncatingIfNeeded: number), F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
            return copy < 0 ? nil : BusValue(.descriptor(BusDescriptor(copy)))
        case UInt8(ascii: "s"), UInt8(ascii: "o"), UInt8(ascii: "g"):
            var text: UnsafePointer<CChar>?
            guard unsafe sd_bus_message_read_basic(message, CChar(type), &text) > 0, let text = unsafe text else {
                return nil
            }
            guard unsafe strnlen(text, longest) < longest || longest == .max else { return nil }
            return BusValue(.text(unsafe String(cString: text)))
        case UInt8(ascii: "v"): return unsafe inside(type, contents).map { BusValue(.any($0)) }
        case UInt8(ascii: "r"), UInt8(ascii: "e"):
            return unsafe inside(type, contents).map { BusValue(.structure($0)) }
        case UInt8(ascii: "a") where unsafe contents.map({ unsafe strcmp($0, "y") == 0 }) ?? false:
            var bytes: UnsafeRawPointer?
            var count = 0
            guard unsafe sd_bus_message_read_array(message, CChar(UInt8(ascii: "y")), &bytes, &count) > 0 else {
                return nil
            }
            // They may be a secret: the message is wiped, too.
            unsafe _ = sd_bus_message_sensitive(message)
            return BusValue(
                .bytes(HeldSecret(unsafe SecretBytes(copying: UnsafeRawBufferPointer(start: bytes, count: count)))))
        case UInt8(ascii: "a"):
            let isDictionary = unsafe contents.map { unsafe strcmp($0, "{sv}") == 0 } ?? false
            guard let elements = unsafe inside(type, contents) else { return nil }
            guard isDictionary else { return BusValue(.array(elements)) }
            let entries = elements.compactMap { entry in
                entry[0]?.text.flatMap { key in entry[1]?.content.map { (key, $0) } }
            }
            // Readers differ in which of two values under one key they take.
            guard let entries = Dictionary(unique: entries) else { return nil }
            return BusValue(.dictionary(entries))
        default: return number(type).map { _ in BusValue(.other) }
        }
    }

    private mutating func inside(_ type: UInt8, _ contents: UnsafePointer<CChar>?) -> [BusValue]? {
        guard unsafe sd_bus_message_enter_container(message, CChar(type), contents) > 0, let members = members(),
            unsafe sd_bus_message_exit_container(message) > 0
        else { return nil }
        return members
    }

    /// The bits of a value of a fixed size, which is at most 64 bits.
    private func number(_ type: UInt8) -> UInt64? {
        var number: UInt64 = 0
        return unsafe sd_bus_message_read_basic(message, CChar(type), &number) > 0 ? number : nil
    }
}
