import GateReader
import GateSystem
import GateWire

extension RemoteSensor {
    /// Receives one process's messages.
    struct Listener: ReaderListener {
        let sensor: RemoteSensor
        let life: Int

        func received(_ message: OperationMessage) -> Bool {
            sensor.assumeIsolated { $0.received(message, in: life) }
        }

        func ended() {
            sensor.assumeIsolated { sensor in
                _ = Task(executorPreference: sensor.loop.taskExecutor) { await sensor.ended(life) }
            }
        }
    }
}
