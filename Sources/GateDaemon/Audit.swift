import GateKeystore
import GateModel
import GateSecret
import GateWire
import Logging

/// The journal: one line for every grant, denial, enrolment and change of settings. Never a secret, never which finger.
struct Audit: Sendable {
    let logger: Logger

    func granted(_ ask: Ask, factor: Factor?) {
        var more: Logger.Metadata = ["operation": "\(ask.operation.rawValue)"]
        if let item = ask.item { more["item"] = "\(item)" }
        if let factor { more["factor"] = "\(factor.rawValue)" }
        tell(.granted, ask.caller, ask.user, more)
    }

    /// - Parameter user: whom the call was about, which the caller may have no say in.
    func denied(_ caller: Caller, _ user: UserID, _ refused: RefusedCall) {
        var more: Logger.Metadata = ["method": "\(refused.method)", "error": "\(refused.error.wireName)"]
        if let operation = refused.operation { more["operation"] = "\(operation.rawValue)" }
        if let item = refused.item { more["item"] = "\(item)" }
        if let factor = refused.error.refusedFactor { more["factor"] = "\(factor.rawValue)" }
        tell(.denied, caller, user, more)
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

    /// Something off the path of an answer failed; what it leaves behind errs on the safe side.
    func failedLater(_ what: String) {
        logger.error("failed after the answer", metadata: ["what": "\(what)"])
    }

    private func tell(_ event: AuditEvent, _ caller: Caller, _ user: UserID, _ more: Logger.Metadata) {
        var all: Logger.Metadata = ["pid": "\(caller.peer.process)", "command": "\(caller.program.command)"]
        if user != caller.peer.user { all["callerUid"] = "\(caller.peer.user)" }
        if let unit = caller.program.unit { all["unit"] = "\(unit)" }
        if let app = caller.program.app { all["app"] = "\(app)" }
        if let executable = caller.program.executable { all["executable"] = "\(executable)" }
        tell(event, of: user, all.merging(more) { _, new in new }, .notice)
    }

    private func tell(_ event: AuditEvent, of user: UserID, _ more: Logger.Metadata, _ level: Logger.Level) {
        var all = more
        all["uid"] = "\(user)"
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
