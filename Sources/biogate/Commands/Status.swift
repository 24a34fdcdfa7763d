import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateWire

struct Status: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "What works now, and the one next command.")

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let availability = try await session.call("GetAvailability", ["locale": .string(session.language.tag)])
            .decode("availability", AvailabilityReport.init(wire:))
        let settings = try await session.call("GetSettings").decode("settings", Settings.init(wire:))
        let summary = StatusSummary(availability, settings)
        for line in summary.lines(in: session.words) { try session.print(line) }
    }
}

/// How things stand, in a few lines.
struct StatusSummary {
    let report: AvailabilityReport
    let settings: Settings

    init(_ report: AvailabilityReport, _ settings: Settings) {
        self.report = report
        self.settings = settings
    }

    func lines(in words: any CommandWords) -> [String] {
        let first = words.availabilityLine(report)
        return [first, words.counts(settings), words.next(nextCommand)]
    }

    /// The one thing to do next.
    var nextCommand: String {
        // Without a way back in there is nothing else to begin with.
        guard settings.pinSet || settings.passwordAvailable else {
            return settings.enrolledPrints == 0 ? "biogate setup" : "biogate pin set"
        }
        if let command = report.guidance.command { return command }
        return settings.items == 0 ? "biogate store github --from token.txt" : "biogate list"
    }
}
