import CGio

/// A value received over a message bus (`GVariant`); reading it as any type never traps.
// The reference lives as long as this object; a value is only asked for its own type.
@safe
package final class BusValue {
    private let variant: OpaquePointer

    /// - Parameter variant: a borrowed reference, which this value retains.
    init(_ variant: OpaquePointer) {
        unsafe self.variant = g_variant_ref(variant)
    }

    /// - Parameter variant: a reference that this value takes over.
    private init(adopting variant: OpaquePointer) {
        unsafe self.variant = variant
    }

    deinit { unsafe g_variant_unref(variant) }

    package var bool: Bool? { isOf(G_VARIANT_CLASS_BOOLEAN) ? unsafe g_variant_get_boolean(variant) != 0 : nil }

    package var unsigned: UInt32? { isOf(G_VARIANT_CLASS_UINT32) ? unsafe g_variant_get_uint32(variant) : nil }

    /// A text, or an object's path.
    package var text: String? {
        guard isOf(G_VARIANT_CLASS_STRING) || isOf(G_VARIANT_CLASS_OBJECT_PATH),
            let text = unsafe g_variant_get_string(variant, nil)
        else { return nil }
        return unsafe String(cString: text)
    }

    /// The index of a descriptor in its message.
    package var handle: Int32? { isOf(G_VARIANT_CLASS_HANDLE) ? unsafe g_variant_get_handle(variant) : nil }

    /// The content of a value of any type.
    package var content: BusValue? {
        guard isOf(G_VARIANT_CLASS_VARIANT), let content = unsafe g_variant_get_variant(variant) else { return nil }
        return unsafe BusValue(adopting: content)
    }

    /// A member of a structure.
    package subscript(index: Int) -> BusValue? { isOf(G_VARIANT_CLASS_TUPLE) ? child(index) : nil }

    /// The elements of an array.
    package var elements: [BusValue]? {
        guard isOf(G_VARIANT_CLASS_ARRAY) else { return nil }
        return unsafe (0..<Int(g_variant_n_children(variant))).compactMap { child($0) }
    }

    private func child(_ index: Int) -> BusValue? {
        guard index >= 0, unsafe index < Int(g_variant_n_children(variant)),
            let member = unsafe g_variant_get_child_value(variant, gsize(index))
        else { return nil }
        return unsafe BusValue(adopting: member)
    }

    /// The value under a key of a dictionary of values of any type (`a{sv}`).
    package subscript(key: String) -> BusValue? {
        guard unsafe String(cString: g_variant_get_type_string(variant)) == "a{sv}",
            let value = unsafe g_variant_lookup_value(variant, key, nil)
        else { return nil }
        return unsafe BusValue(adopting: value)
    }

    private func isOf(_ type: GVariantClass) -> Bool { unsafe g_variant_classify(variant) == type }
}

// A GVariant is immutable, and its references are counted atomically.
extension BusValue: @unchecked Sendable {}
