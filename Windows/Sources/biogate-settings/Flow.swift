// One change from the first question to its end: its questions, calls and results.

import BiometricGate
import GateGuidance
import GateScreen
import GateSecret
import GateWindows
import Glibc

/// Why a change ends before it is made.
enum FlowEnd: Error {
    /// The user cancelled it.
    case left
    /// The daemon refused it.
    case refused(GateClientError)
}

/// A typed PIN or password, for as long as it may be needed.
final class TypedCredential {
    let factor: Factor
    private let secret: SecretBytes

    init(_ factor: Factor, _ secret: consuming SecretBytes) {
        self.factor = factor
        self.secret = secret
    }

    var credential: Credential {
        factor == .pin ? .pin(secret.duplicate()) : .password(secret.duplicate())
    }

    var bytes: SecretBytes { secret.duplicate() }
}

/// The steps of one change, in a separate window.
final class Flow {
    let keeper: Keeper
    let sheet: SheetWindow
    let sheets: Sheets
    /// A separate connection, so that a call that waits for a finger delays no other.
    let client: GateClient
    private var waiting: CheckedContinuation<SheetScreen.Button.Purpose, Never>?
    private var call: Task<Void, Never>?
    /// Resumed when the call is over, or the user stops waiting for its end.
    private var ending: CheckedContinuation<Void, Never>?
    /// The heading of the call that is shown.
    private var heading: String?
    private var isCancelling = false
    /// A PIN already set in this change, or a PIN or password that it has accepted: it is not asked for again.
    var fresh: TypedCredential?
    /// The place in the guided first steps; nil in any other change.
    var guide: Guide?
    /// Counts the problems, so that a repeated one is announced again.
    var faults = 0

    init(_ keeper: Keeper, _ sheet: SheetWindow) {
        self.keeper = keeper
        self.sheet = sheet
        sheets = Sheets(in: keeper.state.language)
        client = GateClient(socket: keeper.socket, locale: keeper.state.language.tag)
        sheet.onAnswer = { [weak self] in self?.answered($0) }
    }

    /// Makes the change, and reports the result.
    func run(_ action: SettingsAction) async {
        do throws(FlowEnd) {
            try await make(action)
        } catch {
            guide = nil
            switch error {
            case .left: break
            case .refused(let error) where error.code == .taskCancelled: await tell(sheets.unanswered)
            case .refused(let error) where error.isCancellation: break
            case .refused(let error): await tell(refusal(error))
            }
        }
    }

    // MARK: Asking

    /// Shows the screen until the user answers; leaving ends the change.
    @discardableResult
    func ask(_ screen: SheetScreen) async throws(FlowEnd) -> SheetScreen.Button.Purpose {
        show(screen)
        let answer = await withCheckedContinuation { waiting = $0 }
        if answer == .cancel { throw .left }
        return answer
    }

    /// Shows the screen until the user has read it.
    func tell(_ screen: SheetScreen) async {
        show(screen)
        _ = await withCheckedContinuation { waiting = $0 }
    }

    /// Says the result in the settings window, or above the next of the first steps.
    func report(_ outcome: Sheets.Outcome) {
        let texts = sheets.result(of: outcome)
        if guide == nil { keeper.window.say(texts) } else { guide?.lead = texts }
    }

    func show(_ screen: SheetScreen) { sheet.show(guide?.page(screen, in: sheets.language) ?? screen) }

    private func answered(_ answer: SheetScreen.Button.Purpose) {
        if let waiting {
            self.waiting = nil
            guide?.lead = []
            waiting.resume(returning: answer)
        } else if answer == .close {
            endWaiting()
        } else if answer == .cancel, let call {
            call.cancel()
            isCancelling = true
            if let heading { show(sheets.cancelling(heading)) }
        }
    }

    private func endWaiting() {
        ending?.resume()
        ending = nil
    }

    func refusal(_ error: GateClientError) -> SheetScreen {
        guard let guidance = error.guidance, let gateError = error.gateError else {
            error.log()
            return sheets.refused(error.screenMessage)
        }
        return sheets.refused(guidance.withoutSignIn(gateError))
    }

    // MARK: Calling

    typealias Body<Value> = @MainActor (GateClient, @escaping ProgressHandler) async throws(GateClientError) -> Value

    /// Makes a call that asks for nothing.
    func make<Value: Sendable>(
        _ heading: String, _ body: @escaping @MainActor (GateClient) async throws(GateClientError) -> Value
    ) async throws(FlowEnd) -> Value {
        show(sheets.busy(heading))
        return try await finish(heading) { [client] () async throws(GateClientError) -> Value in try await body(client)
        }
    }

    /// Makes a call that waits for a finger, and shows its progress below `text`.
    func touch<Value: Sendable>(
        _ heading: String, _ text: String? = nil, _ body: @escaping Body<Value>
    ) async throws(FlowEnd) -> Value {
        var story = CallStory(in: sheets.language)
        show(sheets.touching(heading, story, below: text))
        let (progress, teller) = AsyncStream.makeStream(of: PromptProgress.self)
        let following = MainLoop.task { [self] in
            for await report in progress {
                story.report(report.progress, sheets.line(of: report.progress, report.instruction))
                if !isCancelling { show(sheets.touching(heading, story, below: text)) }
            }
        }
        let outcome: Result<Value, FlowEnd>
        do throws(FlowEnd) {
            outcome = .success(
                try await finish(heading) { [client] () async throws(GateClientError) -> Value in
                    try await body(client) { teller.yield($0) }
                })
        } catch {
            outcome = .failure(error)
        }
        teller.finish()
        await following.value
        return try outcome.get()
    }

    /// Waits until the call is over; the user may cancel it, or stop waiting for its end.
    private func finish<Value: Sendable>(
        _ heading: String? = nil, _ body: @escaping @MainActor () async throws(GateClientError) -> Value
    ) async throws(FlowEnd) -> Value {
        var outcome: Result<Value, GateClientError>?
        self.heading = heading
        isCancelling = false
        await withCheckedContinuation { ending in
            self.ending = ending
            call = MainLoop.task { [self] in
                do throws(GateClientError) {
                    outcome = .success(try await body())
                } catch {
                    outcome = .failure(error)
                }
                endWaiting()
            }
        }
        call = nil
        switch outcome {
        case .success(let value): return value
        case .failure(let error): throw .refused(error)
        case nil: throw .left
        }
    }

    /// A further look-up; nil if the user has left meanwhile.
    func untilLeft<Value: Sendable>(_ body: @escaping @MainActor () async -> Value) async -> Value? {
        var found: Value?
        let looking = MainLoop.task { found = await body() }
        call = looking
        await looking.value
        call = nil
        return looking.isCancelled ? nil : found
    }

    /// A call that is not shown, because it takes no time.
    func quietly<Value: Sendable>(
        _ body: @escaping @MainActor (GateClient) async throws(GateClientError) -> Value
    ) async throws(FlowEnd) -> Value {
        try await finish { [client] () async throws(GateClientError) -> Value in try await body(client) }
    }
}

extension GateClientError {
    /// The text for an error that is not the daemon's.
    var screenMessage: ScreenMessage {
        switch code {
        case .notRunning, .disconnected: .notRunning
        case .untrusted: .untrusted
        default: .unexpected
        }
    }

    /// Writes an error that no text of a window names to the standard error, which the desktop passes to the journal.
    func log() {
        let line = Array(("biogate-settings: \(self)".escapingControls + "\n").utf8)
        // The pointer is valid for the call; a failed write has no reader to miss it.
        _ = unsafe line.withUnsafeBytes { unsafe write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
