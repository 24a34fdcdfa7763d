import GateModel
package import GateSystem
import GateWire
import Synchronization

/// Writes reports to the daemon from any thread; blocks while the daemon does not read.
///
/// A report of a reader's event is written on the sensor's own thread: it is sent before that thread continues.
package final class FrameOutput: Sendable {
    private struct State {
        /// The readers as last reported; nil before the first report.
        var readers: [Reader]?
        /// The peer has stopped reading.
        var isBroken = false
    }

    private let socket: Descriptor
    private let state = Mutex(State())

    package init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    /// Reports changes of the readers first: a peer that learns of a failure then finds its reader's new state.
    func send(_ report: ReaderReport, in operation: UInt32, of sensor: any SleepingSensor) {
        state.withLock { state in
            tell(sensor.readers(), &state)
            write(report, in: operation, &state)
        }
    }

    /// Reports the readers if they changed since the last report.
    func tellReaders(of sensor: any SleepingSensor) {
        state.withLock { tell(sensor.readers(), &$0) }
    }

    private func tell(_ readers: [Reader], _ state: inout State) {
        guard state.readers != readers else { return }
        state.readers = readers
        write(.readers(readers), in: 0, &state)
    }

    private func write(_ report: ReaderReport, in operation: UInt32, _ state: inout State) {
        guard !state.isBroken else { return }
        let frame = report.message(in: operation).frame
        do throws(SystemCallFailure) {
            try unsafe frame.withBytes { (bytes) throws(SystemCallFailure) in try unsafe socket.write(bytes) }
        } catch {
            // The reading side notices the end of the connection.
            state.isBroken = true
        }
    }
}
