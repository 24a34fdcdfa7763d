import GateSocket
import GateWire

extension GateClient {
    /// Makes a call that answers as long as the stream is read, on its own connection. Skips answers that `make` cannot
    /// read, as the contract requires.
    func watch<Element: Sendable>(
        _ method: String, _ parameters: WireObject,
        buffering: AsyncThrowingStream<Element, any Error>.Continuation.BufferingPolicy = .unbounded,
        _ make: @escaping @Sendable (WireObject) -> Element?
    ) -> AsyncThrowingStream<Element, any Error> {
        AsyncThrowingStream(bufferingPolicy: buffering) { continuation in
            let transport = Self.transport(to: socket)
            continuation.onTermination = { _ in transport.close() }
            transport.send(
                OutgoingCall.call(Self.fullName(method), parameters, more: true),
                to: Watcher(continuation, observer, locale, make))
        }
    }
}

/// Passes the answers to one call on to a stream.
private final class Watcher<Element: Sendable>: AnswerReceiver {
    private let continuation: AsyncThrowingStream<Element, any Error>.Continuation
    private let observer: ReplyObserver?
    private let locale: String?
    private let make: @Sendable (WireObject) -> Element?

    init(
        _ continuation: AsyncThrowingStream<Element, any Error>.Continuation, _ observer: ReplyObserver?,
        _ locale: String?, _ make: @escaping @Sendable (WireObject) -> Element?
    ) {
        self.continuation = continuation
        self.observer = observer
        self.locale = locale
        self.make = make
    }

    // Ending the stream closes the connection instead.
    var isCancelled: Bool { false }

    func received(_ reply: consuming IncomingReply) {
        observer?(reply)
        if let error = reply.error {
            continuation.finish(
                throwing: GateClientError(wireName: error, parameters: reply.parameters, locale: locale))
            return
        }
        if let element = make(reply.parameters) { continuation.yield(element) }
        if !reply.continues { continuation.finish() }
    }

    func ended(_ error: GateTransportError) {
        continuation.finish(throwing: GateClientError(error))
    }
}
