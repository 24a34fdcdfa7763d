internal import CFprint

/// libfprint's context (`FpContext`): the devices that are plugged in, on the sensor thread only.
@safe
final class FprintContext {
    // fp_context_new: transfer full. It makes a context even where USB is not to be had.
    private let reference = unsafe GObjectReference(adopting: UnsafeMutableRawPointer(fp_context_new()))

    private var pointer: UnsafeMutablePointer<FpContext> {
        unsafe reference.address.assumingMemoryBound(to: FpContext.self)
    }

    /// The devices present now (`fp_context_get_devices`), and those unplugged that are still open. The first call
    /// spins the main context until each has been probed.
    func devices() -> [FprintDevice] {
        // transfer none: array and devices stay the context's.
        guard let array = unsafe fp_context_get_devices(pointer) else { return [] }
        return unsafe (0..<Int(array.pointee.len)).compactMap { index in
            unsafe array.pointee.pdata[index].map { unsafe FprintDevice(GObjectReference(retaining: $0)) }
        }
    }

    /// Calls `body` after every device that is plugged in and probed from now on (`device-added`).
    func onAdded(_ body: @escaping () -> Void) {
        unsafe gate_connect_added(
            pointer, { _, _, handler in unsafe SignalHandler.call(handler) }, SignalHandler(body).passRetained(),
            SignalHandler.release)
    }
}
