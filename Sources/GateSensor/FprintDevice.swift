internal import CFprint
internal import GateModel

/// libfprint's device (`FpDevice`); on the sensor thread only.
///
/// Every operation is the asynchronous C call. Its completion runs once, from the main loop; its reports may run within
/// the starting call itself.
@safe
final class FprintDevice {
    /// The result of one scan.
    enum MatchReport {
        /// The position in the gallery.
        case matched(Int)
        case noMatch
        /// No match in the gallery, but the chip found the finger among its other stored prints: this one.
        case foreign(Template?)
        case poor(ScanHint)
    }

    /// One touch of an enrolment.
    enum EnrollReport {
        case stagePassed(Int)
        case poor(ScanHint)
    }

    typealias Completion<Value> = (Result<Value, FprintError>) -> Void

    private let reference: GObjectReference

    /// Valid as long as this object lives.
    var pointer: UnsafeMutablePointer<FpDevice> { unsafe reference.address.assumingMemoryBound(to: FpDevice.self) }

    init(_ reference: GObjectReference) {
        self.reference = reference
    }

    /// References to the C object, for tests that look for leaks.
    var referenceCount: Int { reference.referenceCount }

    var isOpen: Bool { unsafe fp_device_is_open(pointer) != 0 }

    /// The finger status, `FP_FINGER_STATUS_NEEDED` and `FP_FINGER_STATUS_PRESENT`.
    var fingerStatus: (isNeeded: Bool, isPresent: Bool) {
        let status = unsafe fp_device_get_finger_status(pointer).rawValue
        return (
            status & FP_FINGER_STATUS_NEEDED.rawValue != 0, status & FP_FINGER_STATUS_PRESENT.rawValue != 0
        )
    }

    func open(completion: @escaping Completion<Void>) {
        let opened: Completion<Void> = { result in
            if case .failure = result, !self.isOpen { unsafe gate_close_usb(self.pointer) }
            completion(result)
        }
        let call = unsafe call(opened, fp_device_open_finish)
        unsafe fp_device_open(pointer, nil, FprintCall.ended, call.passRetained())
    }

    /// The device is closed afterwards, whatever the result.
    func close(completion: @escaping Completion<Void>) {
        let call = unsafe call(completion, fp_device_close_finish)
        unsafe fp_device_close(pointer, nil, FprintCall.ended, call.passRetained())
    }

    func suspend(completion: @escaping Completion<Void>) {
        let call = unsafe call(completion, fp_device_suspend_finish)
        unsafe fp_device_suspend(pointer, nil, FprintCall.ended, call.passRetained())
    }

    func resume(completion: @escaping Completion<Void>) {
        let call = unsafe call(completion, fp_device_resume_finish)
        unsafe fp_device_resume(pointer, nil, FprintCall.ended, call.passRetained())
    }

    func identify(
        _ gallery: [FprintPrint], cancellable: Cancellable, report: @escaping (MatchReport) -> Void,
        completion: @escaping Completion<Void>
    ) {
        let call = unsafe call(completion) { unsafe fp_device_identify_finish($0, $1, nil, nil, $2) }
        unsafe call.matched = Self.matchReport(gallery, report)
        // The array owns a reference to each print; the call copies the array.
        let array = unsafe g_ptr_array_new_with_free_func(g_object_unref)
        defer { unsafe g_ptr_array_unref(array) }
        for print in gallery { unsafe g_ptr_array_add(array, g_object_ref(UnsafeMutableRawPointer(print.pointer))) }
        let data = unsafe call.passRetained()
        unsafe fp_device_identify(
            pointer, array, cancellable.pointer, FprintCall.matchReported, data, nil, FprintCall.ended, data)
    }

    func verify(
        _ print: FprintPrint, cancellable: Cancellable, report: @escaping (MatchReport) -> Void,
        completion: @escaping Completion<Void>
    ) {
        let call = unsafe call(completion) { unsafe fp_device_verify_finish($0, $1, nil, nil, $2) }
        unsafe call.matched = Self.matchReport([print], report)
        let data = unsafe call.passRetained()
        unsafe fp_device_verify(
            pointer, print.pointer, cancellable.pointer, FprintCall.matchReported, data, nil, FprintCall.ended, data)
    }

    /// - Parameter template: a blank print with the metadata to store.
    func enroll(
        _ template: FprintPrint, cancellable: Cancellable, report: @escaping (EnrollReport) -> Void,
        completion: @escaping Completion<FprintPrint>
    ) {
        let call = unsafe FprintCall(completion) { [self] result, failure -> FprintPrint? in
            // A stored print must be reported to be deleted, even if the cancellation came too late.
            unsafe gate_keep_late_success(result)
            // transfer full
            guard let print = unsafe fp_device_enroll_finish(pointer, result, failure) else { return nil }
            return unsafe FprintPrint(GObjectReference(adopting: UnsafeMutableRawPointer(print)))
        }
        call.progressed = { completedStages, error in
            switch error {
            case nil: report(.stagePassed(completedStages))
            case .retry(let hint): report(.poor(hint))
            // libfprint guarantees the retry domain here.
            case .device, .cancelled, .unknown: break
            }
        }
        let data = unsafe call.passRetained()
        unsafe fp_device_enroll(
            pointer, template.pointer, cancellable.pointer, FprintCall.enrollProgressed, data, nil, FprintCall.ended,
            data)
    }

    func listPrints(cancellable: Cancellable, completion: @escaping Completion<[FprintPrint]>) {
        let call = unsafe FprintCall(completion) { [self] result, failure -> [FprintPrint]? in
            // transfer container: the array's free function releases the prints.
            guard let array = unsafe fp_device_list_prints_finish(pointer, result, failure) else { return nil }
            defer { unsafe g_ptr_array_unref(array) }
            return unsafe (0..<Int(array.pointee.len)).compactMap { index in
                unsafe array.pointee.pdata[index].map { unsafe FprintPrint(GObjectReference(retaining: $0)) }
            }
        }
        unsafe fp_device_list_prints(pointer, cancellable.pointer, FprintCall.ended, call.passRetained())
    }

    /// Captures one scan, standardized by libfprint, once a finger is there.
    func capture(cancellable: Cancellable, completion: @escaping Completion<CapturedImage>) {
        let call = unsafe FprintCall(completion) { [self] result, failure -> CapturedImage? in
            // transfer full
            guard let image = unsafe fp_device_capture_finish(pointer, result, failure) else { return nil }
            defer { unsafe g_object_unref(UnsafeMutableRawPointer(image)) }
            var count: gsize = 0
            // transfer none
            let start = unsafe fp_image_get_data(image, &count)
            let pixels = unsafe Array(UnsafeBufferPointer(start: start, count: Int(count)))
            return unsafe CapturedImage(
                width: Int(fp_image_get_width(image)), height: Int(fp_image_get_height(image)), pixels: pixels)
        }
        unsafe fp_device_capture(pointer, 1, cancellable.pointer, FprintCall.ended, call.passRetained())
    }

    /// Not cancellable: a deletion half done would leave the storage unknown.
    func deletePrint(_ print: FprintPrint, completion: @escaping Completion<Void>) {
        let call = unsafe call(completion, fp_device_delete_print_finish)
        unsafe fp_device_delete_print(pointer, print.pointer, nil, FprintCall.ended, call.passRetained())
    }

    /// Not cancellable, like `deletePrint`.
    func clearStorage(completion: @escaping Completion<Void>) {
        let call = unsafe call(completion, fp_device_clear_storage_finish)
        unsafe fp_device_clear_storage(pointer, nil, FprintCall.ended, call.passRetained())
    }

    /// A call whose finish function returns only success.
    private func call(
        _ completion: @escaping Completion<Void>,
        _ finish: @escaping (UnsafeMutablePointer<FpDevice>?, OpaquePointer?, FprintCall.Failure?) -> gboolean
    ) -> FprintCall {
        unsafe FprintCall(completion) { [self] result, failure in
            unsafe finish(pointer, result, failure) != 0 ? () : nil
        }
    }

    /// A match is a print of the gallery by its address; any other print is no match. A chip that recognizes the finger
    /// then gives the stored print; other readers give the scan.
    private static func matchReport(
        _ gallery: [FprintPrint], _ report: @escaping (MatchReport) -> Void
    ) -> (OpaquePointer?, OpaquePointer?, FprintError?) -> Void {
        { match, scanned, error in
            switch error {
            case nil:
                let position = unsafe match.flatMap { match in gallery.firstIndex { unsafe $0.pointer == match } }
                if let position { return report(.matched(position)) }
                guard let scanned = unsafe scanned, unsafe fp_print_get_device_stored(scanned) != 0 else {
                    return report(.noMatch)
                }
                let print = unsafe FprintPrint(GObjectReference(retaining: UnsafeMutableRawPointer(scanned)))
                report(.foreign(print.isNamedByDriver ? print.template : nil))
            case .retry(let hint): report(.poor(hint))
            // libfprint guarantees the retry domain here; other errors come with the completion.
            case .device, .cancelled, .unknown: break
            }
        }
    }
}
