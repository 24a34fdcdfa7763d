import GateModel
import Testing
import VirtualReaders

@testable import GateSensor

/// libfprint's error codes and their names here.
private let reportedErrors: [(Int, SensorError)] = [
    (0, .faulted), (1, .notSupported), (2, .faulted), (3, .faulted), (4, .busy), (5, .protocolBroken),
    (6, .invalidTemplate), (7, .printNotStored), (8, .storageFull), (9, .duplicate), (256, .disconnected),
    (257, .overheated(retryAfter: .seconds(205))),
]

extension LibfprintSensorTests {
    @Suite struct Scans {
        @Test("A finger in the gallery is identified, and each step is reported once")
        func identified() async throws {
            try await SensorBench.with { bench in
                let gallery = [
                    try await bench.enroll("index", on: .storage), try await bench.enroll("thumb", on: .storage),
                ]
                let log = ScanLog()
                let scan = bench.identify(gallery, on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                #expect(await bench.state(.storage) == .busy)
                try bench.reader(.storage).send(.scan("thumb"))
                #expect(try await scan.value == .matched(PrintID(rawValue: "thumb")))
                #expect(await log.rest() == [.fingerPresent])
            }
        }

        @Test("A finger outside the gallery is no match, and one in the reader's storage is foreign")
        func notIdentified() async throws {
            try await SensorBench.with { bench in
                let index = try await bench.enroll("index", on: .storage)
                _ = try await bench.enroll("thumb", on: .storage)
                for (finger, outcome) in [("thumb", ScanOutcome.foreign), ("stranger", .noMatch)] {
                    let log = ScanLog()
                    let scan = bench.identify([index], on: .storage, log)
                    #expect(await log.next(1) == [.waitingForFinger])
                    try bench.reader(.storage).send(.scan(finger))
                    #expect(try await scan.value == outcome)
                }
            }
        }

        @Test("A reader that only verifies compares with one print")
        func verified() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .device)
                for (finger, outcome) in [("index", ScanOutcome.matched(print.id)), ("thumb", .noMatch)] {
                    let log = ScanLog()
                    let scan = bench.verify(print, on: .device, log)
                    #expect(await log.next(1) == [.waitingForFinger])
                    try bench.reader(.device).send(.scan(finger))
                    #expect(try await scan.value == outcome)
                    #expect(await log.rest() == [.fingerPresent])
                }
                await #expect(throws: SensorError.notSupported) {
                    try await bench.sensor.identify([print], on: bench.id(.device)) { _ in }
                }
            }
        }

        @Test(
            "A poor scan reports its reason, and the touch is asked for again",
            arguments: zip(0...3, [ScanHint.poorScan, .tooShort, .notCentered, .removeFinger]))
        func poorScans(code: Int, hint: ScanHint) async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.retry(code))
                #expect(await log.next(2) == [.retry(hint), .waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await scan.value == .matched(print.id))
                #expect(await log.rest() == [.fingerPresent])

                let other = ScanLog()
                let verification = bench.verify(print, on: .storage, other)
                #expect(await other.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.retry(code))
                #expect(await other.next(2) == [.retry(hint), .waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await verification.value == .matched(print.id))
            }
        }

        @Test("Every error of the reader has its name, and the next scan works", arguments: reportedErrors)
        func errors(code: Int, error: SensorError) async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.error(code))
                await #expect(throws: error) { try await scan.value }

                let other = ScanLog()
                let again = bench.identify([print], on: .storage, other)
                #expect(await other.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await again.value == .matched(print.id))
            }
        }

        @Test("A finger is seen before it is judged")
        func fingerSeen() async throws {
            try await SensorBench.with { bench in
                let print = try await bench.enroll("index", on: .storage)
                let log = ScanLog()
                let scan = bench.identify([print], on: .storage, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.storage).send(.finger(present: true))
                #expect(await log.next(1) == [.fingerPresent])
                try bench.reader(.storage).send(.scan("index"))
                #expect(try await scan.value == .matched(print.id))
                #expect(await log.rest().isEmpty)
            }
        }

        @Test("A template that libfprint cannot read is refused, whatever its bytes")
        func unreadableTemplates() async throws {
            try await SensorBench.with { bench in
                let good = try await bench.enroll("index", on: .storage).template.bytes
                // After the mark: the type, the driver and the device, each with a NUL, and whether the print is
                // stored.
                let finger = 3 + 4 + "virtual_device_storage".utf8.count + 1 + "0".utf8.count + 1 + 1
                let bad: [[UInt8]] = [
                    good.enumerated().map { $0.offset == finger ? 11 : $0.element },
                    [], [0x46], Array("FP3".utf8), Array("FP3x".utf8), Array(good.dropLast()), Array(good.dropFirst()),
                    good.enumerated().map { $0.offset < 3 ? $0.element : 0xFF },
                    good.enumerated().map { $0.offset < 3 ? $0.element : 0 },
                ]
                for bytes in bad {
                    let print = GalleryPrint(
                        id: PrintID(rawValue: "bad"), finger: .leftRing, template: Template(bytes: bytes))
                    await #expect(throws: SensorError.invalidTemplate) {
                        try await bench.sensor.identify([print], on: bench.id(.storage)) { _ in }
                    }
                }
                let foreign = try await bench.enroll("index", on: .device)
                await #expect(throws: SensorError.invalidTemplate) {
                    try await bench.sensor.verify(foreign, on: bench.id(.storage)) { _ in }
                }
            }
        }
    }
}
