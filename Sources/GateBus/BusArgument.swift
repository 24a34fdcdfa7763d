import CSDBus

/// A value to send over a message bus.
package enum BusArgument: Sendable {
    case text(String)
    case number(UInt32)
    case signedNumber(Int32)
    case byte(UInt8)
    case bool(Bool)
    case texts([String])
    /// An object's path, which must be valid.
    case path(String)
    case paths([String])
    case structure([BusArgument])
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
        case .path: "o"
        case .paths: "ao"
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .entries(let type, _): "a" + type
        case .dictionary: "a{sv}"
        case .any: "v"
        }
    }

    /// Appends the value to a message that is not sent yet. A value that D-Bus does not allow breaks the message, which
    /// then cannot be sent.
    // Values passed to the calls live during them (sd_bus_message_append_basic(3), sd_bus_message_open_container(3)).
    func append(to message: OpaquePointer) {
        switch self {
        case .text(let text): unsafe Self.append(text, "s", to: message)
        case .path(let path): unsafe Self.append(path, "o", to: message)
        case .number(var number): unsafe _ = sd_bus_message_append_basic(message, Self.letter("u"), &number)
        case .signedNumber(var number): unsafe _ = sd_bus_message_append_basic(message, Self.letter("i"), &number)
        case .byte(var byte): unsafe _ = sd_bus_message_append_basic(message, Self.letter("y"), &byte)
        case .bool(let bool):
            var number: Int32 = bool ? 1 : 0
            unsafe _ = sd_bus_message_append_basic(message, Self.letter("b"), &number)
        case .texts(let texts):
            unsafe Self.contain("a", "s", in: message) {
                for text in texts { unsafe Self.append(text, "s", to: message) }
            }
        case .paths(let paths):
            unsafe Self.contain("a", "o", in: message) {
                for path in paths { unsafe Self.append(path, "o", to: message) }
            }
        case .structure(let members):
            unsafe Self.contain("r", members.map(\.signature).joined(), in: message) {
                for member in members { unsafe member.append(to: message) }
            }
        case .entries(let type, let entries):
            unsafe Self.contain("a", type, in: message) {
                for (key, value) in entries {
                    unsafe Self.entry(String(type.dropFirst().dropLast()), key, value, in: message)
                }
            }
        case .dictionary(let entries):
            unsafe Self.contain("a", "{sv}", in: message) {
                for (key, value) in entries { unsafe Self.entry("sv", .text(key), .any([value]), in: message) }
            }
        case .any(let values):
            guard let value = values.first else { return }
            unsafe Self.contain("v", value.signature, in: message) { unsafe value.append(to: message) }
        }
    }

    private static func entry(_ types: String, _ key: BusArgument, _ value: BusArgument, in message: OpaquePointer) {
        unsafe contain("e", types, in: message) {
            unsafe key.append(to: message)
            unsafe value.append(to: message)
        }
    }

    private static func append(_ text: String, _ type: Unicode.Scalar, to message: OpaquePointer) {
        unsafe text.withCString { unsafe _ = sd_bus_message_append_basic(message, letter(type), $0) }
    }

    private static func contain(
        _ type: Unicode.Scalar, _ contents: String, in message: OpaquePointer, _ body: () -> Void
    ) {
        guard unsafe sd_bus_message_open_container(message, letter(type), contents) >= 0 else { return }
        body()
        unsafe _ = sd_bus_message_close_container(message)
    }

    private static func letter(_ type: Unicode.Scalar) -> CChar { CChar(type.value) }
}
