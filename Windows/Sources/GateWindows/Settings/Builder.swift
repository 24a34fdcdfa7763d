// What an interface description makes.

internal import CAdwaita

/// The objects of one interface description.
struct Builder {
    private let builder: Object

    /// Nil where the description makes nothing.
    init?(_ description: [UInt8]) {
        let made = unsafe description.withUnsafeBytes { bytes -> Object? in
            // The pointer is valid for the call, and the length is given: no NUL is needed.
            let text = unsafe bytes.bindMemory(to: CChar.self)
            guard let builder = unsafe gtk_builder_new_from_string(text.baseAddress, text.count) else { return nil }
            let object = unsafe Object(UnsafeMutableRawPointer(builder))
            // The builder's maker held a reference besides.
            unsafe g_object_unref(UnsafeMutableRawPointer(builder))
            return object
        }
        guard let made else { return nil }
        builder = made
    }

    /// The object of that id.
    subscript(id: String) -> Object? {
        guard let object = unsafe gtk_builder_get_object(OpaquePointer(builder.pointer), id) else { return nil }
        return unsafe Object(UnsafeMutableRawPointer(object))
    }
}
