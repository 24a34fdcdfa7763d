import GateModel
import GateReader

/// Readers that stay open between operations.
extension RemoteSensor {
    func hold(_ reader: ReaderID) async throws(SensorError) {
        _ = try await perform(.hold(reader), .hold, on: reader)
    }

    /// Throws `driverLost` where the process that held it is gone.
    func letGo(of reader: ReaderID) async throws(SensorError) {
        guard forgetHold(of: reader) else { throw .driverLost }
        _ = try await perform(.letGo(reader), .plain, on: reader, within: Self.answerPatience)
    }

    func settle(_ reader: ReaderID, within patience: Duration?) async throws(SensorError) {
        // Nothing lies on a reader that no process drives.
        guard isThere else { return }
        _ = try await perform(.settle(reader, within: patience), .plain, on: reader)
    }
}
