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
        let availability = try await session.call { client throws(GateClientError) in
            try await client.availability()
        }
        let settings = try await session.call { client throws(GateClientError) in try await client.settings() }
        // With JSON, the program lists items itself.
        let items =
            session.isJSON || settings.items == 0
            ? []
            : try await session.call { client throws(GateClientError) in
                try await client.items()
            }
        let summary = StatusSummary(
            availability, settings, waiting: items.filter(\.waitsForRenewal).count,
            isAnyUnvouched: settings.enrolledPrints == 0 ? try await session.hasUnvouchedFinger() : false)
        for line in summary.lines(in: session.words) { try session.print(line) }
        if !session.isJSON, settings.pinSet, !availability.fallbacks.contains(.pin),
            let refusal = try await session.refusal(of: .pin)
        {
            if let guidance = refusal.guidanceAtTerminal { try session.print(guidance.line) }
        }
        try session.print(session.next(summary.nextCommand))
    }
}

/// The state, in a few lines.
struct StatusSummary {
    let report: AvailabilityReport
    let settings: Settings
    /// The number of items that wait for renewal.
    let waiting: Int
    /// Whether there are fingers for login only.
    let isAnyUnvouched: Bool

    init(_ report: AvailabilityReport, _ settings: Settings, waiting: Int = 0, isAnyUnvouched: Bool = false) {
        self.report = report
        self.settings = settings
        self.waiting = waiting
        self.isAnyUnvouched = isAnyUnvouched
    }

    func lines(in words: any CommandWords) -> [String] {
        let first = words.availabilityLine(report)
        let counts = words.counts(settings) + (waiting == 0 ? "" : " " + words.waiting(waiting))
        let locked = report.loginLockout.map { words.loginsLocked($0, LockoutEnd(report, settings)) }
        return [first, locked, counts].compactMap(\.self)
    }

    /// The one next step.
    var nextCommand: String {
        // Setup asks for every first step.
        guard settings.pinSet || settings.enrolledPrints > 0 else { return "biogate setup" }
        guard settings.pinSet || settings.passwordAvailable else { return "biogate pin set" }
        // Turning it on requests a finger.
        if report.availability == .disabled, settings.enrolledPrints == 0 {
            return Self.commandForFirstFinger(isAnyUnvouched: isAnyUnvouched)
        }
        if let command = report.guidance.command { return command }
        if report.loginLockout != nil,
            let command = Guidance.commandToEndLockout(
                with: report.fallbacks, in: Language(matching: report.guidance.locale))
        {
            return command
        }
        if waiting > 0 { return "biogate renew --all" }
        return settings.items == 0 ? "biogate store github --from token.txt" : "biogate list"
    }
}

extension CommandWords {
    /// The state in one line, for `watch` and `biogate`.
    func availabilityLine(_ report: AvailabilityReport) -> String {
        guard report.availability != .available else { return fingerprintReady }
        return report.fallbacks.isEmpty
            ? report.guidance.withoutSignIn(report.availability).line : report.guidance.line
    }
}
