package import BiometricGate
internal import GateModel
internal import GateSystem

/// Touches a sandbox's reader.
package struct VirtualToucher {
    private let directory: String
    private let client: GateClient

    package static let unplugging = "UNPLUG"

    /// `client` calls the daemon of the sandbox in the directory.
    package init(in directory: String, client: GateClient) {
        self.directory = directory
        self.client = client
    }

    /// Sends a command to the reader for each touch of the plan, driven by the waiting calls' reports.
    package func say(_ command: String, _ plan: TouchPlan, within limit: Duration) async throws(SandboxFailure) {
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
                case .touch:
                    // Restores the prints of a reader that was just opened before touching it, and saves those of a
                    // reader that may be unplugged.
                    try SandboxControl.ask(.note, in: directory)
                    _ = try VirtualChip.send(command, in: directory)
                case .done: return nil
                case .ended: return .callEnded(touches: plan.touchesMade)
                }
            }
            return .unwatched("it ended")
        } catch let failure as SystemCallFailure {
            return .system(failure)
        } catch let failure as SandboxFailure {
            return failure
        } catch let error as GateClientError {
            return error.code == .notRunning || error.code == .disconnected ? .ended : .unwatched(error.explanation)
        } catch {
            return .unwatched("\(error)")
        }
    }
}
