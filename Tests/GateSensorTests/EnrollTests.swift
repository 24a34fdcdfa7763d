import GateModel
import Synchronization
import Testing
import VirtualReaders

@testable import GateSensor

extension LibfprintSensorTests {
    @Suite struct Enrollment {
        @Test(
            "An enrolment asks for each touch and reports each stage, in order",
            arguments: [VirtualReader.Kind.device, .storage])
        func stages(kind: VirtualReader.Kind) async throws {
            try await SensorBench.with { bench in
                let log = ScanLog()
                let enrolment = bench.enrolment(log, on: kind)
                #expect(await log.next(1) == [.waitingForFinger])
                for stage in 1...5 {
                    try bench.reader(kind).send(.scan("index"))
                    let told: [ScanEvent] = [.fingerPresent, .stagePassed(stage, of: 5)]
                    let expected = stage < 5 ? told + [.waitingForFinger] : told
                    #expect(await log.next(expected.count) == expected)
                }
                let template = try await enrolment.value
                #expect(!template.bytes.isEmpty)
                #expect(await log.rest().isEmpty)
            }
        }

        @Test(
            "A poor touch is asked for again",
            arguments: zip(0...3, [ScanHint.poorScan, .tooShort, .notCentered, .removeFinger]))
        func poorTouch(code: Int, hint: ScanHint) async throws {
            try await SensorBench.with { bench in
                let log = ScanLog()
                let enrolment = bench.enrolment(log, on: .storage)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(await log.next(3) == [.fingerPresent, .stagePassed(1, of: 5), .waitingForFinger])
                try bench.reader(.storage).send(.retry(code))
                #expect(await log.next(2) == [.retry(hint), .waitingForFinger])
                for stage in 2...5 {
                    try bench.reader(.storage).send(.scan("index"))
                    #expect(await log.next(2) == [.fingerPresent, .stagePassed(stage, of: 5)])
                    if stage < 5 { #expect(await log.next(1) == [.waitingForFinger]) }
                }
                _ = try await enrolment.value
            }
        }

        @Test("An enrolment cancelled in the middle leaves nothing in the storage")
        func cancelled() async throws {
            try await SensorBench.with { bench in
                let log = ScanLog()
                let enrolment = bench.enrolment(log, on: .storage)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(await log.next(3) == [.fingerPresent, .stagePassed(1, of: 5), .waitingForFinger])
                enrolment.cancel()
                await #expect(throws: SensorError.cancelled) { try await enrolment.value }
                #expect(try bench.reader(.storage).storedFingers().isEmpty)
                #expect(await bench.state(.storage) == .ready)
            }
        }

        @Test("An enrolment cancelled at its last touch leaves nothing in the storage")
        func cancelledAtTheEnd() async throws {
            try await SensorBench.with { bench in
                let holder = TaskHolder()
                let log = ScanLog()
                let enrolment = Task {
                    try await bench.sensor.enroll(
                        .leftThumb, label: nil, user: UserName(rawValue: "alice"), on: bench.id(.storage)
                    ) { event in
                        // On the sensor thread: the driver stores the print before it learns of the cancellation.
                        if event == .stagePassed(5, of: 5) { holder.cancel() }
                        log.report(event)
                    }
                }
                holder.hold(enrolment)
                for await event in log.events {
                    if event == .waitingForFinger { try bench.reader(.storage).send(.scan("index")) }
                    if event == .stagePassed(5, of: 5) { break }
                }
                await #expect(throws: SensorError.cancelled) { try await enrolment.value }
                #expect(try bench.reader(.storage).storedFingers().isEmpty)
            }
        }

        @Test("A finger that the storage knows is refused as a duplicate")
        func duplicate() async throws {
            try await SensorBench.with { bench in
                _ = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                let enrolment = bench.enrolment(log, on: .storage)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                await #expect(throws: SensorError.duplicate) { try await enrolment.value }
                #expect(try bench.reader(.storage).storedFingers() == ["index"])
            }
        }
    }

    @Suite struct Storage {
        @Test("The storage's prints are listed, including other programs' changes")
        func listed() async throws {
            try await SensorBench.with { bench in
                let index = try await bench.enroll("index", on: .storage)
                let reader = try bench.reader(.storage)
                #expect(try await bench.sensor.storedPrints(on: bench.id(.storage)).count == 1)
                try reader.send(.insert("FP1-20260101-7-ABCDEFGH-bob"))
                let two = try await bench.sensor.storedPrints(on: bench.id(.storage))
                #expect(two.count == 2)
                var same = 0
                for print in two where await bench.sensor.isSamePrint(print.template, index.template) { same += 1 }
                #expect(same == 1)
                try reader.send(.remove("index"))
                let one = try await bench.sensor.storedPrints(on: bench.id(.storage))
                #expect(one.count == 1)
                #expect(await !bench.sensor.isSamePrint(try #require(one.first).template, index.template))
            }
        }

        @Test("A print names its user and its readers, and can be renamed for another user")
        func described() async throws {
            try await SensorBench.with { bench in
                let index = try await bench.enroll("index", on: .storage)
                let own = try await bench.sensor.describe(index.template, as: nil, of: nil)
                #expect(own.template.bytes == index.template.bytes)
                #expect((own.driver, own.deviceID, own.isOnChip) == ("virtual_device_storage", "0", true))
                #expect(own.finger == index.finger)
                // There are several readers of its kind.
                #expect(own.readers.contains(bench.id(.storage)) && !own.readers.contains(bench.id(.image)))
                let given = try await bench.sensor.describe(
                    index.template, as: .leftRing, of: UserName(rawValue: "bob"))
                let read = try await bench.sensor.describe(given.template, as: nil, of: nil)
                #expect(read.finger == .leftRing)
                #expect(read.user == "bob")
                #expect(await bench.sensor.isSamePrint(index.template, read.template))
                for broken in [[], Array("FP3".utf8), Array("FP1....".utf8), Array(index.template.bytes.dropLast())] {
                    await #expect(throws: SensorError.invalidTemplate) {
                        _ = try await bench.sensor.describe(Template(bytes: broken), as: nil, of: nil)
                    }
                }
            }
        }

        @Test("A deleted print is gone, and deleting it again reports that")
        func deleted() async throws {
            try await SensorBench.with { bench in
                let index = try await bench.enroll("index", on: .storage)
                _ = try await bench.enroll("thumb", on: .storage)
                try await bench.sensor.delete(index.template, on: bench.id(.storage))
                #expect(try bench.reader(.storage).storedFingers() == ["thumb"])
                await #expect(throws: SensorError.printNotStored) {
                    try await bench.sensor.delete(index.template, on: bench.id(.storage))
                }
            }
        }

        @Test("Clearing the storage removes every print")
        func cleared() async throws {
            try await SensorBench.with { bench in
                _ = try await bench.enroll("index", on: .storage)
                try bench.reader(.storage).send(.insert("stranger"))
                let clearing = Task { try await bench.sensor.clearStorage(of: bench.id(.storage)) }
                try bench.reader(.storage).send(.proceed)
                try await clearing.value
                #expect(try bench.reader(.storage).storedFingers().isEmpty)
            }
        }

        @Test("A reader without storage, or without a list, reports that it cannot do this")
        func notSupported() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .device)
                await #expect(throws: SensorError.notSupported) {
                    try await bench.sensor.storedPrints(on: bench.id(.device))
                }
                await #expect(throws: SensorError.notSupported) {
                    try await bench.sensor.delete(print.template, on: bench.id(.device))
                }
                await #expect(throws: SensorError.notSupported) {
                    try await bench.sensor.clearStorage(of: bench.id(.device))
                }
                await #expect(throws: SensorError.notSupported) {
                    try await bench.sensor.storedPrints(on: bench.id(.unlisted))
                }
            }
        }
    }
}

/// Lets a report cancel its own task.
private final class TaskHolder: Sendable {
    private let task = Mutex<Task<Template, any Error>?>(nil)

    func hold(_ held: Task<Template, any Error>) {
        task.withLock { $0 = held }
    }

    func cancel() {
        task.withLock { $0 }?.cancel()
    }
}

extension SensorBench {
    fileprivate func enrolment(_ log: ScanLog, on kind: VirtualReader.Kind) -> Task<Template, any Error> {
        let (sensor, id) = (sensor, id(kind))
        return Task {
            try await sensor.enroll(
                .rightIndex, label: Label("Work"), user: UserName(rawValue: "alice"), on: id, report: log.report)
        }
    }
}
