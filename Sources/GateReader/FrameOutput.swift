import GateModel
package import GateSystem
import GateWire
import Synchronization

/// Writes reports to the daemon from any thread; blocks while the daemon does not read.
///
/// A report of a reader's event is written on the sensor's own thread: it is sent before that thread continues. Only the
/// report of a finger waits for the judgement, at most until the sensor's thread has done what it does now: so the
/// daemon is woken once if the driver judges in the same moment. If this process ends in between, the daemon still
/// learns of the finger by the sum in `felt`.
package final class FrameOutput: Sendable {
    private struct State {
        /// The readers as last reported; nil before the first report.
        var readers: [Reader]?
        /// The report of a finger, not written yet.
        var held: [UInt8] = []
        /// The peer has stopped reading.
        var isBroken = false
    }

    private let socket: Descriptor
    private let felt: SharedSum
    private let state = Mutex(State())

    /// - Parameter felt: the sum of the numbers of the operations that felt a finger, once for each finger.
    package init(_ socket: consuming Descriptor, felt: SharedSum) {
        self.socket = socket
        self.felt = felt
    }

    /// Reports changes of the readers, too: before the end of an operation, so that a peer that learns of a failure
    /// finds its reader's new state, but after a judgement, which somebody waits for.
    func send(_ report: ReaderReport, in operation: UInt32, of sensor: any FingerprintSensor) {
        if case .judged = report {
            state.withLock { write(report, in: operation, &$0) }
            letAnswer()
            return tellReaders(of: sensor)
        }
        state.withLock { state in
            switch report {
            case .fingerPresent:
                felt.add(operation)
                hold(report, in: operation, &state)
            case .judged, .readers, .waitingForFinger, .fingerLifted, .retry, .stagePassed, .done, .compared,
                .described, .failed:
                tell(sensor.readers(), &state)
                write(report, in: operation, &state)
            }
        }
    }

    /// Waits until the daemon has answered, which it tells by its next request, or for a millisecond. The kernel wakes
    /// the daemon on this thread's processor, as if this thread would wait for it, and the answer would come after all
    /// that libfprint still has to do.
    private func letAnswer() { _ = socket.awaitsInput(until: .now + .milliseconds(1)) }

    /// Writes the report of a finger that has been felt.
    package func flush() {
        state.withLock { writeHeld(&$0) }
    }

    /// Reports the readers if they changed since the last report.
    func tellReaders(of sensor: any FingerprintSensor) {
        state.withLock { tell(sensor.readers(), &$0) }
    }

    private func tell(_ readers: [Reader], _ state: inout State) {
        guard state.readers != readers else { return }
        state.readers = readers
        write(.readers(readers), in: 0, &state)
    }

    private func hold(_ report: ReaderReport, in operation: UInt32, _ state: inout State) {
        let frame = report.message(in: operation).frame
        unsafe frame.withBytes { unsafe state.held.append(contentsOf: $0) }
    }

    private func write(_ report: ReaderReport, in operation: UInt32, _ state: inout State) {
        if case .judged = report {
            hold(report, in: operation, &state)
            return writeHeld(&state)
        }
        writeHeld(&state)
        let frame = report.message(in: operation).frame
        unsafe frame.withBytes { unsafe write($0, &state) }
    }

    private func writeHeld(_ state: inout State) {
        guard !state.held.isEmpty else { return }
        let held = state.held
        state.held.removeAll(keepingCapacity: true)
        unsafe held.withUnsafeBytes { unsafe write($0, &state) }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, _ state: inout State) {
        guard !state.isBroken else { return }
        do throws(SystemCallFailure) {
            try unsafe socket.write(bytes)
        } catch {
            // The reading side notices the end of the connection.
            state.isBroken = true
        }
    }
}
