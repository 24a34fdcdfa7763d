import GateKeystore
import GateModel
import GatePolicy
import GateSecret
import GateSocket
import GateWire
import Logging
import Synchronization

/// The journal: one line for every grant, denial, enrolment and change of settings. Never a secret, never which finger.
/// The denials of whoever is refused all the time are counted, and have one line together.
final class Audit: Sendable {
    let logger: Logger
    private let clock: GateClock
    private let denials = Mutex(Denials())
    private let deadlines = Deadlines()

    private struct Denials {
        /// By the method and the error's name.
        var tally = DenialTally<String>()
        /// For the end of the next window.
        var alarm: Deadlines.Limit?
    }

    init(logger: Logger, clock: GateClock) {
        self.logger = logger
        self.clock = clock
    }

    func granted(_ ask: Ask, factor: Factor?) {
        var more: Logger.Metadata = ["operation": "\(ask.operation.rawValue)"]
        if let item = ask.item { more["item"] = "\(item)" }
        if let factor { more["factor"] = "\(factor.rawValue)" }
        tell(.granted, ask.caller, ask.user, more)
    }

    /// - Parameter user: whom the call was about, which the caller may have no say in.
    func denied(_ caller: Caller, _ user: UserID, _ refused: RefusedCall) {
        guard isToldSingly(refused, of: caller.peer.user) else { return }
        var more: Logger.Metadata = ["method": "\(refused.method)", "error": "\(refused.error.wireName)"]
        if let operation = refused.operation { more["operation"] = "\(operation.rawValue)" }
        if let item = refused.item { more["item"] = "\(item)" }
        if let factor = refused.error.refusedFactor { more["factor"] = "\(factor.rawValue)" }
        tell(.denied, caller, user, more)
    }

    /// Tells all that was counted: the daemon ends.
    func close() {
        for sum in denials.withLock({ $0.tally.end() }) { tell(sum) }
    }

    func enrolled(_ caller: Caller, _ user: UserID, reader: Reader, invalidated: Int) {
        tell(.enrolled, caller, user, ["reader": "\(reader.id)", "invalidatedItems": "\(invalidated)"])
    }

    func printsDeleted(_ caller: Caller, _ user: UserID, prints: Int, invalidated: Int) {
        tell(.printsDeleted, caller, user, ["prints": "\(prints)", "invalidatedItems": "\(invalidated)"])
    }

    func cleared(_ caller: Caller, _ reader: Reader) {
        tell(.readerCleared, caller, caller.peer.user, ["reader": "\(reader.id)"])
    }

    /// A change of the user's settings.
    func changed(_ caller: Caller, _ user: UserID, _ event: AuditEvent, item: ItemName? = nil) {
        tell(event, caller, user, item.map { ["item": "\($0)"] } ?? [:])
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
        logger.log(level: failure == nil ? .notice : .error, "\(what)", metadata: ["helper": "\(path)"])
    }

    /// A connection ended by what came on it. Of what that was nothing is told: it may be secret.
    func received(_ broken: BrokenMessage, from peer: Peer) {
        let what =
            switch broken {
            case .tooLong: "a message was too long: its connection is closed"
            case .notJSON: "a message was no JSON: its connection is closed"
            case .notACall(answered: true): "a message was no call: it is answered, and its connection is closed"
            case .notACall(answered: false): "a oneway message was no call: its connection is closed"
            }
        logger.notice("\(what)", metadata: ["uid": "\(peer.user)", "pid": "\(peer.process)"])
    }

    /// Something off the path of an answer failed; what it leaves behind errs on the safe side.
    func failedLater(_ what: String) {
        logger.error("failed after the answer", metadata: ["what": "\(what)"])
    }

    /// The system did not say whether a number has an account.
    func lookUpFailed(_ user: UserID, errno: Int32) {
        logger.error("the account could not be looked up", metadata: ["uid": "\(user)", "errno": "\(errno)"])
    }

    // MARK: Denials

    private func isToldSingly(_ refused: RefusedCall, of user: UserID) -> Bool {
        denials.withLock { denials in
            let now = clock.now()
            defer { setAlarm(&denials, at: now) }
            return denials.tally.denied(refused.kind, of: user, at: now)
        }
    }

    private func setAlarm(_ denials: inout Denials, at now: Moment) {
        guard denials.alarm == nil, let wait = denials.tally.nextEnd(after: now) else { return }
        // A journal that is behind is waited for, which an alarm must not.
        denials.alarm = deadlines.limit(wait) { [weak self] _ in Task { self?.windowsOver() } }
    }

    private func windowsOver() {
        let sums = denials.withLock { denials in
            let now = clock.now()
            let sums = denials.tally.windowsOver(at: now)
            denials.alarm = nil
            setAlarm(&denials, at: now)
            return sums
        }
        for sum in sums { tell(sum) }
    }

    private func tell(_ sum: DenialTally<String>.Sum) {
        let kinds = sum.counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { "\($0) \($1)" }
        tell(
            .deniedOften, of: sum.user,
            ["count": "\(sum.total)", "since": "\(sum.since.rfc3339)", "kinds": "\(kinds.joined(separator: ", "))"],
            .notice)
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
