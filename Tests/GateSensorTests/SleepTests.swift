import GateModel
import Testing
import VirtualReaders

@testable import GateSensor

extension LibfprintSensorTests {
    /// The machine sleeps in the middle of an operation.
    @Suite struct Sleep {
        enum Moment: String, CaseIterable, CustomTestStringConvertible {
            case idle, opening, armed, enrolling, finishing, closing, listing

            var testDescription: String { rawValue }
        }

        @Test("Sleep ends running calls as suspended, and later everything works again", arguments: Moment.allCases)
        func inTheMiddle(of moment: Moment) async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let reader = try bench.reader(.storage)
                let id = bench.id(.storage)
                let sensor = bench.sensor
                let log = ScanLog()
                // Keeps the reader's socket open beyond the closing, like another system's reader.
                try reader.send(.keepAlive(true))
                var call: Task<Void, any Error>?
                switch moment {
                case .idle: break
                case .opening:
                    await sensor.closeNow(id)
                    await sensor.closed(id)
                    try reader.send(.sleep(200))
                    call = Task { try await sensor.identify([print], on: id, report: log.report) }
                    await sensor.occupied(id)
                case .armed:
                    call = Task { try await sensor.identify([print], on: id, report: log.report) }
                    #expect(await log.next(1) == [.waitingForFinger])
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
                    call = Task { try await sensor.identify([print], on: id, report: log.report) }
                    await sensor.ping()
                case .closing:
                    try reader.send(.sleep(200))
                    await sensor.closeNow(id)
                    call = Task { try await sensor.identify([print], on: id, report: log.report) }
                    await sensor.ping()
                case .listing:
                    call = Task { _ = try await sensor.storedPrints(on: id) }
                    await sensor.occupied(id)
                }
                await sensor.suspend()
                if let call { await #expect(throws: SensorError.suspended) { try await call.value } }
                #expect(await bench.state(.storage) == .suspended)
                await #expect(throws: SensorError.suspended) {
                    try await sensor.identify([print], on: id) { _ in }
                }
                await sensor.resume()
                #expect(await bench.state(.storage) == .ready)
                #expect(try await sensor.storedPrints(on: id).count == 1)
                let again = bench.identify([print], on: .storage, log)
                while await log.next(1) != [.waitingForFinger] {}
                try reader.send(.scan("index"))
                #expect(try await again.value == .matched(print.id))
            }
        }

        @Test("A reader that answers only after the machine has slept can be used again then")
        func lateAnswer() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let reader = try bench.reader(.storage)
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try reader.send(.cancellation(enabled: false))
                await bench.sensor.suspend()
                await #expect(throws: SensorError.faulted) { try await scan.value }
                await bench.sensor.resume()
                #expect(await bench.state(.storage) == .faulted)
                // The finger that finally ends the scan.
                try reader.send([.scan("index"), .cancellation(enabled: true)])
                while await bench.state(.storage) != .ready { await Task.yield() }
                let other = ScanLog()
                let again = bench.identify([print], on: .storage, other)
                #expect(await other.next(1) == [.waitingForFinger])
                try reader.send(.scan("index"))
                #expect(try await again.value == .matched(print.id))
            }
        }
    }
}
