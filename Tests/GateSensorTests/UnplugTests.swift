import GateModel
import Testing
import VirtualReaders

@testable import GateSensor

extension LibfprintSensorTests {
    /// A reader is unplugged in the middle of an operation.
    @Suite struct Unplugging {
        /// The reader's activity when it is unplugged; `wakes` is what would end it, long after.
        enum Moment: String, CaseIterable, CustomTestStringConvertible {
            case opening, armed, enrolling, finishing, listing, deleting, clearing, unanswered

            var testDescription: String { rawValue }
        }

        @Test("Unplugging ends the call at once as disconnected, and leaves no trace", arguments: Moment.allCases)
        func inTheMiddle(of moment: Moment) async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let reader = try bench.reader(.storage)
                let id = bench.id(.storage)
                var changes = await bench.sensor.changes().makeAsyncIterator()
                let log = ScanLog()
                let sensor = bench.sensor
                var call: Task<Void, any Error>
                switch moment {
                case .opening:
                    try reader.send(.keepAlive(true))
                    await sensor.closeNow(id)
                    await sensor.closed(id)
                    // Longer than the test, so that only unplugging ends it.
                    try reader.send(.sleep(600_000))
                    call = Task { try await sensor.identify([print], on: id, report: log.report) }
                    await sensor.occupied(id)
                case .armed, .unanswered:
                    call = Task { try await sensor.identify([print], on: id, report: log.report) }
                    #expect(await log.next(1) == [.waitingForFinger])
                    if moment == .unanswered {
                        try reader.send(.cancellation(enabled: false))
                        call.cancel()
                        await sensor.ping()
                    }
                case .enrolling:
                    call = Task {
                        _ = try await sensor.enroll(
                            .leftThumb, label: nil, user: UserName(rawValue: "alice"), on: id, report: log.report)
                    }
                    #expect(await log.next(1) == [.waitingForFinger])
                    try reader.send(.scan("thumb"))
                    #expect(await log.next(3).last == .waitingForFinger)
                case .finishing:
                    try reader.send([.scan("index"), .sleep(600_000)])
                    #expect(try await sensor.outcome(identifying: [print], on: id) == .matched(print.id))
                    // The next call waits for the finger to lift.
                    call = Task { try await sensor.identify([print], on: id, report: log.report) }
                    await sensor.ping()
                case .listing:
                    call = Task { _ = try await sensor.storedPrints(on: id) }
                    await sensor.occupied(id)
                    try reader.send(.sleep(600_000))
                case .deleting:
                    call = Task { try await sensor.delete(print.template, on: id) }
                    await sensor.occupied(id)
                    try reader.send(.sleep(600_000))
                case .clearing:
                    call = Task { try await sensor.clearStorage(of: id) }
                    await sensor.occupied(id)
                    try reader.send(.sleep(600_000))
                }
                try reader.send(.unplug)
                let failure = await #expect(throws: SensorError.self) { try await call.value }
                // A call that waited for its turn finds no reader any more.
                #expect(failure == (moment == .finishing ? .readerNotFound : .disconnected))
                while case .changed? = await changes.next() {}
                #expect(sensor.readers().contains { $0.id == id } == false)
                await #expect(throws: SensorError.readerNotFound) { try await sensor.storedPrints(on: id) }
                // The other readers go on working.
                _ = try await bench.enroll("index", on: .device)
            }
        }

        @Test("A reader unplugged while it closes is forgotten, and waiting calls do not find it")
        func closing() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .device)
                let id = bench.id(.device)
                let sensor = bench.sensor
                try bench.reader(.device).send(.sleep(600_000))
                await sensor.closeNow(id)
                #expect(await sensor.occupancy(of: id) == "closing")
                let call = Task { try await sensor.verify(print, on: id) { _ in } }
                await sensor.ping()
                try bench.reader(.device).send(.unplug)
                await #expect(throws: SensorError.readerNotFound) { try await call.value }
                #expect(await bench.state(.device) == nil)
            }
        }

        @Test("A reader unplugged asleep is forgotten, and nothing is kept of it")
        func asleep() async throws {
            try await SensorBench.with { bench in
                _ = try await bench.enroll("index", on: .device)
                try bench.reader(.device).send(.keepAlive(true))
                await bench.sensor.suspend()
                try bench.reader(.device).send(.unplug)
                while await bench.state(.device) != nil { await bench.sensor.ping() }
                await bench.sensor.resume()
                #expect(await bench.sensor.departedCount == 0)
                #expect(await bench.state(.device) == nil)
                #expect(await bench.state(.storage) == .ready)
            }
        }
    }
}

extension LibfprintSensor {
    var departedCount: Int { departed.count }

    /// Closes an open reader that no call has.
    func closeNow(_ id: ReaderID) {
        if let slot = slot(id) { close(slot) }
    }

    /// Returns when a call has the reader and waits for libfprint.
    func occupied(_ id: ReaderID) async {
        while slot(id)?.operation?.abandonAnswer == nil { await Task.yield() }
    }
}
