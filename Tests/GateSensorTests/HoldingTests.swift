import GateModel
import Testing
import VirtualReaders

@testable import GateSensor

extension LibfprintSensorTests {
    @Suite struct Holding {
        @Test("A held reader stays open between scans, and is closed when it is released, before that returns")
        func held() async throws {
            try await SensorBench.with(burst: .zero) { bench in
                let print = try await bench.enroll("index", on: .storage)
                let id = bench.id(.storage)
                await bench.sensor.closed(id)
                try await bench.sensor.hold(id)
                for _ in 0..<2 {
                    #expect(await bench.sensor.isOpen(id))
                    let log = ScanLog()
                    let scan = bench.identify([print], on: .storage, log)
                    #expect(await log.next(1) == [.waitingForFinger])
                    try bench.reader(.storage).send(.scan("index"))
                    #expect(try await scan.value == .matched(print.id))
                    try await bench.sensor.settle(id, within: nil)
                }
                // A scan's failure does not decide whether the reader is open.
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.error(0))
                await #expect(throws: SensorError.faulted) { try await scan.value }
                #expect(await bench.sensor.isOpen(id))
                // The machine sleeps.
                await bench.sensor.suspend()
                #expect(await !bench.sensor.isOpen(id))
                await bench.sensor.resume()
                try await bench.sensor.hold(id)
                #expect(await bench.sensor.isOpen(id))
                try await bench.sensor.letGo(of: id)
                #expect(await !bench.sensor.isOpen(id))
            }
        }

        @Test("An armed reader is held at once, and released without affecting the scan")
        func heldWhileArmed() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try await bench.sensor.hold(bench.id(.storage))
                try await bench.sensor.letGo(of: bench.id(.storage))
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await scan.value == .matched(print.id))
            }
        }

        @Test("A scan that begins while a reader is opened for holding waits for the opening")
        func scanWhileOpening() async throws {
            try await SensorBench.with(burst: .zero) { bench in
                let print = try await bench.enroll("index", on: .storage)
                let id = bench.id(.storage)
                await bench.sensor.closed(id)
                let log = ScanLog()
                let (hold, scan) = await bench.sensor.holdAndScan(id, [print], log)
                try await hold.value
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await scan.value == .matched(print.id))
                try await bench.sensor.letGo(of: id)
            }
        }

        @Test("A held reader reports a finger that arrives and one that leaves")
        func edges() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                try await bench.sensor.hold(bench.id(.storage))
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send([.finger(present: true), .finger(present: false)])
                #expect(await log.next(2) == [.fingerPresent, .fingerLifted])
                scan.cancel()
                await #expect(throws: SensorError.cancelled) { try await scan.value }
            }
        }

        @Test("A resting finger is awaited for a time, and then its scan is cancelled")
        func settled() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let id = bench.id(.storage)
                try bench.reader(.storage).send([.scan("index"), .sleep(600_000)])
                #expect(try await bench.sensor.outcome(identifying: [print], on: id) == .matched(print.id))
                #expect(await bench.sensor.occupancy(of: id) == "finishing")
                try await bench.sensor.settle(id, within: .milliseconds(1))
                #expect(await bench.sensor.occupancy(of: id) == "free")
                // There is nothing to wait for.
                try await bench.sensor.settle(id, within: nil)
            }
        }
    }
}

extension LibfprintSensor {
    fileprivate func isOpen(_ id: ReaderID) -> Bool { slot(id)?.device.isOpen == true }
}

extension LibfprintSensor {
    /// Begins both before libfprint can have opened the reader.
    fileprivate func holdAndScan(
        _ id: ReaderID, _ gallery: [GalleryPrint], _ log: ScanLog
    ) -> (Task<Void, any Error>, Task<ScanOutcome, any Error>) {
        let hold = Task.immediate { try await self.hold(id) }
        let scan = Task.immediate { try await self.outcome(identifying: gallery, on: id, report: log.report) }
        return (hold, scan)
    }
}
