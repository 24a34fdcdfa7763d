internal import GateSystem
internal import Glibc
internal import Synchronization

/// Takes the signals that would end a sandbox and passes them to its processes, so that the sandbox ends in order.
package final class SignalRelay: Sendable {
    private struct State {
        var daemon: ChildProcess?
        var command: ChildProcess?
        /// The first signal that came before the command started.
        var early: Int32?
    }

    private let state = Mutex(State())

    package init() {}

    /// Takes a signal, which then does not end this process. The terminal's keys send one to every process of the group.
    package func received(_ number: Int32, isFromTerminal: Bool) {
        state.withLock { state in
            if let command = state.command {
                // The command also gets the signals of the terminal's keys.
                if !isFromTerminal { command.send(number) }
            } else if state.early == nil {
                state.early = number
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
