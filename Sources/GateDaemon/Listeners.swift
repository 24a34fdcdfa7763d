import GateSocket

/// The sockets that are served.
struct Listeners {
    let gate: GateListener
    /// That of the second interface.
    let face: GateListener?

    var connectionCount: Int { gate.connectionCount + (face?.connectionCount ?? 0) }

    /// Accepts nobody from now on.
    func stopAccepting() async {
        await gate.stopAccepting()
        await face?.stopAccepting()
    }

    /// See `GateListener.close`.
    func close(grace: Duration) async {
        await gate.close(grace: grace)
        // Its calls that wait have been ended with the others, and its watches are not waited for.
        await face?.close(grace: .zero)
    }
}
