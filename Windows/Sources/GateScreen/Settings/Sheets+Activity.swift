// The requests made in the user's name, and their results.

internal import GateGuidance
public import GateModel

extension Sheets {
    /// The heading of the recent activity.
    public var activityHeading: String { ActivityText.title.words(in: language) }

    /// The recent activity to read, or how `user` can be allowed to read it.
    ///
    /// - Parameters:
    ///   - shownName: an item's name for people.
    ///   - clock: the local time of a moment.
    public func activity(
        _ activity: Activity, user: String, shownName: (ItemName) -> String, clock: (WallTime) -> LocalMoment
    ) -> SheetScreen {
        let paragraphs: [SheetScreen.Paragraph] =
            switch activity {
            case .entries([]): [text(.nothing)]
            case .entries(let entries):
                [
                    text(.newestFirst),
                    .entries(
                        entries.map { entry in
                            let item = entry.item.map { ItemName($0).map(shownName) ?? $0 }
                            return self.entry(entry, about: item, clock(entry.moment).text(in: language))
                        }),
                ]
            case .forbidden:
                [
                    text(.forbidden),
                    .command("sudo usermod --append --groups systemd-journal \(user.escapingControls)"),
                ]
            case .noJournal: [text(.noJournal)]
            }
        return SheetScreen(heading: activityHeading, paragraphs: paragraphs, buttons: [close])
    }

    private func text(_ text: ActivityText) -> SheetScreen.Paragraph { .text(text.words(in: language)) }

    private func entry(_ entry: ActivityEntry, about item: String?, _ time: String) -> SheetScreen.Entry {
        let outcome: ActivityText? =
            switch entry.event {
            case .granted: .allowed(entry.factor?.name(in: language))
            case .denied: .refused(entry.error.flatMap { reason($0, entry.factor) })
            case .enrolled, .printsDeleted, .printsVanished, .templatesTampered, .pinSet, .pinRemoved,
                .fingerprintEnabled, .fingerprintDisabled, .onboardingAnswered, .itemDeleted, .everythingRevoked,
                .reset, .readerCleared, .deniedOften, .doneOften:
                nil
            }
        // If the title does not name the program already.
        let last = outcome?.words(in: language) ?? entry.program?.escapingControls
        return SheetScreen.Entry(
            title: title(of: entry, about: item).typographic(in: language),
            details: [time, last].compactMap(\.self).joined(separator: " · "))
    }

    private func title(of entry: ActivityEntry, about item: String?) -> String {
        let program = entry.program ?? "?"
        switch entry.event {
        case .granted, .denied:
            guard let operation = entry.operation else {
                return ActivityText.wantedChange(program).words(in: language)
            }
            let item = item ?? ""
            let text: ActivityText =
                entry.event == .granted
                ? .granted(operation, by: program, item: item) : .denied(operation, by: program, item: item)
            return text.words(in: language)
        case .enrolled, .printsDeleted, .printsVanished, .templatesTampered, .pinSet, .pinRemoved,
            .fingerprintEnabled, .fingerprintDisabled, .onboardingAnswered, .itemDeleted, .everythingRevoked,
            .reset, .readerCleared, .deniedOften, .doneOften:
            return ActivityText.event(entry.event, item: item, count: entry.count ?? 0).words(in: language)
        }
    }

    /// The text for errors that the user's own actions cause; nil for any other.
    private func reason(_ error: String, _ factor: Factor?) -> String? {
        let known: GateError? =
            switch error.split(separator: ".").last {
            case "AuthenticationFailed": .authenticationFailed(fallbacks: [])
            case "TimedOut": .timedOut(fallbacks: [])
            case "Cancelled": .cancelled(by: .user)
            case "Lockout": .lockout(retryAfter: .seconds(30), clearedBy: [], fallbacks: [])
            case "LockoutPermanent": .lockoutPermanent(.attempts, clearedBy: [], fallbacks: [])
            case "NotEnrolled": .notEnrolled(printsVanished: false, fallbacks: [])
            case "CredentialWrong": factor.map { .credentialWrong($0, attemptsRemaining: nil, retryAfter: nil) }
            case "Disabled": .disabled(fallbacks: [])
            case "NoHardware": .noHardware(fallbacks: [])
            default: nil
            }
        return known.map { Guidance.for($0, in: language).title }
    }
}
