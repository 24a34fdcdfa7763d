import GateModel
package import GateSystem
import GateWire
import Synchronization

/// Writes reports to the daemon, from whichever thread has one, and blocks where the daemon does not read.
///
/// A report of what a reader did goes out on the sensor's own thread: the daemon has it before that thread does anything
/// else.
package final class FrameOutput: Sendable {
    private struct State {
        /// What the daemon was told last; nil before the first time.
        var readers: [Reader]?
        /// Nobody reads any more.
        var isBroken = false
    }

    private let socket: Descriptor
    private let state = Mutex(State())

    package init(_ socket: consuming Descriptor) {
        self.socket = socket
    }

    /// What is new of the readers goes out before it: who hears that an operation failed finds its reader as it is.
    func send(_ report: ReaderReport, in operation: UInt32, of sensor: any SleepingSensor) {
        state.withLock { state in
            tell(sensor.readers(), &state)
            write(report, in: operation, &state)
        }
    }

    /// Tells of the readers where they are not as they were told last.
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
            // The end of the connection is met by whoever reads from it.
            state.isBroken = true
        }
    }
}
