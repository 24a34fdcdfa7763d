import GateModel
import Testing
import VirtualReaders

@testable import GateSensor

extension LibfprintSensorTests {
    @Suite struct Occupancy {
        @Test("A cancelled scan leaves the reader idle")
        func cancelled() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                for _ in 0..<3 {
                    let log = ScanLog()
                    let scan = bench.identify([print], on: .storage, log)
                    #expect(await log.next(1) == [.waitingForFinger])
                    scan.cancel()
                    await #expect(throws: SensorError.cancelled) { try await scan.value }
                    #expect(await bench.state(.storage) == .ready)
                    #expect(await bench.sensor.occupancy(of: bench.id(.storage)) == "free")
                }
            }
        }

        @Test("A scan cancelled before it begins never arms the reader")
        func cancelledBefore() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                scan.cancel()
                await #expect(throws: SensorError.cancelled) { try await scan.value }
                #expect(await bench.state(.storage) == .ready)
            }
        }

        @Test("A reader armed for one call is busy for others")
        func busy() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                await #expect(throws: SensorError.busy) {
                    try await bench.sensor.verify(print, on: bench.id(.storage)) { _ in }
                }
                await #expect(throws: SensorError.busy) {
                    try await bench.sensor.storedPrints(on: bench.id(.storage))
                }
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await scan.value == .matched(print.id))
            }
        }

        @Test("The outcome comes before the finger lifts, and the next scan waits for that")
        func outcomeBeforeEnd() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                // Both commands are queued when the scan begins: the reader reports the match and then sleeps.
                try bench.reader(.storage).send([.scan("index"), .sleep(1000)])
                let scan = bench.identify([print], on: .storage, log)
                #expect(try await scan.value == .matched(print.id))
                let slot = await bench.sensor.occupancy(of: bench.id(.storage))
                #expect(slot == "finishing")
                let other = ScanLog()
                let next = bench.identify([print], on: .storage, other)
                #expect(await other.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await next.value == .matched(print.id))
                #expect(await other.rest() == [.fingerPresent])
            }
        }

        @Test("A finger that does not lift blocks the reader only for a while", .timeLimit(.minutes(1)))
        func neverLifted() async throws {
            try await SensorBench.with(lifting: .zero) { bench in
                let print = try await bench.enroll("index", on: .storage)
                try bench.reader(.storage).send([.scan("index"), .sleep(600_000)])
                #expect(
                    try await bench.sensor.outcome(identifying: [print], on: bench.id(.storage)) == .matched(print.id))
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await scan.value == .matched(print.id))
            }
        }

        @Test("A reader that does not end a judged scan is faulted", .timeLimit(.minutes(1)))
        func neverEnded() async throws {
            try await SensorBench.with(lifting: .zero) { bench in
                let print = try await bench.enroll("index", on: .storage)
                let reader = try bench.reader(.storage)
                try reader.send([.cancellation(enabled: false), .scan("index"), .sleep(600_000)])
                #expect(
                    try await bench.sensor.outcome(identifying: [print], on: bench.id(.storage)) == .matched(print.id))
                while await bench.state(.storage) != .faulted { await bench.sensor.ping() }
                await #expect(throws: SensorError.faulted) {
                    try await bench.sensor.identify([print], on: bench.id(.storage)) { _ in }
                }
                try reader.send(.unplug)
                while await bench.state(.storage) != nil { await bench.sensor.ping() }
            }
        }

        @Test("A call that waits for another call's finger to lift can be cancelled")
        func cancelledWhileWaiting() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                try bench.reader(.storage).send([.scan("index"), .sleep(2000)])
                let scan = bench.identify([print], on: .storage, ScanLog())
                #expect(try await scan.value == .matched(print.id))
                let next = bench.identify([print], on: .storage, ScanLog())
                await bench.sensor.ping()
                next.cancel()
                await #expect(throws: SensorError.cancelled) { try await next.value }
                #expect(await bench.sensor.occupancy(of: bench.id(.storage)) == "finishing")
            }
        }

        @Test("A reader that does not answer a cancellation is faulted until it does")
        func unanswered() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.cancellation(enabled: false))
                scan.cancel()
                await #expect(throws: SensorError.faulted) { try await scan.value }
                #expect(await bench.state(.storage) == .faulted)
                await #expect(throws: SensorError.faulted) {
                    try await bench.sensor.verify(print, on: bench.id(.storage)) { _ in }
                }
                await bench.sensor.ping()
                var changes = await bench.sensor.changes().makeAsyncIterator()
                try bench.reader(.storage).send(.scan("index"))
                guard case .changed(let reader)? = await changes.next() else {
                    Issue.record("no recovery told")
                    return
                }
                #expect(reader.state == .ready)
                try bench.reader(.storage).send(.cancellation(enabled: true))
                let other = ScanLog()
                let again = bench.identify([print], on: .storage, other)
                #expect(await other.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await again.value == .matched(print.id))
            }
        }

        @Test("The reader is closed when the burst is over, and opened for the next call")
        func burst() async throws {
            try await SensorBench.with(burst: .zero) { bench in
                let print = try await bench.enroll("index", on: .device)
                await bench.sensor.closed(bench.id(.device))
                let log = ScanLog()
                let scan = bench.verify(print, on: .device, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.device).send(.scan("index"))
                #expect(try await scan.value == .matched(print.id))
            }
        }

        @Test("The sensor is at rest with closed readers, unless one of them matches on its chip")
        func rest() async throws {
            try await SensorBench.with([.device], burst: .zero) { bench in
                #expect(await bench.sensor.isAtRest())
                let log = ScanLog()
                let print = try await bench.enroll("index", on: .device)
                let scan = bench.verify(print, on: .device, log)
                #expect(await log.next(1) == [.waitingForFinger])
                #expect(await !bench.sensor.isAtRest())
                try bench.reader(.device).send(.scan("index"))
                _ = try await scan.value
                await bench.sensor.closed(bench.id(.device))
                // libfprint's thermal model counts it as warm for a moment after any use.
                while await !bench.sensor.isAtRest() { await Task.yield() }
            }
            try await SensorBench.with([.device, .storage]) { bench in #expect(await !bench.sensor.isAtRest()) }
        }

        @Test("A reader that cannot be opened is in use elsewhere or faulted, and tried again")
        func openFails() async throws {
            try await SensorBench.with(burst: .zero) { bench in
                let print = try await bench.enroll("index", on: .device)
                let reader = try bench.reader(.device)
                for (code, error, state) in [
                    (4, SensorError.inUse, Reader.State.inUse), (5, .faulted, .faulted), (0, .faulted, .faulted),
                ] {
                    let log = ScanLog()
                    let scan = bench.verify(print, on: .device, log)
                    #expect(await log.next(1) == [.waitingForFinger])
                    try reader.send([.keepAlive(true), .scan("index")])
                    #expect(try await scan.value == .matched(print.id))
                    await bench.sensor.closed(bench.id(.device))
                    try reader.send(.error(code))
                    await #expect(throws: error) {
                        try await bench.sensor.verify(print, on: bench.id(.device)) { _ in }
                    }
                    #expect(await bench.state(.device) == state)
                }
            }
        }

        @Test("Sleep ends a scan and refuses others, and after it the reader works again")
        func suspended() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                await bench.sensor.suspend()
                await #expect(throws: SensorError.suspended) { try await scan.value }
                #expect(await bench.state(.storage) == .suspended)
                #expect(await bench.state(.image) == .suspended)
                await #expect(throws: SensorError.suspended) {
                    try await bench.sensor.storedPrints(on: bench.id(.storage))
                }
                await bench.sensor.resume()
                #expect(await bench.state(.storage) == .ready)
                let other = ScanLog()
                let again = bench.identify([print], on: .storage, other)
                #expect(await other.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await again.value == .matched(print.id))
            }
        }

        @Test("Stopping cancels waiting calls, ends the streams and forgets the readers")
        func stopped() async throws {
            let bench = try await SensorBench()
            let print = try await bench.enroll("index", on: .storage)
            let log = ScanLog()
            let changes = await bench.sensor.changes()
            let scan = bench.identify([print], on: .storage, log)
            #expect(await log.next(1) == [.waitingForFinger])
            await bench.sensor.stop()
            await #expect(throws: SensorError.cancelled) { try await scan.value }
            for await _ in changes {}
            #expect(bench.sensor.readers().isEmpty)
            for await _ in await bench.sensor.changes() {}
            await #expect(throws: SensorError.readerNotFound) {
                try await bench.sensor.identify([print], on: bench.id(.storage)) { _ in }
            }
            #expect(throws: VirtualReader.Failure.self) { try bench.reader(.storage).send(.list) }
        }

        @Test("Stopping and sleeping give up on a reader that does not answer")
        func stoppedUnanswered() async throws {
            let bench = try await SensorBench()
            let print = try await bench.enroll("index", on: .storage)
            let log = ScanLog()
            let scan = bench.identify([print], on: .storage, log)
            #expect(await log.next(1) == [.waitingForFinger])
            try bench.reader(.storage).send(.cancellation(enabled: false))
            await bench.sensor.suspend()
            #expect(await bench.state(.storage) == .suspended)
            await bench.sensor.stop()
            await #expect(throws: SensorError.faulted) { try await scan.value }
            #expect(bench.sensor.readers().isEmpty)
            // libfprint's operation ends long after its caller has gone.
            try bench.reader(.storage).send(.scan("index"))
            await bench.sensor.ping()
        }

        @Test("A hundred scans keep no reference to the reader")
        func noLeak() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                func scanTwice() async throws {
                    for finger in ["index", "stranger"] {
                        let log = ScanLog()
                        let scan = bench.identify([print], on: .storage, log)
                        #expect(await log.next(1) == [.waitingForFinger])
                        try bench.reader(.storage).send(.scan(finger))
                        _ = try await scan.value
                    }
                    await bench.sensor.idle(bench.id(.storage))
                }
                try await scanTwice()
                let before = await bench.sensor.references(to: bench.id(.storage))
                for _ in 0..<50 { try await scanTwice() }
                #expect(await bench.sensor.references(to: bench.id(.storage)) == before)
            }
        }
    }
}

extension LibfprintSensor {
    func occupancy(of id: ReaderID) -> String? {
        switch slot(id)?.occupancy {
        case .free: "free"
        case .operating: "operating"
        case .finishing: "finishing"
        case .unanswered: "unanswered"
        case .closing: "closing"
        case nil: nil
        }
    }

    /// Returns when the reader is closed and free.
    func closed(_ id: ReaderID) async {
        while let slot = slot(id), slot.device.isOpen || !slot.isFree {
            if slot.isFree {
                await Task.yield()
            } else {
                await occupancyChange(of: slot, after: slot.changeCount, isCancellable: false)
            }
        }
    }

    /// Returns when nothing runs on the reader.
    func idle(_ id: ReaderID) async {
        while let slot = slot(id), !slot.isFree {
            await occupancyChange(of: slot, after: slot.changeCount, isCancellable: false)
        }
    }

    func references(to id: ReaderID) -> Int? { slot(id)?.device.referenceCount }
}
