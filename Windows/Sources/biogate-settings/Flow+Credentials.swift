// The PIN, the password, and why they are asked for.

import BiometricGate
import GateGuidance
import GateModel
import GateScreen
import GateSecret
import GateWindows

extension Flow {
    typealias Presenting<Value> =
        @MainActor (
            GateClient, TypedCredential, @escaping ProgressHandler
        ) async throws(GateClientError) -> Value

    /// Makes a call with the PIN or password, which may be typed again if it was wrong. `touching` is the heading of a
    /// call that also waits for a finger.
    func presenting<Value: Sendable>(
        _ first: Factor, for purpose: Sheets.CredentialPurpose, touching heading: String? = nil, _ text: String? = nil,
        _ body: @escaping Presenting<Value>
    ) async throws(FlowEnd) -> Value {
        var factor = first
        var alert: CallStory.Alert?
        while true {
            let typed: TypedCredential
            if let fresh {
                typed = fresh
                self.fresh = nil
            } else {
                typed = try await credential(&factor, for: purpose, alert)
            }
            do throws(FlowEnd) {
                let value: Value
                if let heading {
                    value = try await touch(heading, text) { client, progress throws(GateClientError) in
                        try await body(client, typed, progress)
                    }
                } else {
                    value = try await make(sheets.heading(for: purpose)) { client throws(GateClientError) in
                        try await body(client, typed) { _ in }
                    }
                }
                fresh = typed
                return value
            } catch {
                alert = try fault(in: error)
                factor = other(than: factor, wantedBy: error) ?? factor
            }
        }
    }

    /// The other credential, once the first one has no more tries.
    private func other(than factor: Factor, wantedBy end: FlowEnd) -> Factor? {
        guard case .refused(let error) = end, case .credentialRequired(let accepted, _) = error.gateError else {
            return nil
        }
        return accepted.first { $0 != factor && $0 != .fingerprint }
    }

    /// The problem of a PIN or password that may be typed again; throws any other end.
    private func fault(in end: FlowEnd) throws(FlowEnd) -> CallStory.Alert {
        guard case .refused(let error) = end, let gateError = error.gateError else { throw end }
        guard gateError.isAboutWhatWasTyped else { throw end }
        faults += 1
        let text = error.guidance?.withoutSignIn(gateError).spoken ?? error.explanation
        return sheets.alert(text, number: faults)
    }

    /// Asks for the PIN or password; the user may choose the other one.
    func credential(
        _ factor: inout Factor, for purpose: Sheets.CredentialPurpose, _ alert: CallStory.Alert?
    ) async throws(FlowEnd) -> TypedCredential {
        var alert = alert
        while true {
            let alternative = alternative(to: factor, for: purpose)
            let screen = sheets.credential(factor, for: purpose, alternative: alternative, alert: alert)
            if try await ask(screen) == .otherCredential, let alternative {
                factor = alternative
                alert = nil
            } else if let secret = sheet.take(.credential) {
                return TypedCredential(factor, secret)
            }
        }
    }

    private func alternative(to factor: Factor, for purpose: Sheets.CredentialPurpose) -> Factor? {
        switch purpose {
        case .addFinger, .vouch, .removeFinger, .changePIN, .removePIN, .unlock:
            keeper.state.alternative(to: factor)
        // An item has its own credentials.
        case .renew: nil
        case .setFirstPIN: nil
        // The password is what is stored.
        case .keyring: nil
        // Nothing less erases everything.
        case .erase: nil
        }
    }

    /// The credential for a change of fingers; if there is none, a PIN is set first.
    func factorOrPIN() async throws(FlowEnd) -> Factor? {
        if let factor = keeper.state.factor { return factor }
        try await setPIN()
        return keeper.state.factor
    }

    // MARK: The PIN

    func setPIN() async throws(FlowEnd) {
        let settings = keeper.state.settings
        let isFirst = settings?.pinSet != true
        var factor: Factor = isFirst ? .password : .pin
        let purpose: Sheets.CredentialPurpose = isFirst ? .setFirstPIN : .changePIN
        // The first PIN needs only the password, if there is one.
        var shown =
            isFirst && settings?.passwordAvailable != true ? nil : try await credential(&factor, for: purpose, nil)
        var isConfirmed = isFirst
        try await confirmReset(by: shown, &isConfirmed)
        var pin = try await newPIN(isFirst: isFirst, nil)
        while true {
            do throws(FlowEnd) {
                let (given, credential) = (pin, shown)
                let heading = sheets.heading(for: purpose)
                let destroyed = try await make(heading) { client throws(GateClientError) in
                    try await client.setPIN(given.bytes, credential: credential?.credential)
                }
                await keeper.load()
                fresh = pin
                return report(.pinSet(destroyed: destroyed))
            } catch {
                if case .refused(let refusal) = error,
                    case .pinUnacceptable(let rule, let minimumLength) = refusal.gateError
                {
                    pin = try await newPIN(isFirst: isFirst, .unacceptable(rule, minimumLength: minimumLength))
                } else {
                    // The new PIN is kept, because it was not the problem.
                    let alert = try fault(in: error)
                    factor = other(than: factor, wantedBy: error) ?? factor
                    shown = try await credential(&factor, for: purpose, alert)
                    try await confirmReset(by: shown, &isConfirmed)
                }
            }
        }
    }

    /// Resetting a PIN with the password costs what only the old one opened, which is said first, once.
    private func confirmReset(by credential: TypedCredential?, _ isConfirmed: inout Bool) async throws(FlowEnd) {
        guard !isConfirmed, credential?.factor == .password else { return }
        let cost = try await cost(of: .setPIN)
        if !cost.isNothing { try await ask(sheets.confirm(.setPINByPassword, cost)) }
        isConfirmed = true
    }

    private func newPIN(isFirst: Bool, _ fault: Sheets.PINFault?) async throws(FlowEnd) -> TypedCredential {
        var fault = fault
        let limits = try await quietly { client throws(GateClientError) in try await client.limits() }
        let minimum = limits.pinMinimumLength
        while true {
            faults += 1
            try await ask(sheets.newPIN(isFirst: isFirst, minimumLength: minimum, fault, number: faults))
            guard let pin = sheet.take(.newPIN), let again = sheet.take(.repeatedPIN) else { throw .left }
            let broken = unsafe pin.withBytes {
                unsafe PINRule.broken(by: $0, minimumLength: minimum)
            }
            if let broken {
                fault = .unacceptable(broken, minimumLength: minimum)
            } else if !pin.isEqual(to: again) {
                fault = .different
            } else {
                return TypedCredential(.pin, pin)
            }
        }
    }

    func removePIN() async throws(FlowEnd) {
        try await ask(sheets.confirm(.removePIN, try await cost(of: .removePIN)))
        let destroyed = try await presenting(.pin, for: .removePIN) { client, typed, _ throws(GateClientError) in
            try await client.removePIN(credential: typed.credential)
        }
        await keeper.load()
        report(.pinRemoved(destroyed: destroyed))
    }

    // MARK: The first steps

    /// Each step may be skipped, and the next one is still offered.
    func setUp() async throws(FlowEnd) {
        let needsPIN = keeper.state.settings?.pinSet != true
        let needsFinger = keeper.state.settings?.enrolledPrints == 0 && !keeper.state.readers.isEmpty
        let offersKeyring =
            keeper.state.servesLogins && keeper.state.loginItem == nil && keeper.hasKeyring
            && keeper.state.settings?.passwordAvailable == true
        guide = Guide(steps: 2 + (needsPIN ? 1 : 0) + (needsFinger ? 1 : 0) + (offersKeyring ? 1 : 0))
        try await ask(sheets.welcome)
        if needsPIN { try await step(sheets.pinLead) { () async throws(FlowEnd) in try await self.setPIN() } }
        if needsFinger {
            let unvouched = keeper.state.unvouchedPrints.map(\.id)
            try await step([]) { () async throws(FlowEnd) in
                if unvouched.isEmpty { try await self.addFinger() }
                // Individually, because one may belong to another person.
                for print in unvouched { try await self.vouch([print]) }
            }
        }
        if let settings = keeper.state.settings, settings.enrolledPrints > 0, settings.fingerprintEnabled {
            try await step(sheets.tryLead) { () async throws(FlowEnd) in try await self.tryOut() }
        }
        if offersKeyring, keeper.state.offersKeyring {
            do throws(FlowEnd) {
                try await step([]) { () async throws(FlowEnd) in try await self.keyringOn() }
            } catch .refused(let error) {
                // The other steps are done.
                await tell(refusal(error))
            }
        }
        let lead = guide?.lead ?? []
        guide = nil
        let settings = keeper.state.settings
        let isReady = settings?.pinSet == true && settings?.fingerprintEnabled == true && settings?.enrolledPrints != 0
        await tell(sheets.finished(lead, isReady: isReady))
    }

    private func step(_ lead: [String], _ body: () async throws(FlowEnd) -> Void) async throws(FlowEnd) {
        guide?.next(lead)
        do throws(FlowEnd) {
            try await body()
        } catch {
            switch error {
            case .left: guide?.lead = []
            case .refused(let refusal) where refusal.isCancellation: guide?.lead = []
            case .refused: throw error
            }
        }
    }
}
