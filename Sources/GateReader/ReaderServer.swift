package import GateModel
import GateSystem
package import GateWire

/// A sensor driven by its own process.
package protocol ServedSensor: SleepingSensor {
    /// Whether the process could be replaced without loss: no reader is open or warm, each will surely be found again,
    /// and all possible leftovers of enrolments were reported.
    func isAtRest() async -> Bool
}

/// Serves the daemon's requests in the reader's process, and reports their progress.
///
/// Runs on the sensor's thread, so a report needs no hop. A request for an operation that has ended is ignored: it may
/// be late.
package actor ReaderServer {
    /// A request that runs for the daemon.
    private struct RunningRequest {
        let task: Task<Void, Never>
        /// Whether a scan may request a finger, once that is decided.
        let goAhead: Pledge<Bool>
    }

    /// The name that chips get for a print's user: this process does not know the users.
    private static let owner = UserName(rawValue: "biogate")

    private let sensor: any ServedSensor
    private let executor: any SerialExecutor & TaskExecutor
    private let output: FrameOutput
    private var operations: [UInt32: RunningRequest] = [:]
    private var changes: Task<Void, Never>?

    // The server keeps the executor as long as it lives.
    package nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// - Parameter executor: the sensor's.
    package init(
        for sensor: any ServedSensor, on executor: any SerialExecutor & TaskExecutor, writingTo output: FrameOutput
    ) {
        self.sensor = sensor
        self.executor = executor
        self.output = output
    }

    /// Reports the readers now and after each change.
    package func start() async {
        let changes = await sensor.changes()
        output.tellReaders(of: sensor)
        self.changes = Task.immediate(executorPreference: executor) { [output, sensor] in
            for await _ in changes { output.tellReaders(of: sensor) }
        }
    }

    /// Handles one message; false ends the connection, since this version does not know the message.
    package func received(_ message: OperationMessage) -> Bool {
        guard let request = try? ReaderRequest(message) else { return false }
        let number = message.operation
        switch request {
        case .arm: operations[number]?.goAhead.fulfil(true)
        case .cancel:
            operations[number]?.task.cancel()
            operations[number]?.goAhead.fulfil(false)
        case .identify, .verify, .enroll, .unfinished, .leftovers, .hold, .letGo, .settle, .list, .foreign, .delete,
            .clear, .compare, .describe, .suspend, .resume, .rest, .ping, .stop:
            // Two operations with one number could not be told apart.
            guard operations[number] == nil else { return false }
            begin(request, as: number)
        }
        return true
    }

    private func begin(_ request: ReaderRequest, as number: UInt32) {
        let goAhead = Pledge<Bool>()
        let task = Task(executorPreference: executor) { await self.serve(request, number, goAhead) }
        operations[number] = RunningRequest(task: task, goAhead: goAhead)
    }

    private func serve(_ request: ReaderRequest, _ number: UInt32, _ goAhead: Pledge<Bool>) async {
        let end: ReaderReport?
        do throws(SensorError) {
            end = try await run(request, number, goAhead)
        } catch {
            end = .failed(error)
        }
        operations[number] = nil
        if let end { output.send(end, in: number, of: sensor) }
    }

    /// Runs an operation and returns its final report; nil if that was sent already.
    private func run(
        _ request: ReaderRequest, _ number: UInt32, _ goAhead: Pledge<Bool>
    ) async throws(SensorError) -> ReaderReport? {
        let mayArm: @Sendable () async -> Bool = { await goAhead.value() }
        switch request {
        case .identify(let gallery, let reader):
            let prints = gallery.enumerated().map { index, template in
                GalleryPrint(id: PrintID(rawValue: String(index)), finger: .rightIndex, template: template)
            }
            try await sensor.identify(prints, on: reader, once: mayArm, report: reporter(of: number))
            return nil
        case .verify(let template, let reader):
            let print = GalleryPrint(id: PrintID(rawValue: "0"), finger: .rightIndex, template: template)
            try await sensor.verify(print, on: reader, once: mayArm, report: reporter(of: number))
            return nil
        case .enroll(let finger, let reader):
            let template = try await sensor.enroll(
                finger, label: nil, user: Self.owner, on: reader, report: reporter(of: number))
            return .done([template])
        case .unfinished(let reader): return .done(await sensor.unfinishedPrint(on: reader).map { [$0] } ?? [])
        case .leftovers(let reader): return .done(await sensor.takeUnfinishedPrints(of: reader))
        case .hold(let reader): try await sensor.hold(reader)
        case .letGo(let reader): try await sensor.letGo(of: reader)
        case .settle(let reader, let patience): try await sensor.settle(reader, within: patience)
        case .list(let reader): return .done(try await sensor.storedPrints(on: reader).map(\.template))
        case .foreign(let reader): return .done(await sensor.foreignPrint(on: reader).map { [$0] } ?? [])
        case .delete(let template, let reader): try await sensor.delete(template, on: reader)
        case .clear(let reader): try await sensor.clearStorage(of: reader)
        case .compare(let one, let other): return .compared(isSame: try await sensor.isSamePrint(one, other))
        case .describe(let template, let finger, let user):
            return .described(try await sensor.describe(template, as: finger, of: user))
        case .suspend(let patience): await sensor.suspend(within: patience)
        case .resume: await sensor.resume()
        case .rest: guard await sensor.isAtRest() else { throw .busy }
        case .ping: await sensor.ping()
        case .stop: await sensor.stop()
        case .arm, .cancel: break
        }
        return .done([])
    }

    /// Writes a reader's events, on the thread that they occur on.
    private nonisolated func reporter(of number: UInt32) -> @Sendable (ScanEvent) -> Void {
        { [output, sensor] event in output.send(ReaderReport(event), in: number, of: sensor) }
    }
}

extension ReaderReport {
    /// Prints of the gallery are named by their places.
    fileprivate init(_ event: ScanEvent) {
        self =
            switch event {
            case .waitingForFinger: .waitingForFinger
            case .fingerPresent: .fingerPresent
            case .fingerLifted: .fingerLifted
            case .retry(let hint): .retry(hint)
            case .stagePassed(let stage, let stages): .stagePassed(stage, of: stages)
            case .judged(.matched(let print)): .judged(Int(print.rawValue).map { .matched(index: $0) } ?? .noMatch)
            case .judged(.noMatch): .judged(.noMatch)
            case .judged(.foreign): .judged(.foreign)
            }
    }
}
