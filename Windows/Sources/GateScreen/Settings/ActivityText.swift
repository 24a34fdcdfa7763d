// The texts of the recent activity.

internal import GateGuidance
internal import GateModel

/// A text about the recent activity.
enum ActivityText: Hashable {
    case title, more
    /// Above the entries.
    case newestFirst
    case nothing, forbidden, noJournal
    /// The factor, if one was given.
    case allowed(String?)
    /// The reason, if it is known.
    case refused(String?)
    /// A request, with the item's name or an empty one.
    case granted(Operation, by: String, item: String)
    case denied(Operation, by: String, item: String)
    /// For a program whose call has no other name.
    case wantedChange(String)
    /// Another event; for an item with its name.
    case event(ActivityEntry.Event, item: String?, count: Int)

    func words(in language: Language) -> String {
        let words = language.words
        return switch self {
        case .title: words.activityTitle
        case .more: words.activityMore
        case .newestFirst: words.activityNewestFirst
        case .nothing: words.activityNothing
        case .forbidden: words.activityForbidden
        case .noJournal: words.activityNoJournal
        case .allowed(let factor): factor.map { words.activityAllowedBy($0) } ?? words.activityAllowed
        case .refused(let why): why.map { words.activityRefusedBecause($0) } ?? words.activityRefused
        case .granted(let operation, let program, let item): words.text(operation, by: program, item: item)
        case .denied(let operation, let program, let item):
            words.activityAsked(program: program, request: language.question(operation, about: item))
        case .wantedChange(let program): words.activityWantedChange(program)
        case .event(let event, let item, let count): words.text(event, item: item, count: count)
        }
    }
}

extension ScreenWords {
    fileprivate func text(_ operation: Operation, by program: String, item: String) -> String {
        switch operation {
        case .authenticate: didVerify(program)
        case .enroll: didEnroll(program)
        case .enable: didEnable(program)
        case .store: didStore(program: program, item: item)
        case .retrieve: didRetrieve(program: program, item: item)
        case .createKey: didCreateKey(program: program, item: item)
        case .sign: didSign(program: program, item: item)
        case .renew: didRenew(program: program, item: item)
        }
    }

    /// Another event; for an item with its name.
    fileprivate func text(_ event: ActivityEntry.Event, item: String?, count: Int) -> String {
        switch event {
        case .granted: activityAllowed
        case .denied: activityRefused
        case .enrolled: eventEnrolled
        case .printsDeleted: eventPrintsDeleted
        case .printsVanished: eventPrintsVanished
        case .templatesTampered: eventTemplatesTampered
        case .pinSet: eventPINSet
        case .pinRemoved: eventPINRemoved
        case .fingerprintEnabled: eventFingerprintEnabled
        case .fingerprintDisabled: eventFingerprintDisabled
        case .onboardingAnswered: eventOnboardingAnswered
        case .itemDeleted: item.map { eventNamedItemDeleted($0) } ?? eventItemDeleted
        case .everythingRevoked: eventEverythingRevoked
        case .reset: eventReset
        case .readerCleared: eventReaderCleared
        case .deniedOften: eventDeniedOften(count)
        case .doneOften: eventDoneOften(count)
        }
    }
}
