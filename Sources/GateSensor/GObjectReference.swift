internal import CFprint

/// One reference to a GObject, released with this object, on the sensor thread.
@safe
final class GObjectReference {
    /// Valid as long as this object lives.
    let address: UnsafeMutableRawPointer

    /// Takes over a reference owned by the caller (transfer full).
    init(adopting address: UnsafeMutableRawPointer) {
        unsafe self.address = address
    }

    /// Adds a reference to a borrowed object (transfer none).
    init(retaining address: UnsafeMutableRawPointer) {
        unsafe self.address = g_object_ref(address)
    }

    /// Takes over a new object's floating reference (`g_object_ref_sink`).
    init(sinking address: UnsafeMutableRawPointer) {
        unsafe self.address = g_object_ref_sink(address)
    }

    deinit {
        unsafe g_object_unref(address)
    }

    /// The number of references, including this one.
    var referenceCount: Int {
        unsafe Int(address.assumingMemoryBound(to: GObject.self).pointee.ref_count)
    }
}
