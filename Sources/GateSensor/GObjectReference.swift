internal import CFprint

/// One reference to a GObject, released with this object, on the sensor thread.
@safe
final class GObjectReference {
    /// Valid as long as this object lives.
    let address: UnsafeMutableRawPointer

    /// Takes over a reference that the caller owns (transfer full).
    init(adopting address: UnsafeMutableRawPointer) {
        unsafe self.address = address
    }

    /// Adds a reference to an object that the caller only borrows (transfer none).
    init(retaining address: UnsafeMutableRawPointer) {
        unsafe self.address = g_object_ref(address)
    }

    /// Takes over the floating reference of an object just made (`g_object_ref_sink`).
    init(sinking address: UnsafeMutableRawPointer) {
        unsafe self.address = g_object_ref_sink(address)
    }

    deinit {
        unsafe g_object_unref(address)
    }

    /// How many references exist, this one among them.
    var referenceCount: Int {
        unsafe Int(address.assumingMemoryBound(to: GObject.self).pointee.ref_count)
    }
}
