import CGio

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

    /// A method's arguments as a tuple; returns a floating reference.
    static func tuple(_ arguments: [BusArgument]) -> OpaquePointer? {
        var members = unsafe arguments.map { unsafe $0.variant }
        // Takes over the members' floating references.
        return unsafe g_variant_new_tuple(&members, gsize(members.count))
    }

    /// A floating reference.
    var variant: OpaquePointer? {
        switch self {
        case .text(let text): return unsafe g_variant_new_string(text)
        case .number(let number): return unsafe g_variant_new_uint32(number)
        case .signedNumber(let number): return unsafe g_variant_new_int32(number)
        case .byte(let byte): return unsafe g_variant_new_byte(byte)
        case .bool(let bool): return unsafe g_variant_new_boolean(bool ? 1 : 0)
        case .texts(let texts): return unsafe Self.array(of: "s", texts.map { unsafe g_variant_new_string($0) })
        case .path(let path): return unsafe g_variant_new_object_path(path)
        case .paths(let paths): return unsafe Self.array(of: "o", paths.map { unsafe g_variant_new_object_path($0) })
        case .structure(let members): return unsafe Self.tuple(members)
        case .entries(let type, let entries):
            return unsafe Self.array(
                of: type,
                entries.map { key, value in unsafe g_variant_new_dict_entry(key.variant, value.variant) })
        case .dictionary(let entries):
            return unsafe Self.array(
                of: "{sv}",
                entries.map { key, value in
                    unsafe g_variant_new_dict_entry(g_variant_new_string(key), g_variant_new_variant(value.variant))
                })
        }
    }

    /// Takes over the elements' floating references.
    private static func array(of type: String, _ elements: [OpaquePointer?]) -> OpaquePointer? {
        var elements = unsafe elements
        let type = unsafe g_variant_type_new(type)
        defer { unsafe g_variant_type_free(type) }
        return unsafe g_variant_new_array(type, &elements, gsize(elements.count))
    }
}
