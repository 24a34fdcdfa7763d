internal import GateModel

/// A title and the sentences below it.
struct Words: Hashable {
    let title: String
    let body: String

    /// The body is its sentences that are there.
    init(_ title: String, _ body: String...) {
        self.title = title
        self.body = body.filter { !$0.isEmpty }.joined(separator: " ")
    }
}

/// One language's texts. Each is found by a switch without `default`, so that a new case has its text in every
/// language before it compiles.
protocol Phrasebook: Sendable {
    /// What is the matter, without the sentence that names the fallback.
    func words(for error: GateError, in situation: Situation) -> Words
    /// That an item opens with a fallback at present, for that reason, and with a finger once it was renewed.
    func renewal(by fallback: Fallback, after reason: FactorRefusal.Reason) -> Words
    /// What took away what a factor could open, as a title.
    func happened(_ cause: Item.Invalidation) -> String
    /// That nothing else than these factors serves, as a title; there is one at least.
    func only(_ factors: [Factor]) -> String
    /// The sentence that asks for one of these factors; there is one at least.
    func use(_ factors: [Factor]) -> String
    /// That a renewal gives a finger nothing, because the item was never to open by one.
    var neverByFinger: Words { get }
    /// The sentence that names the way on.
    func sentence(for fallback: Fallback) -> String
    /// What a button says.
    func caption(_ caption: Caption) -> String
    /// The offer of fingerprint unlocking to somebody who does not use it yet.
    var offer: Words { get }
    /// The call for a touch, by a certain finger where the reader cannot tell them apart; without a full stop where
    /// it stands alone as a caption.
    func prompt(_ situation: Situation, asking finger: Finger?) -> String
    /// What a progress report means, other than that a touch is wanted.
    func message(for progress: Progress) -> String
    /// The call for an enrolment's further touches.
    var touchAgain: String { get }
    /// That a program waits for the user, one sentence; names are shown between marks that they cannot end.
    func request(by program: String, _ operation: Operation, _ item: String?) -> String
    /// That it waits no longer.
    func requestEnded(by program: String) -> String
    /// That it got what it asked for, behind its name.
    func confirmed(by factor: Factor) -> String
    func triesLeft(_ count: Int) -> String
    /// Why a PIN is asked for that frees a locked fingerprint.
    var unlockReason: String { get }
    func name(of finger: Finger) -> String
    func name(of factor: Factor) -> String
    /// That a reader waits for nothing but a call.
    var ready: String { get }
    func seconds(_ count: Int64) -> String
    func minutes(_ count: Int64) -> String
}

extension Progress {
    /// The tries that people are told of; after the last one, the call's own error says what to do.
    var triesLeft: Int? { attemptsRemaining.flatMap { $0 > 0 ? $0 : nil } }

    /// Whether what was given takes no more tries: it was blocked already, or is now.
    var isCredentialBlocked: Bool { refusal == .blocked || (attemptsRemaining == 0 && retryAfter == nil) }
}

extension Phrasebook {
    /// The sentence that sends the user to a sign-in, where there is one.
    func signIn(_ situation: Situation) -> String { situation.hasSignIn ? sentence(for: .signIn) : "" }

    /// Why a factor serves no more than it does, and which ones do.
    func refusal(_ allowed: [Factor], _ reason: FactorRefusal.Reason?, _ situation: Situation) -> Words {
        let wayOn = allowed.isEmpty ? signIn(situation) : use(allowed)
        switch reason {
        case .enrollmentChanged: return Words(happened(.enrollmentChanged), wayOn)
        case .fingerprintDisabled:
            let matter = words(for: .disabled(fallbacks: allowed), in: situation)
            return Words(matter.title, matter.body, wayOn)
        case .notEnrolled:
            let error = GateError.notEnrolled(printsVanished: situation.printsVanished, fallbacks: allowed)
            let matter = words(for: error, in: situation)
            return Words(matter.title, matter.body, wayOn)
        case .pinChanged: return Words(happened(.pinReset), wayOn)
        case .notInAccess, nil: return allowed.isEmpty ? neverByFinger : Words(only(allowed), wayOn)
        }
    }

    /// The sentence that names the way on, where there is one.
    func sentence(for fallback: Fallback, in situation: Situation) -> String {
        fallback == .signIn ? signIn(situation) : sentence(for: fallback)
    }

    /// A wait: seconds rounded up, from 60 s on minutes rounded up, at least one second.
    func wait(_ duration: Duration) -> String {
        let count = max(1, duration.secondsRoundedUp)
        return count < 60 ? seconds(count) : minutes((count - 1) / 60 + 1)
    }
}
