public import GateModel
import Synchronization

/// One gate of an app's, as its screen shows it: asks for a finger, takes a PIN or a password instead, and can be tried
/// again.
///
/// Of any thread. Letting go of it ends what waits.
public final class AuthenticationFlow: Sendable {
    /// What the screen shows.
    public enum State: Hashable, Sendable {
        case idle
        /// The user is asked; nil until the daemon says how far it is.
        case authenticating(PromptProgress?)
        case succeeded(AuthenticationReceipt)
        /// Its guidance says what to offer; `GateClientError.fallbacks`, what `answer` takes. Cancelling ends here, too.
        case failed(GateClientError)
        /// The same, for a fingerprint that is refused for a while, or until a PIN or a password was given.
        case lockedOut(GateClientError)
    }

    private struct Attempt {
        var number = 0
        var task: Task<Void, Never>?
    }

    private let client: GateClient
    private let reason: Reason
    private let options: PromptOptions
    private let attempt = Mutex(Attempt())
    private let continuation: AsyncStream<State>.Continuation

    /// Every state from `idle` on, for one listener; ends when this flow is let go of.
    public let states: AsyncStream<State>

    /// While the flow asks, other calls of `client` wait.
    public init(client: GateClient, reason: Reason, options: PromptOptions = PromptOptions()) {
        self.client = client
        self.reason = reason
        self.options = options
        (states, continuation) = AsyncStream.makeStream()
        continuation.yield(.idle)
    }

    deinit {
        attempt.withLock { $0.task?.cancel() }
        continuation.finish()
    }

    /// Asks for a finger. Nothing happens while the user is being asked.
    public func start() {
        begin(Once(nil))
    }

    /// The way around the finger: gives a PIN or a password, to the call that waits or to one of its own.
    public func answer(_ credential: consuming Credential) {
        if attempt.withLock({ $0.task != nil }) {
            client.answerWaitingCall(credential)
        } else {
            begin(Once(credential))
        }
    }

    /// The way out: ends what waits, in `failed`.
    public func cancel() {
        attempt.withLock { $0.task?.cancel() }
    }

    private func begin(_ credential: Once) {
        attempt.withLock { attempt in
            guard attempt.task == nil else { return }
            attempt.number += 1
            let number = attempt.number
            continuation.yield(.authenticating(nil))
            attempt.task = Task { [client, reason, options, continuation, weak self] in
                let state = await Self.outcome(
                    of: client, reason, credential, options, progress: { continuation.yield(.authenticating($0)) })
                self?.finish(number)
                continuation.yield(state)
            }
        }
    }

    private func finish(_ number: Int) {
        attempt.withLock { attempt in
            if attempt.number == number { attempt.task = nil }
        }
    }

    private static func outcome(
        of client: GateClient, _ reason: Reason, _ credential: Once, _ options: PromptOptions,
        progress: @escaping ProgressHandler
    ) async -> State {
        do throws(GateClientError) {
            return .succeeded(
                try await client.authenticate(
                    reason: reason, credential: credential.take(), options: options, progress: progress))
        } catch {
            return error.code == .lockout || error.code == .lockoutPermanent ? .lockedOut(error) : .failed(error)
        }
    }
}

/// Carries a credential into a task, for one to take.
private final class Once: Sendable {
    private let content: Mutex<Credential?>

    init(_ credential: consuming sending Credential?) {
        content = Mutex(credential)
    }

    func take() -> Credential? {
        content.withLock { $0.take() }
    }
}
