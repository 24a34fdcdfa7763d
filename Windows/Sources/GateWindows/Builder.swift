// The result of an interface description.

internal import CAdwaita

/// The objects of one interface description.
struct Builder {
    private let builder: Object

    /// Nil if the description makes nothing.
    init?(_ description: [UInt8]) {
        let made = unsafe description.withUnsafeBytes { bytes -> Object? in
            // The pointer is valid for the call, and the length is given, so no NUL is needed.
            let text = unsafe bytes.bindMemory(to: CChar.self)
            guard let builder = unsafe gtk_builder_new_from_string(text.baseAddress, text.count) else { return nil }
            let object = unsafe Object(UnsafeMutableRawPointer(builder))
            // The function that created the builder held a reference, too.
            unsafe g_object_unref(UnsafeMutableRawPointer(builder))
            return object
        }
        guard let made else { return nil }
        builder = made
    }

    /// The object with that id.
    subscript(id: String) -> Object? {
        guard let object = unsafe gtk_builder_get_object(OpaquePointer(builder.pointer), id) else { return nil }
        return unsafe Object(UnsafeMutableRawPointer(object))
    }
}
