import GateModel
import GatePolicy
import GateSystem
import GateVault

/// The prints with which one reader compares a finger.
struct SoughtFinger {
    let reader: Reader
    let gallery: [GalleryPrint]
    /// The print that a verify-only reader asks for.
    let expected: GalleryPrint?
}

/// The disk's answer about a scan to arm.
enum Arming {
    case written(ScanTicket)
    case refused(KeystoreError)

    var isWritten: Bool {
        switch self {
        case .written: true
        case .refused: false
        }
    }
}

/// Starts the sensor's operations, each in its own task, so that the call can go on listening. Results are posted to
/// the call's inbox; the tasks hold nothing else of the daemon.
///
/// A task runs on the loop only because it captures the caller's isolation.
struct SensorOperations: Sendable {
    let sensor: any FingerprintSensor
    let scans: any ScanLedger
    let tasks: any TaskExecutor

    /// Writes that a scan is armed, so that nothing needs to be written between the touch and the answer.
    func arm(_ user: UserID, isolation: isolated (any Actor)? = #isolation) -> Pledge<Arming> {
        let arming = Pledge<Arming>()
        Task.immediate(executorPreference: tasks) { [scans] in
            _ = isolation
            do throws(KeystoreError) {
                arming.fulfil(.written(try await scans.arm(user)))
            } catch {
                arming.fulfil(.refused(error))
            }
        }
        return arming
    }

    /// Compares a finger, once the reader's previous operation has ended and `arming` is on disk.
    func scan(
        _ finger: SoughtFinger, as id: OperationID, _ inbox: Inbox<CallEvent>, behind before: Task<Void, Never>?,
        once arming: Pledge<Arming>, isolation: isolated (any Actor)? = #isolation
    ) -> Task<Void, Never> {
        run(id, inbox) { sensor, report throws(SensorError) in
            await before?.value
            let mayArm: @Sendable () async -> Bool = { await arming.value().isWritten }
            if let expected = finger.expected {
                try await sensor.verify(expected, on: id.reader, once: mayArm, report: report)
            } else {
                try await sensor.identify(finger.gallery, on: id.reader, once: mayArm, report: report)
            }
            return nil
        }
    }

    /// Runs an operation and posts its result. A scan's outcome comes earlier, as the event that the sensor reports.
    func run(
        _ id: OperationID, _ inbox: Inbox<CallEvent>, isolation: isolated (any Actor)? = #isolation,
        _ body:
            @escaping @Sendable (
                any FingerprintSensor, @escaping @Sendable (ScanEvent) -> Void
            ) async throws(SensorError) -> Template?
    ) -> Task<Void, Never> {
        Task.immediate(executorPreference: tasks) { [sensor] in
            _ = isolation
            do throws(SensorError) {
                if let template = try await body(sensor, { inbox.post(.scan($0, id)) }) {
                    inbox.post(.finished(.success(.enrolled(template)), id))
                }
            } catch {
                inbox.post(.finished(.failure(error), id))
            }
        }
    }

    /// Waits for the end of the reader's last scan, and posts it.
    func settle(
        _ reader: ReaderID, _ inbox: Inbox<CallEvent>, isolation: isolated (any Actor)? = #isolation
    ) -> Task<Void, Never> {
        Task.immediate(executorPreference: tasks) { [sensor] in
            _ = isolation
            do throws(SensorError) { try await sensor.settle(reader, within: nil) } catch {}
            inbox.post(.settled)
        }
    }

    /// Waits for the end of the reader's last scan. Returns false if the task was cancelled first.
    func settle(
        _ reader: ReaderID, isolation: isolated (any Actor)? = #isolation
    ) -> Task<Bool, Never> {
        Task.immediate(executorPreference: tasks) { [sensor] in
            _ = isolation
            do throws(SensorError) { try await sensor.settle(reader, within: nil) } catch {}
            return !Task.isCancelled
        }
    }
}
