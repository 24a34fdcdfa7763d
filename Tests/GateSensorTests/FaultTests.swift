import GateModel
import Testing
import VirtualReaders

@testable import GateSensor

extension LibfprintSensorTests {
    /// Lets each operation fail at each point with each of libfprint's errors.
    @Suite struct Faults {
        enum Operation: String, CaseIterable, CustomTestStringConvertible {
            case verify, identify, enroll, list, delete, clear

            var testDescription: String { rawValue }
        }

        /// A code's meaning while an operation runs; the remaining time of heat is compared separately.
        private static let meanings: [Int: SensorError] = [
            0: .faulted, 1: .notSupported, 2: .faulted, 3: .faulted, 4: .busy, 5: .protocolBroken,
            6: .invalidTemplate,
            7: .printNotStored, 8: .storageFull, 9: .duplicate, 256: .disconnected,
            257: .overheated(retryAfter: .seconds(205)),
            // libfprint maps a code without a name to the general one.
            99: .faulted,
        ]

        private func run(_ operation: Operation, _ bench: SensorBench, _ print: GalleryPrint) async throws {
            let id = bench.id(.storage)
            switch operation {
            case .verify: try await bench.sensor.verify(print, on: id) { _ in }
            case .identify: try await bench.sensor.identify([print], on: id) { _ in }
            case .enroll:
                _ = try await bench.sensor.enroll(
                    .leftThumb, label: nil, user: UserName(rawValue: "alice"), on: id
                ) { _ in }
            case .list: _ = try await bench.sensor.storedPrints(on: id)
            case .delete: try await bench.sensor.delete(print.template, on: id)
            case .clear: try await bench.sensor.clearStorage(of: id)
            }
        }

        private func expectWorking(
            _ bench: SensorBench, _ print: GalleryPrint, _ comment: Comment
        ) async throws {
            let log = ScanLog()
            let scan = bench.identify([print], on: .storage, log)
            #expect(await log.next(1) == [.waitingForFinger], comment)
            try bench.reader(.storage).send(.scan("index"))
            #expect(try await scan.value == .matched(print.id), comment)
            await bench.sensor.idle(bench.id(.storage))
            #expect(await bench.state(.storage) == .ready, comment)
        }

        private func isAlike(_ error: SensorError?, _ meaning: SensorError) -> Bool {
            if case (.overheated(let after)?, .overheated(let most)) = (error, meaning) {
                return after > .seconds(200) && after <= most
            }
            return error == meaning
        }

        @Test(
            "At its beginning or later, each error has its meaning, and the reader works again",
            arguments: Operation.allCases)
        func running(_ operation: Operation) async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let reader = try bench.reader(.storage)
                for (code, meaning) in Self.meanings.sorted(by: { $0.key < $1.key }) {
                    for isQueued in [true, false] {
                        let comment: Comment = "\(operation) ERROR \(code), queued before: \(isQueued)"
                        // A failed reader was closed, and its socket with it.
                        try await expectWorking(bench, print, comment)
                        if isQueued { try reader.send(.error(code)) }
                        let call = Task { try await self.run(operation, bench, print) }
                        if !isQueued {
                            await bench.sensor.occupied(bench.id(.storage))
                            try reader.send(.error(code))
                        }
                        let error = await #expect(throws: SensorError.self, comment) { try await call.value }
                        #expect(isAlike(error, meaning), "\(comment) was \(error as Any)")
                        // A refused call neither leaves a print in the storage nor removes one.
                        try await expectWorking(bench, print, comment)
                        #expect(try reader.storedFingers() == ["index"], comment)
                    }
                }
            }
        }

        @Test(
            "An error while it opens is in use, gone, too hot or faulted", arguments: Operation.allCases)
        func opening(_ operation: Operation) async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let reader = try bench.reader(.storage)
                let id = bench.id(.storage)
                for code in Self.meanings.keys.sorted() {
                    let comment: Comment = "\(operation), ERROR \(code) while opening"
                    try reader.send(.keepAlive(true))
                    await bench.sensor.closeNow(id)
                    await bench.sensor.closed(id)
                    try reader.send(.error(code))
                    let error = await #expect(throws: SensorError.self, comment) {
                        try await self.run(operation, bench, print)
                    }
                    let meaning: SensorError =
                        switch code {
                        case 4: .inUse
                        case 256: .disconnected
                        case 257: .overheated(retryAfter: .seconds(205))
                        default: .faulted
                        }
                    #expect(isAlike(error, meaning), "\(comment) was \(error as Any)")
                    try await expectWorking(bench, print, comment)
                }
            }
        }

        @Test("A reader that reports a missing print is reopened before the next try")
        func reopened() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                // The second is for the step after the scan: without a closing, that would be the next scan.
                try bench.reader(.storage).send([.error(7), .error(0)])
                await #expect(throws: SensorError.printNotStored) {
                    try await bench.sensor.identify([print], on: bench.id(.storage)) { _ in }
                }
                try await expectWorking(bench, print, "after ERROR 7")
            }
        }

        @Test("A fault while a reader closes still closes it")
        func closing() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let id = bench.id(.storage)
                for code in Self.meanings.keys.sorted() {
                    try bench.reader(.storage).send(.error(code))
                    await bench.sensor.closeNow(id)
                    await bench.sensor.closed(id)
                    try await expectWorking(bench, print, "ERROR \(code) while closing")
                }
            }
        }

        @Test("A reader that does not close is faulted after a while, until it has closed")
        func hangingClose() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .device)
                let id = bench.id(.device)
                try bench.reader(.device).send(.sleep(7000))
                await bench.sensor.closeNow(id)
                await #expect(throws: SensorError.faulted) { try await bench.sensor.verify(print, on: id) { _ in } }
                #expect(await bench.state(.device) == .faulted)
                await bench.sensor.closed(id)
                #expect(await bench.state(.device) == .ready)
                let log = ScanLog()
                let scan = bench.verify(print, on: .device, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.device).send(.scan("index"))
                #expect(try await scan.value == .matched(print.id))
            }
        }

        @Test("A reader that does not end a deletion is given up")
        func hangingDeletion() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let id = bench.id(.storage)
                let call = Task { try await bench.sensor.delete(print.template, on: id) }
                await bench.sensor.occupied(id)
                try bench.reader(.storage).send(.sleep(600_000))
                await #expect(throws: SensorError.faulted) { try await call.value }
                #expect(await bench.state(.storage) == .faulted)
                try bench.reader(.storage).send(.unplug)
                while await bench.state(.storage) != nil { await bench.sensor.ping() }
            }
        }

        @Test("An overheated reader's waiting time runs down until its driver reports heat again")
        func heat() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .device)
                try bench.reader(.device).send(.error(257))
                let error = await #expect(throws: SensorError.self) {
                    try await bench.sensor.verify(print, on: bench.id(.device)) { _ in }
                }
                #expect(isAlike(error, .overheated(retryAfter: .seconds(205))))
                #expect(await bench.state(.device) == .overheated)
            }
        }
    }
}
