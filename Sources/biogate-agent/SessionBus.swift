import GateBus
import GateSystem

/// The message bus of the user's session, on its own thread.
actor SessionBus {
    private nonisolated let loop = PollLoop(named: "biogate-bus")
    private var connection: BusConnection?

    // The bus keeps the loop as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// False if the user has no session with a bus. `lost` is called when that ends the connection.
    func connect(lost: @escaping @Sendable () -> Void) async -> Bool {
        await withCheckedContinuation { continuation in
            BusConnection.open(.session, on: loop) { opened in
                opened?.onClosed(lost)
                self.assumeIsolated { $0.connection = opened }
                continuation.resume(returning: opened != nil)
            }
        }
    }

    /// Ends the connection and its reports.
    func close() {
        connection?.close()
        connection = nil
    }

    /// An object of a service, with the interface to use.
    struct Service: Sendable {
        let name: String
        let path: String
        let interface: String
    }

    /// Calls a method; nil if the service is missing, refuses, or does not answer.
    func call(_ method: String, of service: Service, _ arguments: [BusArgument] = []) async -> BusValue? {
        guard let connection else { return nil }
        return await withCheckedContinuation { continuation in
            connection.call(
                method, of: service.interface, on: service.path, at: service.name, arguments, mayStart: true
            ) { answer in
                switch answer {
                case .reply(let reply): continuation.resume(returning: reply)
                case .refused, .none: continuation.resume(returning: nil)
                }
            }
        }
    }

    /// Reports a signal of the service, until the bus is closed.
    func onSignal(_ member: String, of service: Service, _ body: @escaping @Sendable (BusValue) -> Void) {
        connection?.onSignal(member, of: service.interface, from: service.name, object: service.path) { _, values in
            body(values)
        }
    }
}
