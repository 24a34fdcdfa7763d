import CSDBus
package import GateSecret

/// A value to send over a message bus.
package enum BusArgument: Sendable {
    case text(String)
    case number(UInt32)
    case signedNumber(Int32)
    case byte(UInt8)
    case bool(Bool)
    case texts([String])
    /// An array of bytes.
    case bytes(HeldSecret)
    /// An object's path, which must be valid.
    case path(String)
    case paths([String])
    case structure([BusArgument])
    /// An array of structures of this type, for example `(su)`.
    case structures(of: String, [BusArgument])
    /// A dictionary whose entries have this type, for example `{ss}`.
    case entries(of: String, [(BusArgument, BusArgument)])
    /// A dictionary of values of any type (`a{sv}`).
    case dictionary([(String, BusArgument)])
    /// A value of any type.
    case any([BusArgument])

    /// The type in D-Bus's letters.
    var signature: String {
        switch self {
        case .text: "s"
        case .number: "u"
        case .signedNumber: "i"
        case .byte: "y"
        case .bool: "b"
        case .texts: "as"
        case .bytes: "ay"
        case .path: "o"
        case .paths: "ao"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .entries(let type, _), .structures(let type, _): "a" + type
        case .dictionary: "a{sv}"
        case .any: "v"
        }
    }

    /// Appends the value to a message that is not sent yet; false if D-Bus does not allow it. Such a message must not be
    /// sent.
    // Values passed to the calls live during them (sd_bus_message_append_basic(3), sd_bus_message_open_container(3)).
    func append(to message: OpaquePointer) -> Bool {
        switch self {
        case .text(let text): return unsafe Self.append(Self.allowed(text), "s", to: message)
        case .path(let path): return unsafe Self.append(path, "o", to: message)
        case .number(var number): return unsafe sd_bus_message_append_basic(message, Self.letter("u"), &number) >= 0
        case .signedNumber(var number):
            return unsafe sd_bus_message_append_basic(message, Self.letter("i"), &number) >= 0
        case .byte(var byte): return unsafe sd_bus_message_append_basic(message, Self.letter("y"), &byte) >= 0
        case .bool(let bool):
            var number: Int32 = bool ? 1 : 0
            return unsafe sd_bus_message_append_basic(message, Self.letter("b"), &number) >= 0
        case .texts(let texts):
            return unsafe Self.contain("a", "s", in: message) {
                texts.allSatisfy { unsafe Self.append(Self.allowed($0), "s", to: message) }
            }
        case .bytes(let held):
            return unsafe held.bytes.withBytes { bytes in
                unsafe sd_bus_message_append_array(message, Self.letter("y"), bytes.baseAddress, bytes.count) >= 0
                    && sd_bus_message_sensitive(message) >= 0
            }
        case .paths(let paths):
            return unsafe Self.contain("a", "o", in: message) {
                paths.allSatisfy { unsafe Self.append($0, "o", to: message) }
            }
        case .structure(let members):
            return unsafe Self.contain("r", members.map(\.signature).joined(), in: message) {
                members.allSatisfy { unsafe $0.append(to: message) }
            }
        case .structures(let type, let elements):
            return unsafe Self.contain("a", type, in: message) {
                elements.allSatisfy { unsafe $0.append(to: message) }
            }
        case .entries(let type, let entries):
            let types = String(type.dropFirst().dropLast())
            return unsafe Self.contain("a", type, in: message) {
                entries.allSatisfy { unsafe Self.entry(types, $0, $1, in: message) }
            }
        case .dictionary(let entries):
            return unsafe Self.contain("a", "{sv}", in: message) {
                entries.allSatisfy { unsafe Self.entry("sv", .text($0), .any([$1]), in: message) }
            }
        case .any(let values):
            guard let value = values.first else { return false }
            return unsafe Self.contain("v", value.signature, in: message) { unsafe value.append(to: message) }
        }
    }

    /// The text without what sd-bus refuses: Unicode's noncharacters, which other programs may have put into a reason,
    /// and NUL. A notification must not be lost by them.
    private static func allowed(_ text: String) -> String {
        func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
            scalar.value != 0 && scalar.value & 0xFFFE != 0xFFFE && !(0xFDD0...0xFDEF).contains(scalar.value)
        }
        guard !text.unicodeScalars.allSatisfy(isAllowed) else { return text }
        var cleaned = String.UnicodeScalarView()
        cleaned.append(contentsOf: text.unicodeScalars.map { isAllowed($0) ? $0 : "\u{FFFD}" })
        return String(cleaned)
    }

    private static func entry(
        _ types: String, _ key: BusArgument, _ value: BusArgument, in message: OpaquePointer
    ) -> Bool {
        unsafe contain("e", types, in: message) {
            unsafe key.append(to: message) && value.append(to: message)
        }
    }

    private static func append(_ text: String, _ type: Unicode.Scalar, to message: OpaquePointer) -> Bool {
        unsafe text.withCString { unsafe sd_bus_message_append_basic(message, letter(type), $0) >= 0 }
    }

    private static func contain(
        _ type: Unicode.Scalar, _ contents: String, in message: OpaquePointer, _ body: () -> Bool
    ) -> Bool {
        unsafe sd_bus_message_open_container(message, letter(type), contents) >= 0 && body()
            && sd_bus_message_close_container(message) >= 0
    }

    private static func letter(_ type: Unicode.Scalar) -> CChar { CChar(type.value) }
}
