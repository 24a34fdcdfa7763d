import GateModel
import GateSecret
import GateWire
import Synchronization

/// Carries out a gate's decisions at the daemon.
struct FlowAsker: Sendable {
    /// The app's own check, whose score must exceed the threshold.
    struct Check: Sendable {
        let score: @Sendable () async throws -> Double
        let threshold: Double
    }

    enum Opened: ~Copyable, Sendable {
        case secret(SecretBytes)
        case signature([UInt8])
        case nothing
    }

    enum Answer: ~Copyable, Sendable {
        case opened(Opened)
        case ended(FlowMachine.Ending)
    }

    let client: GateClient
    let purpose: GateFlow.Purpose
    let reason: Reason
    let options: GateFlow.Options
    let words: FlowWords
    let check: Check?
    let clock: FlowClock

    // MARK: Before the user is asked

    /// Finds a lockout before any call, so that no screen claims to ask.
    func look() async -> FlowMachine.Finding {
        do throws(GateClientError) {
            let report = try await client.availability()
            if let app = options.firstUse, report.canBeOffered {
                switch try await client.settings(app: app).onboarding {
                case .pending: return .offer(words.offer)
                case .skipped: return .ended(ending(.disabled(fallbacks: report.fallbacks)))
                case .accepted: break
                }
            }
            let refusal = GateError(report.availability, fallbacks: report.fallbacks)
            return refusal.map { .ended(ending($0)) } ?? .ready
        } catch {
            return .ended(ending(error))
        }
    }

    /// If declining cannot be recorded, the offer is only made again.
    func decline() async {
        guard let app = options.firstUse else { return }
        _ = try? await client.answerOnboarding(.skipped, app: app)
    }

    // MARK: Asking

    func ask(
        accepting: Bool, attempts: Int?, _ credential: Once<Credential>, show: @escaping ProgressHandler
    ) async -> Answer {
        var prompt = options.prompt
        prompt.attempts = attempts ?? prompt.attempts
        do throws(GateClientError) {
            if accepting, let app = options.firstUse { _ = try await client.answerOnboarding(.accepted, app: app) }
            let opened = try await open(credential.take(), prompt, show)
            guard await isConfirmed() else { return .ended(.failed(words.checkRefused, canRetry: true)) }
            return .opened(opened)
        } catch {
            return .ended(ending(error))
        }
    }

    private func open(
        _ credential: consuming Credential?, _ prompt: PromptOptions, _ progress: @escaping ProgressHandler
    ) async throws(GateClientError) -> Opened {
        switch purpose {
        case .secret(let item):
            return .secret(
                try await client.retrieve(
                    item, reason: reason, credential: credential, options: prompt, progress: progress))
        case .signature(let challenge, let item):
            return .signature(
                try await client.sign(
                    challenge, with: item, reason: reason, credential: credential, options: prompt,
                    progress: progress))
        case .confirmation:
            try await client.authenticate(
                reason: reason, credential: credential, options: prompt, progress: progress)
            return .nothing
        }
    }

    private func isConfirmed() async -> Bool {
        guard let check else { return true }
        // Not a number exceeds no threshold.
        guard let score = try? await check.score() else { return false }
        return score > check.threshold
    }

    // MARK: Errors on the screen

    private func ending(_ error: GateClientError) -> FlowMachine.Ending {
        if let gateError = error.gateError { return ending(gateError) }
        if let obstacle = error.obstacle { return .unavailable(obstacle, words.text(error)) }
        if error.code == .taskCancelled { return .cancelled(by: .app) }
        return .failed(words.text(error), canRetry: false)
    }

    private func ending(_ error: GateError) -> FlowMachine.Ending {
        let text = words.text(error)
        switch error.kind {
        case .noFinger(.lockout(let retryAfter)):
            return .lockedOut(until: clock.now().advanced(by: retryAfter), text)
        case .noFinger(let availability):
            return Obstacle(availability).map { .unavailable($0, text) } ?? .failed(text, canRetry: true)
        case .cancelled(by: .user): return .cancelled(by: .user)
        case .cancelled(by: .client): return .cancelled(by: .app)
        case .cancelled: return .cancelled(by: .system)
        case .missed: return .missed(text, again: words.missed(error))
        case .retry, .wrong: return .failed(text, canRetry: true)
        case .otherWay, .settle, .broken: return .failed(text, canRetry: false)
        }
    }
}

extension AvailabilityReport {
    /// Whether to offer fingerprint unlocking to a user who has not set it up.
    var canBeOffered: Bool {
        switch availability {
        case .available, .notEnrolled: true
        case .noHardware, .hardwareUnavailable, .disabled, .lockout, .lockoutPermanent: false
        }
    }
}

/// The clock of a gate; its states hold this clock's instants.
struct FlowClock: Sendable {
    let now: @Sendable () -> ContinuousClock.Instant
    private let sleep: @Sendable (ContinuousClock.Instant) async throws -> Void

    init<Base: Clock>(_ clock: Base) where Base.Instant == ContinuousClock.Instant {
        now = { clock.now }
        // The clock is injected: a test's clock decides when a deadline has passed.
        sleep = { try await clock.sleep(until: $0, tolerance: nil) }
    }

    /// Waits for a deadline of the flow, which no event announces. False if the task was cancelled.
    func sleep(until deadline: ContinuousClock.Instant) async -> Bool {
        (try? await sleep(deadline)) != nil
    }
}

/// Carries a move-only value into a task, to be taken once.
final class Once<Value: ~Copyable & Sendable>: Sendable {
    private let content: Mutex<Value?>

    init(_ value: consuming sending Value?) {
        content = Mutex(value)
    }

    func take() -> Value? {
        content.withLock { $0.take() }
    }
}
