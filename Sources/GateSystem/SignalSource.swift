package import Dispatch

/// Calls `body` for each signal of this number, which has no other effect, until the source is cancelled.
///
/// The default action holds until this returns; from then on no signal is lost.
package func signalSource(of number: Int32, _ body: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler(handler: body)
    // Another thread registers the source, and replaces the signal's action then.
    let registered = DispatchSemaphore(value: 0)
    source.setRegistrationHandler { registered.signal() }
    source.resume()
    registered.wait()
    return source
}
