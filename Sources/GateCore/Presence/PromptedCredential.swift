import GateModel
import GatePolicy
import GateSystem

/// Keeps calls waiting that the desktop's prompt shows: if no finger can be asked for, they wait for a PIN or a
/// password.
///
/// Confined to the Gatekeeper's loop.
final class PromptedCredential {
    private let calls: WaitingCalls
    private let turns: Turns
    private let situations: Situations
    private let proofs: Proofs
    private let afterAnswer: AfterAnswer
    private let limits: PolicyLimits
    private let clock: GateClock
    private let timers: any Timers

    init(
        calls: WaitingCalls, turns: Turns, situations: Situations, proofs: Proofs, afterAnswer: AfterAnswer,
        limits: PolicyLimits, clock: GateClock, timers: any Timers
    ) {
        self.calls = calls
        self.turns = turns
        self.situations = situations
        self.proofs = proofs
        self.afterAnswer = afterAnswer
        self.limits = limits
        self.clock = clock
        self.timers = timers
    }

    /// Throws `error` for a call without a credential and without a reader, unless the prompt can ask for a credential.
    func run(
        after error: GateError, _ ask: Ask, _ request: PresenceRequest, of account: Account
    ) async throws(GateError) -> Presence {
        guard isPrompted(ask, of: account, after: error) else { throw error }
        let call: WaitingCall
        do throws(GateError) {
            call = try await calls.open(ask)
        } catch .limitExceeded {
            throw error
        } catch let ended {
            // The call was ended while it waited in line.
            throw ended
        }
        defer { calls.close(call) }
        var timers = ScanTimers(inbox: call.inbox, limit: ask.timeout, isPerTouch: false, timers: self.timers)
        return try await call.noting(by: { $0.authentication.factor }) { () throws(GateError) in
            try await wait(for: call, &timers, request, of: account, after: error)
        }
    }

    /// Like `run(after:_:_:of:)`, for a call that has a reader or waits for one, and gives it up.
    func run(
        after error: GateError, _ session: inout ReaderSession, _ request: PresenceRequest
    ) async throws(GateError) -> Presence {
        let (call, account) = (session.call, session.account)
        if let answer = call.takeCredential() { return try proofs.granted(request, by: answer, to: call) }
        guard !call.isDecided, isPrompted(call.ask, of: account, after: error) else { throw error }
        turns.giveUp(&session)
        // Releases the work queued behind the answer, which may be long in coming.
        afterAnswer.given(call.ask.caller.life)
        return try await wait(for: call, &session.timers, request, of: account, after: error)
    }

    /// Whether the call waits for a credential instead of ending with `error`. Refuses callers who are not in front of
    /// the machine, unless a watcher shows the prompts of such callers, too; behind a locked screen; and while the machine
    /// goes to sleep.
    private func isPrompted(_ ask: Ask, of account: Account, after error: GateError) -> Bool {
        ask.interaction == .prompt && error.isWithoutFinger && hasPrompt(for: ask)
            && !situations.isSuspending && !account.isErased
            && !credentials(of: account, for: ask).isEmpty
    }

    private func hasPrompt(for ask: Ask) -> Bool {
        switch situations.obstacle(to: ask.caller) {
        case nil: calls.hasPrompt(ask, inFront: true)
        case .remote, .inactive, .loggedOut: calls.hasPrompt(ask, inFront: false)
        case .locked: false
        }
    }

    /// Waits for a right PIN or password, for the call's time limit. Throws `error` once none can be asked for.
    private func wait(
        for call: WaitingCall, _ timers: inout ScanTimers, _ request: PresenceRequest, of account: Account,
        after error: GateError
    ) async throws(GateError) -> Presence {
        // The call may have been decided while it waited in line.
        if let answer = call.takeCredential() { return try proofs.granted(request, by: answer, to: call) }
        if let interruption = call.interruption { throw situations.refusal(interruption, request, account) }
        call.endWait(at: clock.now())
        call.wantsFinger = false
        var progress = Progress(.credentialWanted)
        progress.denial = Progress.Denial(error, credentials: credentials(of: account, for: call.ask))
        timers.begin()
        calls.give(timers.touchWanted(), to: call)
        calls.report(progress, of: call)
        defer { timers.cancel() }
        while let event = await call.inbox.next() {
            // The sender of a right credential was told that it decides the call.
            if let answer = call.takeCredential() { return try proofs.granted(request, by: answer, to: call) }
            switch event {
            case .interrupted(let interruption): throw situations.refusal(interruption, request, account)
            case .held: calls.held(call, timers.restart())
            case .deadline(let limit) where timers.isCurrent(limit):
                throw .timedOut(fallbacks: situations.fallbacks(request, account))
            case .promptChanged:
                guard hasPrompt(for: call.ask) else { throw error }
                // A credential counts as wrong while it is compared, so the last try must end first.
                guard account.comparisons.areTaken || !credentials(of: account, for: call.ask).isEmpty else {
                    throw error
                }
            case .answered, .placed, .turn, .scan, .finished, .deadline, .turnOver, .wanted, .unanswered, .spent,
                .quiet, .settled, .graceOver, .abandoned, .waitOver, .taken, .matchOver:
                break
            }
        }
        throw .cancelled(by: .client)
    }

    /// The credentials that the call accepts and that could be right, now or after a wait.
    private func credentials(of account: Account, for ask: Ask) -> [Factor] {
        let situation = situations.situation(of: account)
        return ask.factors.filter { factor in
            CredentialKind(factor).map {
                situation.policy.takes($0, situation.credentials, limits, at: clock.now())
            } ?? false
        }
    }
}

extension GateError {
    /// Whether the error concerns only the finger, so that a credential may succeed.
    fileprivate var isWithoutFinger: Bool {
        switch kind {
        case .noFinger, .missed, .otherWay: true
        case .retry, .cancelled, .wrong, .settle, .broken: false
        }
    }
}
