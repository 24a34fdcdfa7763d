import CGio

/// The message bus of the user's session (`GDBusConnection`).
///
/// Calls are made, and answers and signals arrive, on the loop's thread alone.
// What is passed to GLib lives during the call: the connection for ever, texts as C strings. User data is a retained
// object, which is released once.
@safe
final class SessionBus: Sendable {
    private let loop: LoopThread
    // One reference, which is never given back: the bus is used until the process ends. Any thread may use it.
    private nonisolated(unsafe) let connection: OpaquePointer

    private init(_ connection: OpaquePointer, _ loop: LoopThread) {
        unsafe self.connection = connection
        self.loop = loop
    }

    /// Nil where the user has no session with a bus.
    static func connect(on loop: LoopThread) async -> SessionBus? {
        await withCheckedContinuation { continuation in
            loop.run {
                let call = unsafe PendingAnswer { result in
                    guard let connection = unsafe g_bus_get_finish(result, nil) else {
                        return continuation.resume(returning: nil)
                    }
                    // Without it there are still lines to write.
                    unsafe g_dbus_connection_set_exit_on_close(connection, 0)
                    continuation.resume(returning: unsafe SessionBus(connection, loop))
                }
                unsafe g_bus_get(G_BUS_TYPE_SESSION, nil, PendingAnswer.arrived, call.passRetained())
            }
        }
    }

    /// An object of a service and the interface of it that is used.
    struct Service: Sendable {
        let name: String
        let path: String
        let interface: String
    }

    /// How long a call waits for its answer.
    private static let answerMilliseconds: Int32 = 5000

    /// Calls a method; nil where the service is not there, refuses, or does not answer.
    func call(_ method: String, of service: Service, _ arguments: [BusArgument] = []) async -> BusValue? {
        await withCheckedContinuation { continuation in
            loop.run { [self] in
                let call = unsafe PendingAnswer { [self] result in
                    let reply = unsafe g_dbus_connection_call_finish(connection, result, nil)
                    continuation.resume(returning: unsafe reply.map { unsafe BusValue(adopting: $0) })
                }
                // The call takes the arguments' floating reference over.
                unsafe g_dbus_connection_call(
                    connection, service.name, service.path, service.interface, method,
                    BusArgument.tuple(arguments), nil, G_DBUS_CALL_FLAGS_NONE, Self.answerMilliseconds, nil,
                    PendingAnswer.arrived, call.passRetained())
            }
        }
    }

    /// Reports a signal of the service, until the process ends.
    func onSignal(
        _ member: String, of service: Service, _ body: @escaping @Sendable (BusValue) -> Void
    ) {
        loop.run { [self] in
            // The subscription keeps the handler.
            _ = unsafe g_dbus_connection_signal_subscribe(
                connection, service.name, service.interface, member, service.path, nil, G_DBUS_SIGNAL_FLAGS_NONE,
                { _, _, _, _, _, values, handler in
                    guard let values = unsafe values, let handler = unsafe handler else { return }
                    unsafe Unmanaged<SignalHandler>.fromOpaque(handler).takeUnretainedValue().body(
                        BusValue(retaining: values))
                }, Unmanaged.passRetained(SignalHandler(body)).toOpaque(), nil)
        }
    }
}

/// The user data of one asynchronous call: kept by the call until its completion, which runs exactly once.
@safe
private final class PendingAnswer {
    private let end: (OpaquePointer) -> Void

    init(_ end: @escaping (OpaquePointer) -> Void) {
        unsafe self.end = end
    }

    /// The reference that `arrived` takes back.
    func passRetained() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    static let arrived: GAsyncReadyCallback = { _, result, call in
        guard let call = unsafe call else { return }
        let retained = unsafe Unmanaged<PendingAnswer>.fromOpaque(call).takeRetainedValue()
        if let result = unsafe result { unsafe retained.end(result) }
    }
}

/// The user data of a subscription.
@safe
private final class SignalHandler {
    let body: @Sendable (BusValue) -> Void

    init(_ body: @escaping @Sendable (BusValue) -> Void) {
        self.body = body
    }
}
