import ArgumentParser
import GateModel
import GateSensor
import VirtualReaders

/// Measures how often libfprint takes one finger for another, or does not recognise one, on its virtual reader of
/// images: NBIS finds the minutiae, and bozorth3 compares them.
@main
struct MatchRates: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match-rates",
        abstract: "Counts false rejects and false accepts of libfprint on fingers that are drawn.",
        discussion: "Each run has the same fingers and impressions, and with the same libfprint the same result.")

    @Option(help: "Fingers, each enrolled from as many impressions as the reader takes.")
    var fingers = 20

    @Option(help: "Further impressions of each finger, each compared with its own print.")
    var impressions = 10

    @Option(help: "Prints of other fingers that each of those is compared with, too.")
    var others = 2

    @Option(help: "How many times the usual shift, turn and noise those have; enrolment has the usual.")
    var carelessness = 1.0

    mutating func validate() throws {
        guard fingers > others, others >= 0, impressions > 0, (0...10).contains(carelessness) else {
            throw ValidationError("More fingers than others, an impression at least, carelessness up to 10.")
        }
    }

    func run() async throws {
        guard let virtual = VirtualReaderBench([.image]), let reader = virtual.reader(.image) else {
            throw ValidationError("The virtual reader finds no place in /tmp.")
        }
        virtual.install()
        let executor = MainContextExecutor()
        let sensor = await LibfprintSensor(.init(allowVirtual: true, burst: nil), on: executor)
        defer { executor.shutdown() }
        do {
            guard let found = sensor.readers().first else {
                throw ValidationError("libfprint has no such reader.")
            }
            try await measure(Press(sensor: sensor, id: found.id, reader: reader))
        } catch {
            await sensor.stop()
            throw error
        }
        await sensor.stop()
    }

    private func measure(_ press: Press) async throws {
        var prints: [GalleryPrint] = []
        for finger in 0..<fingers { prints.append(try await press.enroll(finger)) }
        var (falseRejects, falseAccepts) = (0, 0)
        for finger in 0..<fingers {
            for number in 0..<impressions {
                let image = Press.image(of: finger, impression: 1000 + number, carelessness)
                if try await !press.matches(image, prints[finger]) { falseRejects += 1 }
                for offset in 1...max(1, others) where offset <= others {
                    // Another pair of fingers for each impression, as far as there are enough.
                    let other = (finger + 1 + (number * others + offset - 1) % (fingers - 1)) % fingers
                    if try await press.matches(image, prints[other]) { falseAccepts += 1 }
                }
            }
        }
        print("fingers: \(fingers), further impressions of each: \(impressions), carelessness: \(carelessness)")
        print("false rejects: \(falseRejects) of \(fingers * impressions)")
        print("false accepts: \(falseAccepts) of \(fingers * impressions * others)")
    }
}

/// A virtual reader of images, and the fingers that are put on it.
struct Press {
    let sensor: LibfprintSensor
    let id: ReaderID
    let reader: VirtualReader

    static func image(
        of finger: Int, impression: Int, _ carelessness: Double = 1
    ) -> VirtualReader.ImageCommand {
        let seed = UInt64(finger) << 32 + UInt64(impression)
        return VirtualFinger(seed: UInt64(finger)).image(.init(seed: seed, carelessness: carelessness))
    }

    func enroll(_ finger: Int) async throws -> GalleryPrint {
        let template = try await pressed({ Self.image(of: finger, impression: $0) }) {
            try await sensor.enrollUnnamed(on: id, report: $0)
        }
        return GalleryPrint(id: PrintID(rawValue: "\(finger)"), finger: .rightIndex, template: template)
    }

    func matches(_ image: VirtualReader.ImageCommand, _ print: GalleryPrint) async throws -> Bool {
        try await pressed({ _ in image }) { try await sensor.outcome(verifying: print, on: id, report: $0) }
            == .matched(print.id)
    }

    /// Runs a scan, and puts `image`'s picture on for each wanted touch.
    private func pressed<Value: Sendable>(
        _ image: @escaping @Sendable (Int) -> VirtualReader.ImageCommand,
        _ scan: (@escaping @Sendable (ScanEvent) -> Void) async throws -> Value
    ) async throws -> Value {
        let (events, report) = AsyncStream.makeStream(of: ScanEvent.self)
        let touches = Task { [reader] in
            var number = 0
            for await event in events where event == .waitingForFinger {
                try reader.connect().send(image(number))
                number += 1
            }
        }
        defer { report.finish() }
        let value = try await scan { report.yield($0) }
        report.finish()
        try await touches.value
        return value
    }
}
