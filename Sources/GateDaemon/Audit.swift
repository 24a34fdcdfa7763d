import GateKeystore
import GateModel
import GateSecret
import Logging

/// The journal: one line for every grant, denial, enrolment and change of settings. Never a secret, never which finger.
struct Audit: Sendable {
    let logger: Logger

    func granted(_ ask: Ask, factor: Factor?) {
        logger.notice("granted", metadata: metadata(ask, ["factor": "\(factor?.rawValue ?? "none")"]))
    }

    func denied(_ caller: Caller, _ operation: Operation, _ item: ItemName?, _ error: String) {
        var more: Logger.Metadata = ["operation": "\(operation.rawValue)", "error": "\(error)"]
        if let item { more["item"] = "\(item)" }
        logger.notice("denied", metadata: metadata(caller, caller.peer.user, more))
    }

    func enrolled(_ caller: Caller, _ user: UserID, reader: Reader, invalidated: Int) {
        logger.notice(
            "enrolled",
            metadata: metadata(caller, user, ["reader": "\(reader.id)", "invalidatedItems": "\(invalidated)"]))
    }

    func printsDeleted(_ caller: Caller, _ user: UserID, prints: Int, invalidated: Int) {
        logger.notice(
            "prints deleted",
            metadata: metadata(caller, user, ["prints": "\(prints)", "invalidatedItems": "\(invalidated)"]))
    }

    func changed(_ caller: Caller, _ user: UserID, _ what: String) {
        logger.notice("changed", metadata: metadata(caller, user, ["what": "\(what)"]))
    }

    func vanished(_ user: UserID, prints: Int, invalidated: Int) {
        logger.warning(
            "prints vanished from a reader",
            metadata: ["user": "\(user)", "prints": "\(prints)", "invalidatedItems": "\(invalidated)"])
    }

    func tampered(_ user: UserID, prints: Int) {
        logger.error(
            "templates were changed in the database", metadata: ["user": "\(user)", "prints": "\(prints)"])
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

    private func metadata(_ ask: Ask, _ more: Logger.Metadata) -> Logger.Metadata {
        var all = metadata(ask.caller, ask.user, more)
        all["operation"] = "\(ask.operation.rawValue)"
        if let item = ask.item { all["item"] = "\(item)" }
        return all
    }

    private func metadata(_ caller: Caller, _ user: UserID, _ more: Logger.Metadata) -> Logger.Metadata {
        var all: Logger.Metadata = [
            "uid": "\(caller.peer.user)", "pid": "\(caller.peer.process)", "command": "\(caller.program.command)",
        ]
        if user != caller.peer.user { all["user"] = "\(user)" }
        if let unit = caller.program.unit { all["unit"] = "\(unit)" }
        if let executable = caller.program.executable { all["executable"] = "\(executable)" }
        return all.merging(more) { _, new in new }
    }
}
