import GateSystem
import Glibc
import Synchronization

/// Takes the signals that would end a sandbox and passes them to its processes, so that the sandbox ends in order.
final class SignalRelay: Sendable {
    private struct State {
        var daemon: ChildProcess?
        var command: ChildProcess?
        /// The first signal that came before the command started.
        var early: Int32?
    }

    private let state = Mutex(State())

    /// Starts catching these signals, which then no longer end this process.
    func start() {
        Signals.handle { [self] event in
            received(event)
            return true
        }
    }

    private func received(_ event: SignalEvent) {
        state.withLock { state in
            if let command = state.command {
                // The command also gets the signals of the terminal's keys.
                if !event.isFromTerminal { command.send(event.number) }
            } else if state.early == nil {
                state.early = event.number
                state.daemon?.send(SIGTERM)
            }
        }
    }

    /// Ends a daemon that starts after a signal.
    func started(daemon: ChildProcess) {
        state.withLock { state in
            state.daemon = daemon
            if state.early != nil { daemon.send(SIGTERM) }
        }
    }

    /// The signal that came before the command started.
    var interruption: Int32? { state.withLock { $0.early } }

    /// Starts the command unless a signal came first; no signal can fall in between.
    func startCommand(
        _ start: () throws(SystemCallFailure) -> ChildProcess
    ) throws(SandboxFailure) -> ChildProcess {
        let outcome: Result<ChildProcess, SandboxFailure> = state.withLock { state in
            if let early = state.early { return .failure(.interrupted(early)) }
            do throws(SystemCallFailure) {
                let command = try start()
                state.command = command
                return .success(command)
            } catch {
                return .failure(.commandNotStarted(error))
            }
        }
        return try outcome.get()
    }
}
