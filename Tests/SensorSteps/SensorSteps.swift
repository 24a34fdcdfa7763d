import ArgumentParser
import GateModel
import GateSensor
import Glibc

/// Tries a reader out step by step, with libfprint's calls in that order and none between.
@main
struct SensorSteps: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sensor-steps",
        abstract: "Runs steps on a fingerprint reader, one line of result each, until one fails.",
        discussion: """
            Steps, in any order and number: \(Step.allCases.map(\.rawValue).joined(separator: ", ")).

            A reader is opened by the first step that needs it. verify, identify and delete take the print that enroll \
            made; where there is none, the last that list found, identify all of them. Prints name no finger, user or \
            day: recorded traffic has them so. cancel arms the reader and withdraws when it wants a finger.
            """)

    @Option(help: ArgumentHelp("The first reader of this driver, instead of the first of all.", valueName: "driver"))
    var reader: String?

    @Option(help: "Rounds; a line after the last tells how much more memory and descriptors are taken by then.")
    var `repeat` = 1

    @Flag(help: "Puts a finger on a virtual reader whenever it wants one.")
    var touch = false

    @Argument(help: ArgumentHelp("What to do.", valueName: "step"))
    var steps: [Step]

    mutating func validate() throws {
        guard `repeat` > 0 else { throw ValidationError("--repeat counts from 1.") }
    }

    func run() async throws {
        let executor = MainContextExecutor()
        let sensor = await LibfprintSensor(.init(allowVirtual: true, burst: nil), on: executor)
        let isDone = await succeeds(on: sensor)
        await sensor.stop()
        executor.shutdown()
        guard isDone else { throw ExitCode.failure }
    }

    private func succeeds(on sensor: LibfprintSensor) async -> Bool {
        let readers = sensor.readers()
        guard let chosen = readers.first(where: { reader == nil || $0.driver == reader }) else {
            let present = readers.isEmpty ? "none" : readers.map(\.driver).joined(separator: ", ")
            complain("no reader\(reader.map { " of the driver \($0)" } ?? ""); present: \(present)")
            return false
        }
        let finger = touch ? VirtualTouch(of: chosen) : nil
        if touch && finger == nil {
            complain("--touch is for virtual readers; this is \(chosen.driver)")
            return false
        }
        let session = StepSession(on: chosen, of: sensor, touchedBy: finger)
        // By then caches are filled.
        let settled = (`repeat` + 9) / 10
        var before: Consumption?
        for round in 1...`repeat` {
            for step in steps {
                do {
                    let result = try await session.run(step)
                    if round == 1 { say("\(step): \(result)") }
                } catch {
                    say("\(step): \(Self.words(for: error, on: chosen))\(round == 1 ? "" : ", in round \(round)")")
                    return false
                }
            }
            if `repeat` > 1 && round == settled { before = await .settled() }
        }
        if let before, let now = await Consumption.settled() {
            say("repeat: \(`repeat`) rounds; \(now - before) more than after round \(settled)")
        }
        return true
    }

    private static func words(for error: any Error, on reader: Reader) -> String {
        switch error {
        case SensorError.notSupported:
            let known = Reader.Capability.allCases.filter(reader.capabilities.contains).map(\.rawValue)
            return "not supported: \(reader.driver) has \(known.joined(separator: ", "))"
        case let error as SensorError: return "failed: \(error)"
        case let error as StepFailure: return "failed: \(error)"
        default: return "the virtual reader did not listen: \(error)"
        }
    }

    private func complain(_ text: String) {
        say("sensor-steps: \(text)", to: STDERR_FILENO)
    }

    /// Writes a line at once, even into a pipe.
    private func say(_ line: String, to descriptor: Int32 = STDOUT_FILENO) {
        let bytes = Array("\(line)\n".utf8)
        unsafe bytes.withUnsafeBytes { _ = unsafe write(descriptor, $0.baseAddress, $0.count) }
    }
}
