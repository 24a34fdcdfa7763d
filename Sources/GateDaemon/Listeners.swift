import GateSocket

/// The daemon's listening sockets.
struct Listeners {
    let gate: GateListener
    /// The socket of the face interface.
    let face: GateListener?

    var connectionCount: Int { gate.connectionCount + (face?.connectionCount ?? 0) }

    func stopAccepting() async {
        await gate.stopAccepting()
        await face?.stopAccepting()
    }

    /// See `GateListener.close`.
    func close(grace: Duration) async {
        await gate.close(grace: grace)
        // Its waiting calls have ended with the others, and its watches need no grace.
        await face?.close(grace: .zero)
    }
}
