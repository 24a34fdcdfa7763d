import BiometricGate
import GateModel
import GateWire
import Glibc

/// Plays the finger on a sandbox's reader.
struct VirtualToucher {
    /// Listens while the reader is open.
    private let reader: String
    private let client: GateClient

    init(in environment: ProcessEnvironment) throws(SandboxFailure) {
        guard let directory = environment["BIOGATE_SANDBOX"], let socket = environment["BIOGATE_SOCKET"] else {
            throw .notInSandbox
        }
        reader = SandboxDaemon.readerSocket(in: directory)
        client = GateClient(socket: socket)
    }

    /// Says a command to the reader at each touch of the plan, driven by what the waiting calls report.
    func say(_ command: String, _ plan: TouchPlan, within limit: Duration) async throws(SandboxFailure) {
        let outcome = await withTaskGroup(of: SandboxFailure?.self) { [self] group in
            group.addTask { await follow(command, plan) }
            group.addTask {
                try? await Task.sleep(for: limit)
                return .nobodyWaiting(limit)
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        if let outcome { throw outcome }
    }

    private func follow(_ command: String, _ plan: TouchPlan) async -> SandboxFailure? {
        var plan = plan
        do {
            for try await update in client.watchRequests() {
                switch plan.reported(update.change, of: update.request.id, update.request.progress?.event) {
                case .wait: break
                case .touch: try send(command)
                case .done: return nil
                case .ended: return .callEnded(touches: plan.touchesMade)
                }
            }
            return .unwatched("it ended")
        } catch let failure as SystemCallFailure {
            return .system(failure)
        } catch let error as GateClientError {
            return .unwatched(error.explanation)
        } catch {
            return .unwatched("\(error)")
        }
    }

    /// One command a connection. The driver takes it by closing: a second connection before that would drop the first.
    private func send(_ command: String) throws(SystemCallFailure) {
        let connection = try LocalSocket.connection(to: reader)
        try connection.write(command)
        do throws(SystemCallFailure) {
            _ = try connection.readAll()
        } catch {
            // Closed with the command read, and something of it left.
            guard error.errno == ECONNRESET else { throw error }
        }
    }
}
