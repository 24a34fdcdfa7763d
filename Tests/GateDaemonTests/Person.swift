import GateModel
import GatePolicy
import GateTestSupport
import GateVault

/// A user's state, as it must be whatever happens.
final class Person {
    let user: User
    /// Good scans without a match since the misses were last cleared.
    fileprivate(set) var misses = 0
    /// Wrong PINs since they were last cleared.
    private var wrongPINs = 0
    /// Calls with a right credential, or that reset the user: they clear once they reach the policy.
    private var clearing: [Call] = []
    private var tries: [Call] = []
    private var isReset = false
    /// Calls that turn fingerprint unlocking on or off, and the number of the event at which the last effective one
    /// began.
    private var turningOn: [Call] = []
    private var turningOff: [Call] = []
    private var turnedOffAt = 0
    /// Calls that end the user's authentications once they are done, and the number of the last event that did.
    private var ending: [Call] = []
    private var endedAt = 0
    /// The enrolment, the only one, in which the items are sealed.
    private let sealed: EnrollmentID?

    init(_ user: User, in scene: Scene) {
        self.user = user
        sealed = scene.keystore.written(of: user)?.enrollmentID
    }

    func missed() { misses += 1 }

    /// A match or its equivalent may have cleared them.
    func mayHaveCleared(in scene: Scene) {
        misses = min(misses, scene.misses(of: user))
        wrongPINs = min(wrongPINs, scene.policy(of: user).pin.failures)
    }

    /// A reset that the disk does not confirm may still have happened, and then cleared the counts.
    func willBeReset(by call: Call) {
        isReset = true
        willClear(call)
    }

    func willClear(_ call: Call) { clearing.append(call) }

    func willTry(_ call: Call) { tries.append(call) }

    func willEndAuthentications(_ call: Call) { ending.append(call) }

    func willTurnOn(_ call: Call) {
        turningOn.append(call)
        willEndAuthentications(call)
    }

    func willTurnOff(_ call: Call) { turningOff.append(call) }

    func authenticationsEnded(at event: Int) { endedAt = event }

    // MARK: Invariants

    /// The broken rule after the event of that number, if any.
    func check(_ scene: Scene, at event: Int) -> String? {
        for call in tries {
            if case .refused(.credentialWrong(.pin, _, _)) = call.outcomes.first { wrongPINs += 1 }
        }
        tries.removeAll { !$0.isUnanswered }
        if !clearing.isEmpty { mayHaveCleared(in: scene) }
        if isReset, scene.keystore.written(of: user) == nil { (misses, wrongPINs) = (0, 0) }
        // A call that waits for its user has been compared.
        let compared = Set(scene.waiting().compactMap(scene.call(of:)).map(ObjectIdentifier.init))
        clearing.removeAll { !$0.isUnanswered || compared.contains(ObjectIdentifier($0)) }
        if ending.contains(where: { $0.outcomes == [.done] }) { endedAt = event }
        ending.removeAll { !$0.isUnanswered }
        for call in turningOff where call.outcomes == [.done] { turnedOffAt = max(turnedOffAt, call.begunAt ?? 0) }
        turningOff.removeAll { !$0.isUnanswered }
        let isOn = scene.keystore.written(of: user)?.fingerprintSwitch == .on
        for call in turningOn where isOn && call.outcomes == [.done] && (call.begunAt ?? 0) < turnedOffAt {
            return "a finger turned on for \(user.name) what was turned off after it was asked for"
        }
        turningOn.removeAll { !$0.isUnanswered }
        let known = scene.misses(of: user)
        if known < misses { return "\(misses - known) misses of \(user.name) are forgiven" }
        let written = scene.missesOnDisk(of: user)
        if written < misses { return "a restart forgives \(misses - written) misses of \(user.name)" }
        if scene.policy(of: user).pin.failures < wrongPINs { return "a wrong PIN of \(user.name)'s is forgiven" }
        if scene.wrongPINsOnDisk(of: user) < wrongPINs { return "a restart forgives a wrong PIN of \(user.name)'s" }
        return nil
    }

    /// The rule broken by a call of the user that was granted just now, if any.
    func check(granted call: Call, _ scene: Scene, at event: Int) -> String? {
        guard let authentication = call.authentication else { return "rests on nothing" }
        if call.endedBy != nil { return "was ended, and is granted" }
        let enrollment = call.isInDevice ? call.enrollmentAtMatch : call.enrollmentAtEnd
        if authentication.factor == .fingerprint, call.operation != .authenticate, enrollment != sealed {
            return "was opened by a finger of another enrolment"
        }
        if call.wasPresented(authentication.factor) {
            guard authentication.factor == .fingerprint, call.enrollmentAtMatch != enrollment else {
                return nil
            }
            return "was granted for a finger of an enrolment that has ended"
        }
        guard authentication.factor != .pin, scene.loop.now - authentication.at.sinceBoot <= .seconds(60) else {
            return "was granted for no \(authentication.factor)"
        }
        let isReuse = scene.calls.contains { source in
            source !== call && source.connection == call.connection && source.user == call.user
                && source.wasPresented(authentication.factor) && source.endedBy == nil
                && source.answeredAt.map { !((source.waitsSince ?? $0) < endedAt && endedAt < event) } ?? false
        }
        return isReuse ? nil : "was granted for no \(authentication.factor), and there was none before"
    }
}
