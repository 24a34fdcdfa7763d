import GateModel
import GateReader

/// Keeps readers open between operations.
extension RemoteSensor {
    func hold(_ reader: ReaderID) async throws(SensorError) {
        _ = try await perform(.hold(reader), .hold, on: reader)
    }

    /// Throws `driverLost` if the process that held it is gone.
    func letGo(of reader: ReaderID) async throws(SensorError) {
        guard forgetHold(of: reader) else { throw .driverLost }
        _ = try await perform(.letGo(reader), .plain, on: reader, within: Self.answerPatience)
    }

    func settle(_ reader: ReaderID, within patience: Duration?) async throws(SensorError) {
        // Without a process no scan is running.
        guard isThere else { return }
        _ = try await perform(.settle(reader, within: patience), .plain, on: reader)
    }
}
