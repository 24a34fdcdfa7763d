package import GateModel
import GatePolicy
import GateSecret
package import GateSystem
import GateVault
package import Logging
import Synchronization

/// Writes the audit trail to the journal: one line for every grant, denial, enrolment and change of settings. It never
/// names a secret or a finger. A program can provoke some events without limit: denials, failures, and changes that
/// take neither a finger nor a credential. Frequent ones are counted and share one line.
package final class Audit: Sendable {
    package let logger: Logger
    private let clock: GateClock
    private let tallies = Mutex(Tallies())
    private let timers: any Timers

    private struct Tallies {
        /// Keyed by the method and the error's name.
        var denials = LineTally<String>()
        /// Grants and changes, keyed by their kind.
        var deeds = LineTally<String>()
        /// Keyed by the line's text; they belong to no user.
        var failures = LineTally<String>()
        /// Fires when the next counting window ends.
        var alarm: LoopTimer?

        func nextEnd(after now: Moment) -> Duration? {
            [denials, deeds, failures].compactMap { $0.nextEnd(after: now) }.min()
        }
    }

    /// The tallies of the windows that ended.
    private struct Sums {
        let denials: [LineTally<String>.Sum]
        let deeds: [LineTally<String>.Sum]
        let failures: [LineTally<String>.Sum]
    }

    package init(logger: Logger, clock: GateClock, timers: any Timers) {
        self.timers = timers
        self.logger = logger
        self.clock = clock
    }

    /// - Parameter isRepeatable: whether the caller could repeat it without limit: the user was not asked, or an
    ///   earlier authentication was reused.
    func granted(_ ask: Ask, factor: Factor?, isRepeatable: Bool = false, of account: Account) {
        // The caller chooses item names. As a tally's key they would make it arbitrarily long.
        let kind = "granted \(ask.operation.rawValue)"
        guard !isRepeatable || isToldSingly(\.deeds, kind, account.hasName ? account.user.id : nil) else { return }
        var more: Logger.Metadata = ["operation": "\(ask.operation.rawValue)"]
        if let item = ask.item { more["item"] = "\(item)" }
        if let factor { more["factor"] = "\(factor.rawValue)" }
        tell(.granted, ask.caller, ask.user, more)
    }

    /// A finger or credential that was judged and refused always has its own line: the policy bounds how many there
    /// are.
    ///
    /// - Parameter user: the user whom the call was about; the caller may have no say in that.
    /// - Parameter hasAccount: whether the caller's number is known to have an account.
    package func denied(_ caller: Caller, _ user: UserID, _ refused: RefusedCall, hasAccount: Bool) {
        guard
            caller.life.hasMiss || isToldSingly(\.denials, refused.kind, hasAccount ? caller.peer.user : nil)
        else { return }
        var more: Logger.Metadata = ["method": "\(refused.method)", "error": "\(refused.error.wireName)"]
        if let operation = refused.operation { more["operation"] = "\(operation.rawValue)" }
        if let item = refused.item { more["item"] = "\(item)" }
        if let factor = refused.error.refusedFactor { more["factor"] = "\(factor.rawValue)" }
        tell(.denied, caller, user, more)
    }

    /// Writes all pending sums before the daemon ends.
    package func close() {
        tell(
            tallies.withLock { tallies in
                Sums(
                    denials: tallies.denials.end(), deeds: tallies.deeds.end(), failures: tallies.failures.end())
            })
    }

    /// A finger was judged for the face interface. Each has its own line, because it took a touch.
    func verified(_ asker: FaceAsker, _ caller: Caller, _ user: UserID, on reader: ReaderID, isMatch: Bool) {
        var more: Logger.Metadata = ["reader": "\(reader)", "outcome": isMatch ? "matched" : "noMatch"]
        more.merge(asker.fields) { _, new in new }
        tell(.verified, caller, user, more)
    }

    /// A miss locked the user's fingers for logins. Each has its own line, because it took a touch.
    func loginsLocked(_ caller: Caller, _ user: UserID, _ lockout: LoginLockout) {
        tell(
            .loginsLocked, caller, user,
            lockout.retryAfter.map { ["waitSeconds": "\($0.secondsRoundedUp)"] } ?? [:])
    }

    /// A login received the user's item for logins. Each has its own line, because it took a touch.
    func loginOpened(_ caller: Caller, _ user: UserID, _ item: ItemName, service: String) {
        tell(.loginOpened, caller, user, ["item": "\(item)", "service": "\(service)", "factor": "fingerprint"])
    }

    /// A login did not receive the user's item for logins, although there is one. The login does not learn the reason.
    func loginRefused(_ caller: Caller, _ user: UserID, _ refusal: LoginRefusal, service: String) {
        tell(.loginRefused, caller, user, ["reason": "\(refusal.rawValue)", "service": "\(service)"])
    }

    /// - Parameter asker: the program that asked for an unvouched print; nil if the user's credential vouched for the
    ///   print.
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

    /// An unvouched print was imported from fprintd.
    func imported(_ caller: Caller, _ user: UserID, reader: ReaderID, invalidated: Int) {
        tell(
            .printImported, caller, user,
            ["reader": "\(reader)", "vouched": "false", "invalidatedItems": "\(invalidated)"])
    }

    /// A template left the daemon.
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

    /// Prints that belong to no user here were deleted from a reader's storage.
    func tidied(_ caller: Caller, _ reader: Reader) {
        tell(.storageTidied, caller, caller.peer.user, ["reader": "\(reader.id)"])
    }

    func changed(_ caller: Caller, _ user: UserID, _ event: AuditEvent, item: ItemName? = nil) {
        tell(event, caller, user, item.map { ["item": "\($0)"] } ?? [:])
    }

    /// A change that a program can repeat without limit, because it takes neither a finger nor a credential.
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

    /// The password helper failed, or answers again after a failure.
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

    /// Something failed after the call was answered; the state that it leaves errs on the safe side.
    func failedLater(_ what: String) {
        failed("failed after the answer", ["what": "\(what)"])
    }

    /// The system did not say whether a number has an account. `errno` is nil if the system finds no account for the
    /// number.
    func lookUpFailed(_ user: UserID, errno: Int32?) {
        var fields: Logger.Metadata = ["uid": "\(user)"]
        if let errno { fields["errno"] = "\(errno)" }
        failed("the account could not be looked up", fields)
    }

    /// A failure for the administrator to fix.
    func failed(_ what: String, _ more: Logger.Metadata, _ level: Logger.Level = .error) {
        guard isToldSingly(\.failures, what, nil) else { return }
        logger.log(level: level, "\(what)", metadata: more)
    }

    // MARK: Counting

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

    // MARK: Writing

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

/// A call that the gate refused, as the audit describes it.
package struct RefusedCall {
    let method: String
    /// Nil for methods that do not ask the user.
    let operation: Operation?
    let item: ItemName?
    let error: GateError

    package init(method: String, operation: Operation?, item: ItemName?, error: GateError) {
        self.method = method
        self.operation = operation
        self.item = item
        self.error = error
    }

    /// The tally's key: calls of the same kind share one line.
    fileprivate var kind: String { "\(method) \(error.wireName.split(separator: ".").last ?? "")" }
}

extension LineTally<String>.Sum {
    fileprivate var fields: Logger.Metadata {
        let kinds = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0) \($1)" }
        return ["count": "\(total)", "since": "\(since.rfc3339)", "kinds": "\(kinds.joined(separator: ", "))"]
    }
}

extension GateError {
    /// The factor that was refused, if the error names it.
    fileprivate var refusedFactor: Factor? {
        switch kind {
        case .wrong(let factor, _): factor
        case .missed, .noFinger(.lockout): .fingerprint
        case .noFinger, .retry, .cancelled, .otherWay, .settle, .broken: nil
        }
    }
}
