internal import CFprint

/// A `GCancellable`. libfprint's handlers run on the cancelling thread, so only the sensor thread may cancel.
@safe
final class Cancellable {
    private let reference = unsafe GObjectReference(adopting: UnsafeMutableRawPointer(g_cancellable_new()))

    /// Valid as long as this object lives.
    var pointer: UnsafeMutablePointer<GCancellable> {
        unsafe reference.address.assumingMemoryBound(to: GCancellable.self)
    }

    private(set) var isCancelled = false

    func cancel() {
        isCancelled = true
        unsafe g_cancellable_cancel(pointer)
    }
}
