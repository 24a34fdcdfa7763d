import BiometricGate
import GateModel
import GateSystem
import GateWire
import Glibc

/// Plays the finger on a sandbox's reader.
struct VirtualToucher {
    /// Listens while the reader is open.
    private let reader: String
    /// What an unplugged reader has in its own storage.
    private let chip: String
    private let client: GateClient

    static let unplugging = "UNPLUG"

    /// `client` calls the daemon of the sandbox in the directory.
    init(in directory: String, client: GateClient) {
        reader = SandboxDaemon.readerSocket(in: directory)
        chip = directory + "/chip"
        self.client = client
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
                case .touch:
                    try fillChip()
                    if command == Self.unplugging { try await emptyChip() }
                    _ = try send(command)
                case .done: return nil
                case .ended: return .callEnded(touches: plan.touchesMade)
                }
            }
            return .unwatched("it ended")
        } catch let failure as SystemCallFailure {
            return .system(failure)
        } catch let error as GateClientError {
            return error.code == .notRunning || error.code == .disconnected ? .ended : .unwatched(error.explanation)
        } catch {
            return .unwatched("\(error)")
        }
    }

    // MARK: What a reader that is unplugged keeps

    /// Notes what the reader has in its own storage, for when it is plugged in again: the next one that libfprint
    /// plays begins empty.
    private func emptyChip() async throws {
        let readers = try await client.listReaders()
        guard readers.contains(where: { $0.capabilities.contains(.storage) }) else { return }
        let file = try Descriptor.open(chip, O_WRONLY | O_CREAT | O_TRUNC)
        try file.write(String(decoding: try send("LIST"), as: UTF8.self))
    }

    /// Puts back what was noted, before the first touch.
    private func fillChip() throws(SystemCallFailure) {
        let prints: [UInt8]
        do throws(SystemCallFailure) {
            prints = try Descriptor.open(chip, O_RDONLY).readAll()
        } catch {
            guard error.isMissing else { throw error }
            return
        }
        for print in prints.split(separator: UInt8(ascii: "\n")) {
            _ = try send("INSERT \(String(decoding: print, as: UTF8.self))")
        }
        // The path is lent to the call as a C string.
        unsafe unlink(chip)
    }

    /// One command a connection. The driver takes it by closing: a second connection before that would drop the first.
    private func send(_ command: String) throws(SystemCallFailure) -> [UInt8] {
        let connection = try Descriptor.connected(to: reader)
        try connection.write(command)
        do throws(SystemCallFailure) {
            return try connection.readAll()
        } catch {
            // Closed with the command read, and something of it left.
            guard error.errno == ECONNRESET else { throw error }
            return []
        }
    }
}
