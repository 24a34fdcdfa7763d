internal import GateModel

extension GateError {
    /// The next step to offer.
    var action: Guidance.Action {
        switch self {
        case .notEnrolled: .enroll
        case .disabled: .enable
        case .noHardware(let fallbacks), .lockout(_, _, let fallbacks), .authenticationFailed(let fallbacks):
            Fallback(among: fallbacks).action
        case .hardwareUnavailable(let reason, _, let fallbacks):
            switch reason {
            case .busy, .inUse, .suspended, .faulted: .retry
            case .overheated, .disconnected, .notInteractive, .administrator: Fallback(among: fallbacks).action
            }
        case .lockoutPermanent(_, let clearedBy, _): Fallback(among: clearedBy).action
        case .timedOut: .retry
        case .cancelled(let canceller):
            switch canceller {
            case .client, .user, .sessionLocked, .suspend, .shutdown: .retry
            case .revoked: .signInAgain
            }
        case .userNeeded: .retry
        case .credentialRequired(let accepted, let clearedBy):
            Fallback(among: clearedBy.isEmpty ? accepted : clearedBy).action
        case .credentialWrong(_, _, .some): .wait
        case .credentialWrong(_, let remaining, nil): remaining == 0 ? .signInAgain : .retry
        case .credentialThrottled: .wait
        case .credentialUnavailable, .pinUnacceptable, .fingerAlreadyEnrolled, .fingerKnownToReader, .storageFailed:
            .retry
        case .signInRequired, .itemInvalidated: .signInAgain
        case .factorNotAllowed(let allowed, _):
            allowed.contains(.fingerprint)
                ? .useFingerprint : allowed.isEmpty ? .none : Fallback(among: allowed).action
        case .readerNotFound: .connectReader
        case .limitExceeded(let limit):
            switch Limit.Kind(limit) {
            case .waiting, .connections: .retry
            case .items, .itemBytes, .everybody, .changes, .message, .other: .none
            }
        case .sealingUnavailable(let reason):
            switch reason {
            case .busy, .faulted: .retry
            case .dictionaryLockout: .wait
            case .noTPM, .otherMachine, .policyFailed, .rootKeyMissing: .none
            }
        case .notPermitted(.accountUnknown): .retry
        case .credentialNotSet, .itemNotFound, .itemExists, .signatureRefused, .printNotFound, .readerFull,
            .requestNotFound, .notPermitted:
            .none
        }
    }

    /// The service names the items of passkeys so.
    private func isPasskey(_ name: ItemName) -> Bool { name.rawValue.hasPrefix("passkey/") }

    /// The next step at a terminal; nil if no single command helps.
    func command(_ situation: Situation, _ phrasebook: any Phrasebook) -> ShellCommand? {
        switch self {
        case .noHardware(let fallbacks):
            ShellCommand.open(situation, with: fallbacks) ?? ShellCommand("readers")
        case .hardwareUnavailable(let reason, _, let fallbacks):
            switch reason {
            case .busy, .inUse, .suspended, .overheated, .notInteractive, .administrator:
                ShellCommand.open(situation, with: fallbacks)
            case .disconnected, .faulted:
                ShellCommand.open(situation, with: fallbacks) ?? ShellCommand("readers")
            }
        case .notEnrolled(printsVanished: false, _) where situation.hasUnvouchedPrints: .vouchFinger
        case .notEnrolled: .addFinger
        case .disabled: ShellCommand("enable")
        case .lockout(_, let clearedBy, let fallbacks), .lockoutPermanent(_, let clearedBy, let fallbacks):
            ShellCommand.open(situation, with: fallbacks)
                ?? ShellCommand.present(clearedBy, reason: phrasebook.unlockReason)
        case .authenticationFailed(let fallbacks), .timedOut(_, let fallbacks), .userNeeded(let fallbacks):
            ShellCommand.open(situation, with: fallbacks)
        case .credentialNotSet(.pin), .credentialNotSet(.fingerprint), .pinUnacceptable: ShellCommand("pin set")
        case .credentialNotSet(.password) where situation.isReset: .resetByAdministrator
        case .credentialWrong(_, 0, nil) where !situation.hasPassword: .resetByAdministrator
        case .signInRequired: .resetByAdministrator
        case .factorNotAllowed(allowed: [], _) where situation.isForPasskey: nil
        case .factorNotAllowed(allowed: [], _): situation.item.map { ShellCommand.replace($0, situation) }
        case .factorNotAllowed(let allowed, _): ShellCommand.open(situation, with: allowed)
        case .itemNotFound(let name, .key?) where isPasskey(name): ShellCommand("passkeys list")
        case .itemNotFound(let name, .key?): ShellCommand("key sign", name.rawValue)
        case .itemNotFound(let name, .secret?): ShellCommand("get", name.rawValue)
        case .itemNotFound(_, nil): ShellCommand("list")
        // The site makes the next one.
        case .itemInvalidated where situation.isForPasskey: nil
        case .itemExists(let name), .itemInvalidated(let name, _): ShellCommand.replace(name, situation)
        case .signatureRefused(.otherUsage) where situation.item.map(isPasskey) == true: ShellCommand("passkeys list")
        case .signatureRefused(.otherUsage): ShellCommand("ssh list")
        case .printNotFound, .fingerAlreadyEnrolled: ShellCommand("finger list")
        case .readerFull(let reader), .fingerKnownToReader(let reader): .clear(reader)
        case .readerNotFound: ShellCommand("readers")
        case .limitExceeded(let limit):
            switch Limit.Kind(limit) {
            case .items, .itemBytes: ShellCommand("list")
            case .everybody, .changes, .waiting, .connections, .message, .other: nil
            }
        case .sealingUnavailable(let reason):
            switch reason {
            case .busy, .dictionaryLockout, .faulted: nil
            case .noTPM, .otherMachine, .policyFailed, .rootKeyMissing: ShellCommand("doctor")
            }
        case .notPermitted(.accountChanged): .resetRenamed
        // `doctor` shows whether passwords are checked, and faults of the disk.
        case .credentialNotSet(.password), .credentialUnavailable, .storageFailed:
            ShellCommand("doctor")
        case .credentialRequired(_, let clearedBy):
            clearedBy.isEmpty ? nil : ShellCommand.present(clearedBy, reason: phrasebook.unlockReason)
        case .cancelled, .credentialWrong, .credentialThrottled, .signatureRefused, .requestNotFound, .notPermitted:
            nil
        }
    }
}

extension ShellCommand {
    static let addFinger = ShellCommand("finger add", "right-index")
    static let vouchFinger = ShellCommand("finger vouch")

    /// The user has no credential left, so only an administrator can erase what is stored, for a new start.
    static let resetByAdministrator = ShellCommand(asRoot: ShellCommand("reset", options: "--user", "\"$USER\""))

    /// The last way for a renamed account, or a number that another account has now. A session keeps the earlier name in
    /// `USER`.
    static let resetRenamed = ShellCommand(asRoot: ShellCommand("reset", options: "--user", "\"$(id -un)\""))

    /// The last way where a reader's chip is full of prints that are nobody's here.
    static func clear(_ reader: ReaderID) -> ShellCommand {
        ShellCommand(asRoot: ShellCommand("reader clear", reader.rawValue))
    }

    private init(asRoot command: ShellCommand) {
        line = "sudo " + command.line
    }

    /// Opens the call's secret with one of the factors; nil for other calls, or without a factor.
    static func open(_ situation: Situation, with factors: [Factor]) -> ShellCommand? {
        guard situation.operation == .retrieve, let name = situation.item?.rawValue else { return nil }
        guard !factors.contains(.fingerprint) else { return ShellCommand("get", name) }
        return Fallback(among: factors).option.map { ShellCommand("get", name, options: $0) }
    }

    /// Gives the PIN or password without opening anything, which ends a lockout.
    static func present(_ factors: [Factor], reason: String) -> ShellCommand? {
        Fallback(among: factors).option.map { ShellCommand("ask", reason, options: $0) }
    }

    static func replace(_ name: ItemName, _ situation: Situation) -> ShellCommand {
        switch situation.operation {
        case .createKey, .sign: ShellCommand("key new", name.rawValue, options: "--replace")
        case .authenticate, .enroll, .enable, .store, .retrieve, .renew, nil:
            ShellCommand("store", name.rawValue, options: "--replace")
        }
    }
}

extension Fallback {
    fileprivate var option: String? {
        switch self {
        case .pin: "--pin"
        case .password: "--password"
        case .signIn: nil
        }
    }
}

extension Limit {
    /// The kinds of limits that the texts distinguish.
    enum Kind: CaseIterable {
        case items, itemBytes, everybody, changes, waiting, connections, message, other

        init(_ limit: Limit) {
            self =
                switch limit.name {
                case "limits.itemsPerUser": .items
                case "limits.itemBytesPerUser": .itemBytes
                case "limits.databaseBytes": .everybody
                case "limits.countedChangesPerHour": .changes
                case "limits.waitingPerUser", "limits.linePerUser": .waiting
                case "limits.connections", "limits.connectionsPerUser": .connections
                case "limits.messageBytes": .message
                default: .other
                }
        }
    }
}
