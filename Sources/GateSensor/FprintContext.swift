internal import CFprint

/// libfprint's context (`FpContext`) with the devices plugged in; on the sensor thread only.
@safe
final class FprintContext {
    // fp_context_new: transfer full. Succeeds even without access to USB.
    private let reference = unsafe GObjectReference(adopting: UnsafeMutableRawPointer(fp_context_new()))

    private var pointer: UnsafeMutablePointer<FpContext> {
        unsafe reference.address.assumingMemoryBound(to: FpContext.self)
    }

    /// The devices present (`fp_context_get_devices`), and unplugged ones that are still open. The first call spins the
    /// main context until each has been probed.
    func devices() -> [FprintDevice] {
        // transfer none: the context keeps the array and the devices.
        guard let array = unsafe fp_context_get_devices(pointer) else { return [] }
        return unsafe (0..<Int(array.pointee.len)).compactMap { index in
            unsafe array.pointee.pdata[index].map { unsafe FprintDevice(GObjectReference(retaining: $0)) }
        }
    }

    /// Calls `body` after each device that is plugged in and probed from now on (`device-added`).
    func onAdded(_ body: @escaping () -> Void) {
        unsafe gate_connect_added(
            pointer, { _, _, handler in unsafe SignalHandler.call(handler) }, SignalHandler(body).passRetained(),
            SignalHandler.release)
    }
}
