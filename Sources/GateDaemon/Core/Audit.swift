import GateModel
import GatePolicy
import GateSecret
import GateSystem
import GateVault
import Logging
import Synchronization

/// The journal: one line for every grant, denial, enrolment and change of settings. Never a secret, never which finger.
/// What somebody can have told again and again at will (denials, what takes neither a finger nor a credential, and what
/// fails) is counted where it is much, and has one line together.
final class Audit: Sendable {
    let logger: Logger
    private let clock: GateClock
    private let tallies = Mutex(Tallies())
    private let timers: any Timers

    private struct Tallies {
        /// By the method and the error's name.
        var denials = LineTally<String>()
        /// Of grants and changes, by what they are.
        var deeds = LineTally<String>()
        /// By the line's text; nobody's.
        var failures = LineTally<String>()
        /// For the end of the next window.
        var alarm: LoopTimer?

        func nextEnd(after now: Moment) -> Duration? {
            [denials, deeds, failures].compactMap { $0.nextEnd(after: now) }.min()
        }
    }

    /// What was counted.
    private struct Sums {
        let denials: [LineTally<String>.Sum]
        let deeds: [LineTally<String>.Sum]
        let failures: [LineTally<String>.Sum]
    }

    init(logger: Logger, clock: GateClock, timers: any Timers) {
        self.timers = timers
        self.logger = logger
        self.clock = clock
    }

    /// - Parameter isRepeatable: nobody was asked, or an earlier authentication was reused.
    func granted(_ ask: Ask, factor: Factor?, isRepeatable: Bool = false, of account: Account) {
        // Names of items are the caller's to choose: in the sum they would be as many and as long as one likes.
        let kind = "granted \(ask.operation.rawValue)"
        guard !isRepeatable || isToldSingly(\.deeds, kind, account.hasName ? account.user.id : nil) else { return }
        var more: Logger.Metadata = ["operation": "\(ask.operation.rawValue)"]
        if let item = ask.item { more["item"] = "\(item)" }
        if let factor { more["factor"] = "\(factor.rawValue)" }
        tell(.granted, ask.caller, ask.user, more)
    }

    /// A finger or a credential that was looked at and not right is told in any case: the policy bounds those.
    ///
    /// - Parameter user: whom the call was about, which the caller may have no say in.
    /// - Parameter hasAccount: whether the caller's number is known to have an account.
    func denied(_ caller: Caller, _ user: UserID, _ refused: RefusedCall, hasAccount: Bool) {
        guard
            caller.life.hasMiss || isToldSingly(\.denials, refused.kind, hasAccount ? caller.peer.user : nil)
        else { return }
        var more: Logger.Metadata = ["method": "\(refused.method)", "error": "\(refused.error.wireName)"]
        if let operation = refused.operation { more["operation"] = "\(operation.rawValue)" }
        if let item = refused.item { more["item"] = "\(item)" }
        if let factor = refused.error.refusedFactor { more["factor"] = "\(factor.rawValue)" }
        tell(.denied, caller, user, more)
    }

    /// Tells all that was counted: the daemon ends.
    func close() {
        tell(
            tallies.withLock { tallies in
                Sums(
                    denials: tallies.denials.end(), deeds: tallies.deeds.end(), failures: tallies.failures.end())
            })
    }

    /// A finger was judged for the second interface. Each is told: it took a touch.
    func verified(_ asker: FaceAsker, _ caller: Caller, _ user: UserID, on reader: ReaderID, isMatch: Bool) {
        var more: Logger.Metadata = ["reader": "\(reader)", "outcome": isMatch ? "matched" : "noMatch"]
        more.merge(asker.fields) { _, new in new }
        tell(.verified, caller, user, more)
    }

    /// A miss locks the user's fingers at logins. Each is told: it took a touch.
    func loginsLocked(_ caller: Caller, _ user: UserID, _ lockout: LoginLockout) {
        tell(
            .loginsLocked, caller, user,
            lockout.retryAfter.map { ["waitSeconds": "\($0.secondsRoundedUp)"] } ?? [:])
    }

    /// - Parameter asker: who asked for a print that nobody vouched for; nil for one that its user's credential stands for.
    func enrolled(
        _ caller: Caller, _ user: UserID, reader: Reader, invalidated: Int, unvouchedBy asker: FaceAsker? = nil
    ) {
        var more: Logger.Metadata = ["reader": "\(reader.id)", "invalidatedItems": "\(invalidated)"]
        if let asker {
            more["vouched"] = "false"
            more.merge(asker.fields) { _, new in new }
        }
        tell(.enrolled, caller, user, more)
    }

    /// A print of fprintd's was taken, which nobody vouched for.
    func imported(_ caller: Caller, _ user: UserID, reader: ReaderID, invalidated: Int) {
        tell(
            .printImported, caller, user,
            ["reader": "\(reader)", "vouched": "false", "invalidatedItems": "\(invalidated)"])
    }

    /// A template was handed out.
    func exported(_ caller: Caller, _ user: UserID, reader: ReaderID) {
        tell(.printExported, caller, user, ["reader": "\(reader)"])
    }

    func vouched(_ caller: Caller, _ user: UserID, prints: Int, invalidated: Int) {
        tell(.printsVouched, caller, user, ["prints": "\(prints)", "invalidatedItems": "\(invalidated)"])
    }

    func printsDeleted(
        _ caller: Caller, _ user: UserID, prints: Int, invalidated: Int, for asker: FaceAsker? = nil
    ) {
        var more: Logger.Metadata = ["prints": "\(prints)", "invalidatedItems": "\(invalidated)"]
        if let asker { more.merge(asker.fields) { _, new in new } }
        tell(.printsDeleted, caller, user, more)
    }

    func cleared(_ caller: Caller, _ reader: Reader) {
        tell(.readerCleared, caller, caller.peer.user, ["reader": "\(reader.id)"])
    }

    /// Prints were deleted from a reader's storage that no user here has.
    func tidied(_ caller: Caller, _ reader: Reader) {
        tell(.storageTidied, caller, caller.peer.user, ["reader": "\(reader.id)"])
    }

    /// A change of the user's settings.
    func changed(_ caller: Caller, _ user: UserID, _ event: AuditEvent, item: ItemName? = nil) {
        tell(event, caller, user, item.map { ["item": "\($0)"] } ?? [:])
    }

    /// A change that takes neither a finger nor a credential, and can be made again and again.
    func changedAtWill(_ caller: Caller, _ account: Account, _ event: AuditEvent, item: ItemName? = nil) {
        guard isToldSingly(\.deeds, event.rawValue, account.hasName ? account.user.id : nil) else { return }
        changed(caller, account.user.id, event, item: item)
    }

    func vanished(_ user: UserID, prints: Int, invalidated: Int) {
        tell(.printsVanished, of: user, ["prints": "\(prints)", "invalidatedItems": "\(invalidated)"], .warning)
    }

    func tampered(_ user: UserID, prints: Int) {
        tell(.templatesTampered, of: user, ["prints": "\(prints)"], .error)
    }

    /// The password helper fails, or answers again where it failed before.
    func passwordHelper(_ path: String, _ failure: PasswordUnavailable?) {
        let what =
            switch failure {
            case .missing: "the password helper is missing: start biogate-password.socket, or set password.helper"
            case .noAnswer: "the password helper does not know: see its own lines, and that it may read /etc/shadow"
            case .timeOver: "the password helper hangs: it took more than 10 s"
            case nil: "the password helper answers again"
            }
        failed(what, ["helper": "\(path)"], failure == nil ? .notice : .error)
    }

    /// Something off the path of an answer failed; what it leaves behind errs on the safe side.
    func failedLater(_ what: String) {
        failed("failed after the answer", ["what": "\(what)"])
    }

    /// The system did not say whether a number has an account.
    /// `errno` is nil where the system finds no account for the number.
    func lookUpFailed(_ user: UserID, errno: Int32?) {
        var fields: Logger.Metadata = ["uid": "\(user)"]
        if let errno { fields["errno"] = "\(errno)" }
        failed("the account could not be looked up", fields)
    }

    /// Something that is the administrator's to mend.
    func failed(_ what: String, _ more: Logger.Metadata, _ level: Logger.Level = .error) {
        guard isToldSingly(\.failures, what, nil) else { return }
        logger.log(level: level, "\(what)", metadata: more)
    }

    // MARK: What is counted

    private func isToldSingly(
        _ tally: WritableKeyPath<Tallies, LineTally<String>>, _ kind: String, _ user: UserID?
    ) -> Bool {
        tallies.withLock { tallies in
            let now = clock.now()
            defer { setAlarm(&tallies, at: now) }
            return tallies[keyPath: tally].isToldSingly(kind, of: user, at: now)
        }
    }

    private func setAlarm(_ tallies: inout Tallies, at now: Moment) {
        guard tallies.alarm == nil, let wait = tallies.nextEnd(after: now) else { return }
        tallies.alarm = timers.timer(after: wait) { [weak self] in self?.windowsOver() }
    }

    private func windowsOver() {
        tell(
            tallies.withLock { tallies in
                let now = clock.now()
                let sums = Sums(
                    denials: tallies.denials.windowsOver(at: now), deeds: tallies.deeds.windowsOver(at: now),
                    failures: tallies.failures.windowsOver(at: now))
                tallies.alarm = nil
                setAlarm(&tallies, at: now)
                return sums
            })
    }

    private func tell(_ sums: Sums) {
        for sum in sums.denials { tell(.deniedOften, of: sum.user, sum.fields, .notice) }
        for sum in sums.deeds { tell(.doneOften, of: sum.user, sum.fields, .notice) }
        for sum in sums.failures { logger.error("failed often", metadata: sum.fields) }
    }

    // MARK: Telling

    private func tell(_ event: AuditEvent, _ caller: Caller, _ user: UserID, _ more: Logger.Metadata) {
        var all: Logger.Metadata = ["pid": "\(caller.peer.process)", "command": "\(caller.program.command)"]
        if user != caller.peer.user { all["callerUid"] = "\(caller.peer.user)" }
        if let unit = caller.program.unit { all["unit"] = "\(unit)" }
        if let app = caller.program.app { all["app"] = "\(app)" }
        if let executable = caller.program.executable { all["executable"] = "\(executable)" }
        tell(event, of: user, all.merging(more) { _, new in new }, .notice)
    }

    private func tell(_ event: AuditEvent, of user: UserID?, _ more: Logger.Metadata, _ level: Logger.Level) {
        var all = more
        if let user { all["uid"] = "\(user)" }
        all["BIOGATE_EVENT"] = "\(event.rawValue)"
        all["MESSAGE_ID"] = "\(event.messageID)"
        logger.log(level: level, "\(event.text)", metadata: all)
    }
}

extension FaceAsker {
    fileprivate var fields: Logger.Metadata {
        var fields: Logger.Metadata = [:]
        if let user { fields["askerUid"] = "\(user)" }
        if let process { fields["askerPid"] = "\(process)" }
        return fields
    }
}

/// What is told of a call that the gate refused.
struct RefusedCall {
    let method: String
    /// Nil for methods that do not ask the user.
    let operation: Operation?
    let item: ItemName?
    let error: GateError

    /// What those that are told together are counted by.
    fileprivate var kind: String { "\(method) \(error.wireName.split(separator: ".").last ?? "")" }
}

extension LineTally<String>.Sum {
    fileprivate var fields: Logger.Metadata {
        let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0) \($1)" }
        return ["count": "\(total)", "since": "\(since.rfc3339)", "kinds": "\(kinds.joined(separator: ", "))"]
    }
}

extension GateError {
    /// What was presented in vain, where the error tells.
    fileprivate var refusedFactor: Factor? {
        switch self {
        case .credentialWrong(let factor, _, _), .credentialUnavailable(let factor),
            .credentialThrottled(let factor, _):
            factor
        case .authenticationFailed, .lockout: .fingerprint
        case .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockoutPermanent, .timedOut, .cancelled,
            .credentialRequired, .credentialNotSet, .signInRequired, .pinUnacceptable, .factorNotAllowed,
            .itemNotFound, .itemExists, .itemInvalidated, .printNotFound, .fingerAlreadyEnrolled,
            .fingerKnownToReader, .readerNotFound, .readerFull, .requestNotFound, .limitExceeded,
            .sealingUnavailable, .storageFailed, .notPermitted:
            nil
        }
    }
}
