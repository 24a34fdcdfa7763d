import GateCore
import GateModel
import GatePolicy
import GateSeats
import GateSystem
import GateWire

/// The parameters shared by all calls that ask the user.
struct AskParameters {
    let reason: Reason?
    let maximumAge: Duration
    let reader: ReaderID?
    let timeout: Duration
    let wait: Duration
    let attempts: Int?
    let interaction: Interaction
    let onBehalfOf: RunningProcess?
    let placement: PromptPlacement

    private static let defaultWait = Duration.seconds(300)

    init(_ parameters: WireObject, _ rules: DoorRules, isReasonRequired: Bool = false) throws(CallFault) {
        reason = try isReasonRequired ? parameters.reason("reason") : parameters.reasonIfPresent("reason")
        maximumAge = try parameters.maximumAgeIfPresent("maxAgeSeconds") ?? .zero
        reader = try parameters.readerIDIfPresent("readerId")
        timeout = try parameters.timeoutIfPresent("timeoutSeconds") ?? rules.limits.timeout
        wait = try parameters.waitIfPresent("waitSeconds") ?? Self.defaultWait
        attempts = try parameters.attemptsIfPresent("attempts", upTo: rules.limits.attemptsPerCall)
        interaction = try parameters.choiceIfPresent("interaction") ?? .caller
        onBehalfOf = try parameters.runningProcessIfPresent("onBehalfOf")
        placement = PromptPlacement(
            parent: try parameters.windowIfPresent("parentWindow"),
            activation: try parameters.activationTokenIfPresent("activationToken"))
    }
}

extension CallContext {
    /// The call as the Gatekeeper takes it. Waits only if it names a process on whose behalf it is made.
    func ask(
        _ operation: Operation, item: ItemName? = nil, label: Label? = nil, factors: [Factor],
        _ parameters: AskParameters, user: UserID, verb: Verb = .confirm, reuse: Ask.ReuseRule = .never,
        reason: Reason? = nil
    ) async -> Ask {
        let claimed: ClaimedProgram? =
            if let process = parameters.onBehalfOf {
                await programs.claimed(process, by: caller.peer.user).value()
            } else { nil }
        return Ask(
            caller: caller, user: user, operation: operation, item: item, label: label,
            reason: reason ?? parameters.reason,
            factors: factors, reader: parameters.reader, timeout: parameters.timeout, wait: parameters.wait,
            attempts: parameters.attempts, interaction: parameters.interaction, onBehalfOf: claimed,
            verb: verb, placement: parameters.placement, reuse: reuse)
    }
}
