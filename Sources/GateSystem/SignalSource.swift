package import Dispatch
internal import Glibc

/// Calls `body` for each signal of this number, which has no other effect, until the source is cancelled.
package func signalSource(of number: Int32, _ body: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number)
    source.setEventHandler(handler: body)
    source.resume()
    return source
}
