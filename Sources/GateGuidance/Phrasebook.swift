internal import GateModel

/// A title and the sentences below it.
struct Words: Hashable {
    let title: String
    let body: String

    init(_ title: String, _ body: String) {
        self.title = title
        self.body = body
    }
}

/// One language's texts. Each is found by a switch without `default`, so that a new case has its text in every
/// language before it compiles.
protocol Phrasebook: Sendable {
    /// What is the matter, without the sentence that names the fallback.
    func words(for error: GateError, in situation: Situation) -> Words
    /// That an item opens with a fallback at present, and with a finger once it was renewed.
    func renewal(by fallback: Fallback) -> Words
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
}

extension Phrasebook {
    /// A wait: seconds rounded up, from 60 s on minutes rounded up, at least one second.
    func wait(_ duration: Duration) -> String {
        let count = max(1, duration.secondsRoundedUp)
        return count < 60 ? seconds(count) : minutes((count - 1) / 60 + 1)
    }
}
