import GateModel
import Testing
import VirtualReaders

@testable import GateSensor

extension LibfprintSensorTests {
    @Suite struct ImageReaders {
        @Test("A reader of images is matched on the host, and each touch is asked for when the reader is ready")
        func matchedOnHost() async throws {
            try await SensorBench.with { bench in
                let (finger, stranger) = (VirtualFinger(seed: 1), VirtualFinger(seed: 2))
                let (sensor, id) = (bench.sensor, bench.id(.image))
                let log = ScanLog()
                let enrolment = Task {
                    try await sensor.enroll(
                        .leftIndex, label: nil, user: UserName(rawValue: "alice"), on: id, report: log.report)
                }
                #expect(await log.next(1) == [.waitingForFinger])
                let connection = try bench.reader(.image).connect()
                for stage in 1...5 {
                    try connection.send(finger.image)
                    #expect(await log.next(2) == [.fingerPresent, .stagePassed(stage, of: 5)])
                    if stage < 5 { #expect(await log.next(1) == [.waitingForFinger]) }
                }
                let print = GalleryPrint(
                    id: PrintID(rawValue: "index"), finger: .leftIndex, template: try await enrolment.value)
                #expect(await log.rest().isEmpty)

                for (scanned, outcome) in [(finger, ScanOutcome.matched(print.id)), (stranger, .noMatch)] {
                    let log = ScanLog()
                    let scan = bench.identify([print], on: .image, log)
                    #expect(await log.next(1) == [.waitingForFinger])
                    try connection.send(.retry(2))
                    #expect(await log.next(2) == [.retry(.notCentered), .waitingForFinger])
                    try connection.send(scanned.image)
                    #expect(try await scan.value == outcome)
                    #expect(await log.rest() == [.fingerPresent])
                }
            }
        }

        @Test("A print renamed for another user still matches")
        func renamed() async throws {
            try await SensorBench.with { bench in
                let finger = VirtualFinger(seed: 1)
                let template = try await bench.enroll(finger, on: .image)
                let described = try await bench.sensor.describe(
                    template, as: .rightThumb, of: UserName(rawValue: "bob"))
                #expect((described.driver, described.isOnChip) == ("virtual_image", false))
                #expect(described.readers == [bench.id(.image)])
                #expect(await bench.sensor.isSamePrint(template, described.template))
                let print = GalleryPrint(
                    id: PrintID(rawValue: "thumb"), finger: .rightThumb, template: described.template)
                let log = ScanLog()
                let scan = bench.identify([print], on: .image, log)
                #expect(await log.next(1) == [.waitingForFinger])
                try bench.reader(.image).connect().send(finger.image)
                #expect(try await scan.value == .matched(print.id))
            }
        }

        @Test("The outcome comes while the finger still rests, and the next touch is asked for when it has lifted")
        func fingerStays() async throws {
            try await SensorBench.with { bench in
                let finger = VirtualFinger(seed: 1)
                let print = GalleryPrint(
                    id: PrintID(rawValue: "index"), finger: .leftIndex,
                    template: try await bench.enroll(finger, on: .image))
                let log = ScanLog()
                let scan = bench.identify([print], on: .image, log)
                #expect(await log.next(1) == [.waitingForFinger])
                let connection = try bench.reader(.image).connect()
                try connection.send(.automaticFinger(false))
                try connection.send(.finger(present: true))
                #expect(await log.next(1) == [.fingerPresent])
                try connection.send(finger.image)
                #expect(try await scan.value == .matched(print.id))
                #expect(await bench.sensor.occupancy(of: bench.id(.image)) == "finishing")
                let other = ScanLog()
                let next = bench.identify([print], on: .image, other)
                await bench.sensor.ping()
                try connection.send(.finger(present: false))
                #expect(await other.next(1) == [.waitingForFinger])
                next.cancel()
                await #expect(throws: SensorError.cancelled) { try await next.value }
                #expect(await other.rest().isEmpty)
            }
        }
    }
}

extension SensorBench {
    /// Enrols a finger on a reader of images.
    fileprivate func enroll(_ finger: VirtualFinger, on kind: VirtualReader.Kind) async throws -> Template {
        let (sensor, id, log) = (sensor, id(kind), ScanLog())
        let enrolment = Task {
            try await sensor.enroll(
                .leftIndex, label: nil, user: UserName(rawValue: "alice"), on: id, report: log.report)
        }
        #expect(await log.next(1) == [.waitingForFinger])
        let connection = try reader(kind).connect()
        try connection.send(finger.image)
        for await event in log.events {
            if event == .waitingForFinger { try connection.send(finger.image) }
            if event == .stagePassed(5, of: 5) { break }
        }
        return try await enrolment.value
    }
}
