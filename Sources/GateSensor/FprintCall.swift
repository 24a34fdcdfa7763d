internal import CFprint

/// The user data of one asynchronous libfprint call, retained until its completion, which runs exactly once.
@safe
final class FprintCall {
    typealias Failure = UnsafeMutablePointer<UnsafeMutablePointer<GError>?>

    private let end: (OpaquePointer) -> Void
    /// Called with the matching print of the gallery, the scanned print if the driver gives it, and a retry error, each
    /// nil if absent; all borrowed.
    var matched: ((OpaquePointer?, OpaquePointer?, FprintError?) -> Void)?
    /// Called with the number of stages completed and a retry error, if any.
    var progressed: ((Int, FprintError?) -> Void)?

    /// - Parameter finish: calls the C function's `_finish` with the `GAsyncResult`; nil if that failed.
    init<Value>(
        _ completion: @escaping (Result<Value, FprintError>) -> Void,
        finish: @escaping (_ result: OpaquePointer, _ failure: Failure) -> Value?
    ) {
        unsafe end = { result in
            var failure: UnsafeMutablePointer<GError>?
            if let value = unsafe finish(result, &failure) {
                completion(.success(value))
            } else {
                completion(.failure(unsafe failure.map { unsafe FprintError(adopting: $0) } ?? .device(.general)))
            }
        }
    }

    /// Returns the reference that `ended` releases. Reports borrow the same address; they end before.
    func passRetained() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    static let ended: GAsyncReadyCallback = { _, result, call in
        guard let call = unsafe call else { return }
        let retained = unsafe Unmanaged<FprintCall>.fromOpaque(call).takeRetainedValue()
        if let result = unsafe result { unsafe retained.end(result) }
    }

    static let matchReported: FpMatchCb = { _, match, scanned, call, error in
        guard let call = unsafe call else { return }
        let borrowed = unsafe Unmanaged<FprintCall>.fromOpaque(call).takeUnretainedValue()
        unsafe borrowed.matched?(match, scanned, FprintError(borrowing: error))
    }

    static let enrollProgressed: FpEnrollProgress = { _, completedStages, _, call, error in
        guard let call = unsafe call else { return }
        let borrowed = unsafe Unmanaged<FprintCall>.fromOpaque(call).takeUnretainedValue()
        unsafe borrowed.progressed?(Int(completedStages), FprintError(borrowing: error))
    }
}

/// The user data of one signal connection, freed by GLib with the connection.
@safe
final class SignalHandler {
    let body: () -> Void

    init(_ body: @escaping () -> Void) {
        self.body = body
    }

    /// Returns the reference that `release` releases.
    func passRetained() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    static func call(_ handler: UnsafeMutableRawPointer?) {
        guard let handler = unsafe handler else { return }
        unsafe Unmanaged<SignalHandler>.fromOpaque(handler).takeUnretainedValue().body()
    }

    static let release: GClosureNotify = { handler, _ in
        guard let handler = unsafe handler else { return }
        unsafe Unmanaged<SignalHandler>.fromOpaque(handler).release()
    }
}
