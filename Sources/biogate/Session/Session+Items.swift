import BiometricGate
import GateGuidance
import GateModel
import GateWire
import Glibc

extension Session {
    /// The item's name as stored. Names that differ only in Unicode composition (UAX #15) are the same to the user.
    func resolved(_ name: ItemName) async throws(CommandFailure) -> ItemName {
        guard !name.rawValue.utf8.allSatisfy({ $0 < 0x80 }) else { return name }
        let alike = try await items().map(\.name).filter { $0.rawValue == name.rawValue }
        return alike.first { $0.rawValue.utf8.elementsEqual(name.rawValue.utf8) } ?? alike.first ?? name
    }

    /// The item of a call; nil if nobody needs it. Before a PIN or password is typed for the call, reports what would
    /// refuse it.
    func lookAt(_ name: ItemName, for operation: Operation) async throws(CommandFailure) -> Item? {
        guard terminal != nil || isCredentialMissing else { return nil }
        guard let factor, canTypeCredential || isCredentialMissing else { return try? await item(name) }
        let item = try await item(name)
        let situation = Situation(operation: operation, item: item.name, hasSignIn: false)
        if (item.kind == .key) != (operation == .sign) {
            throw try refusal(.itemNotFound(item.name, item.kind), in: situation)
        }
        if case .invalidated(let cause) = item.state {
            throw try refusal(.itemInvalidated(item.name, by: cause), in: situation)
        }
        if !item.openableBy.contains(factor) {
            throw try refusal(.factorNotAllowed(allowed: item.openableBy, nil), in: situation)
        }
        return item
    }

    /// Throws if a stored item of that name must not be replaced, or its user declines: a key cannot be restored.
    func makeWay(
        for name: ItemName, replacing: Bool, _ operation: Operation
    ) async throws(CommandFailure) {
        guard replacing || terminal != nil, let item = try await items().first(where: { $0.name == name }),
            item.state == .valid
        else { return }
        guard replacing else { throw try refusal(.itemExists(name), in: Situation(operation: operation, item: name)) }
        guard item.kind == .key else { return }
        asking.say(words.wouldDestroy([name]))
        try await confirm(.delete, preview: ["invalidated": .array([.string(name.rawValue)])])
    }

    /// Throws if only a finger shall open the item, but no finger can.
    func checkFingerWorks(_ operation: Operation, on name: ItemName?) async throws(CommandFailure) {
        let report = try await availability()
        let situation = Situation(operation: operation, item: name, hasUnvouchedPrints: try await hasUnvouchedFinger())
        switch report.availability {
        case .disabled: throw try refusal(.disabled(fallbacks: []), in: situation)
        case .notEnrolled(let vanished):
            throw try refusal(.notEnrolled(printsVanished: vanished, fallbacks: []), in: situation)
        case .available, .noHardware, .hardwareUnavailable, .lockout, .lockoutPermanent: break
        }
    }

    /// The text of the lockout at logins; nil without one. Asks the service which credentials the user has.
    func loginsLocked(_ report: AvailabilityReport) async throws(CommandFailure) -> String? {
        guard let lockout = report.loginLockout else { return nil }
        return words.loginsLocked(lockout, LockoutEnd(report, try await settings()))
    }

    /// A foreseen refusal in the daemon's words, without the advice to sign in.
    func refusal(
        _ error: GateError, in situation: Situation = Situation()
    ) throws(CommandFailure) -> CommandFailure {
        var situation = situation
        situation.hasSignIn = false
        situation.isAdministrator = geteuid() == 0
        let guidance = Guidance.for(error, situation: situation, in: language)
        try emit(.error(error.wireName, error.wireParameters(guidance: guidance)))
        return .told(guidance, ExitStatus(error))
    }

    /// The daemon's metadata of one item.
    func item(_ name: ItemName) async throws(CommandFailure) -> Item {
        let name = try await resolved(name)
        return try await call(showing: .errors) { client throws(GateClientError) in try await client.item(name) }
    }

    /// The reason shown to the user: `given`, else the command line's own.
    func reason(_ given: Reason?, orElse text: String) -> Reason {
        // A program's name may be too long for a reason, or contain forbidden characters.
        given ?? Reason(text) ?? "biogate"
    }

    /// The credential that the user can type instead of a touch; nil if there is none.
    func userFactor() async throws(CommandFailure) -> Factor? {
        let settings = try await settings()
        return settings.pinSet ? .pin : settings.passwordAvailable ? .password : nil
    }
}

// Lists for a command's own use: with JSON, only refusals are printed.
extension Session {
    func items() async throws(CommandFailure) -> [Item] {
        try await call(showing: .errors) { client throws(GateClientError) in try await client.items() }
    }

    func readers() async throws(CommandFailure) -> [Reader] {
        try await call(showing: .errors) { client throws(GateClientError) in try await client.listReaders() }
    }

    func availability() async throws(CommandFailure) -> AvailabilityReport {
        try await call(showing: .errors) { client throws(GateClientError) in try await client.availability() }
    }

    func settings() async throws(CommandFailure) -> Settings {
        try await call(showing: .errors) { client throws(GateClientError) in try await client.settings() }
    }

    func limits() async throws(CommandFailure) -> Limits {
        try await call(showing: .errors) { client throws(GateClientError) in try await client.limits() }
    }
}
