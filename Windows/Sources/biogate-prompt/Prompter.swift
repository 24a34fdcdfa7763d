// Follows the waiting requests, shows the oldest, and passes on the user's actions.

import BiometricGate
import GateGuidance
import GateScreen
import GateWindows

/// One request's window, and the queue behind it.
final class Prompter {
    private let client: GateClient
    /// A separate connection, so that a cancellation does not wait behind an answer that is being compared.
    private let aside: GateClient
    private let isStaying: Bool
    private var line: WaitingLine
    private var shown: (id: RequestID, window: PromptWindow, app: InstalledApp?)?
    /// Requests whose windows the user has closed.
    private var dismissed: Set<RequestID> = []
    /// Counts down to the end of the program while nothing is shown.
    private var leaving: Task<Void, Never>?
    /// Closes the window of a request that is over.
    private var closing: Task<Void, Never>?
    private var closesAt: Duration?
    /// Refreshes the screen once one of its times has run out.
    private var ticking: Task<Void, Never>?
    /// When the shown request's time was last restarted.
    private var held: ContinuousClock.Instant?

    /// The error that waiting did not resolve.
    private(set) var failure: GateClientError?

    init(_ client: GateClient, _ language: Language, showingAll: Bool, staying: Bool) {
        self.client = client
        aside = GateClient(socket: client.socket, locale: client.locale)
        isStaying = staying
        line = WaitingLine(in: language, showingAll: showingAll)
    }

    // MARK: The daemon

    /// Follows the daemon over its restarts, until cancelled; ends the main loop if that is of no use.
    func follow() async {
        var pause: Duration = .milliseconds(250)
        // Waiting requests are reported in a moment; without any, nothing is.
        leave(after: .seconds(10))
        while !Task.isCancelled {
            do {
                for try await change in client.watchRequests(prompting: true, several: true) {
                    pause = .milliseconds(250)
                    take(change)
                }
            } catch let error as GateClientError where error.code == .notRunning || error.code == .disconnected {
                // The daemon may be starting.
            } catch {
                if Task.isCancelled { return }
                failure = error as? GateClientError
                return MainLoop.stop()
            }
            // Requests that are reported again wait again.
            line.endAll(keeping: shown?.id)
            dismissed = []
            update()
            try? await Task.sleep(for: pause)
            pause = min(pause * 2, .seconds(4))
        }
    }

    private func take(_ update: RequestUpdate) {
        let id = update.request.id
        if update.change == .ended {
            line.change(id) { $0.end(update.request.outcome, at: MainLoop.now) }
            if shown?.id != id { forget(id) }
            if shown == nil { leave() }
        } else if !dismissed.contains(id) {
            line.take(update.request, message: update.message, at: MainLoop.now)
        }
        self.update()
    }

    private func forget(_ id: RequestID) {
        line.remove(id)
        dismissed.remove(id)
    }

    // MARK: The window

    /// Updates the screen to the present state.
    private func update() {
        ticking?.cancel()
        ticking = nil
        if shown == nil, let id = line.next(after: dismissed), let state = line[id],
            let window = PromptWindow(at: state.request.placement)
        {
            let app = InstalledApp.started(from: state.request.programLink)
            var known = AskerFacts(of: state.request)
            known.provedApp = app?.name
            line.change(id) { $0.known = known }
            shown = (id, window, app)
            held = nil
            connect(window, to: id)
        }
        guard let (id, window, app) = shown, let state = line[id] else { return leave() }
        leaving?.cancel()
        leaving = nil
        let now = MainLoop.now
        let others = line.others(than: id, excluding: dismissed)
        window.show(state.screen(others: others, at: now), of: app)
        if let unchanged = state.unchanged(at: now) { tick(after: unchanged) }
        switch state.phase {
        case .waiting, .checking: break
        case .done, .ended:
            if let time = state.lingers(for: PromptWindow.audience, others: others) { closeLater(id, after: time) }
        }
    }

    private func tick(after time: Duration) {
        ticking = Task {
            try? await Task.sleep(for: time)
            if !Task.isCancelled { update() }
        }
    }

    private func connect(_ window: PromptWindow, to id: RequestID) {
        window.onLeave = { [weak self] in self?.dismiss(id) }
        window.onTyping = { [weak self] in self?.hold(id, atLeastAfter: .seconds(10)) }
        window.onMoreTime = { [weak self] in self?.hold(id, atLeastAfter: .zero) }
        window.onSwitchField = { [weak self] in
            self?.line.change(id) { $0.switchField() }
            self?.update()
        }
        window.onShowWhole = { [weak self] in
            self?.line.change(id) { $0.showWhole() }
            self?.update()
        }
        window.onChoose = { [weak self] in self?.choose($0, in: id) }
        window.onAnswer = { [weak self] field, secret in
            let credential: Credential =
                switch field {
                case .pin: .pin(secret)
                case .password: .password(secret)
                }
            self?.answer(id, credential)
        }
    }

    private func closeLater(_ id: RequestID, after time: Duration) {
        // Earlier than planned, if another request waits now.
        let end = MainLoop.now + time
        if let planned = closesAt, planned <= end { return }
        closing?.cancel()
        closesAt = end
        closing = Task {
            try? await Task.sleep(for: time)
            if !Task.isCancelled { close(id) }
        }
    }

    private func close(_ id: RequestID) {
        guard shown?.id == id else { return }
        closing?.cancel()
        closing = nil
        closesAt = nil
        shown?.window.close()
        shown = nil
        if line[id]?.isOver ?? true { forget(id) }
        update()
    }

    /// Closes all windows.
    func closeAll() {
        shown?.window.close()
        shown = nil
    }

    /// Ends the program after a while, unless something is shown before.
    private func leave(after time: Duration = .seconds(2)) {
        // A cancelled request may have to be judged first, and would be shown again.
        guard leaving == nil, !isStaying, dismissed.isEmpty else { return }
        leaving = Task {
            try? await Task.sleep(for: time)
            if !Task.isCancelled { MainLoop.stop() }
        }
    }

    // MARK: The user

    private func dismiss(_ id: RequestID) {
        guard let state = line[id] else { return close(id) }
        if !state.isOver { dismissed.insert(id) }
        close(id)
        guard state.isWaiting else { return }
        Task {
            do throws(GateClientError) {
                try await aside.cancelRequest(id)
            } catch  where error.code == .requestNotFound || error.code == .disconnected || error.code == .notRunning {
                // It has ended in the meantime.
            } catch {
                // It goes on, with the reader armed, and the user who cancelled must see that.
                dismissed.remove(id)
                update()
            }
        }
    }

    /// Typing or asking for more time restarts the time; the daemon limits that.
    private func hold(_ id: RequestID, atLeastAfter pause: Duration) {
        let now = ContinuousClock.now
        if let held, now - held < pause { return }
        held = now
        Task {
            do throws(GateClientError) {
                try await aside.holdRequest(id)
            } catch  where error.code == .limitExceeded {
                line.change(id) { $0.extendNoMore() }
                update()
            } catch {
                // It has ended, which is reported.
            }
        }
    }

    private func choose(_ account: PasskeyAccount, in id: RequestID) {
        guard line[id]?.mayChoose == true else { return update() }
        Task {
            do throws(GateClientError) {
                // A report of the request shows it.
                try await aside.chooseAccount(account, in: id)
            } catch {
                // The account that a touch confirms is chosen on the screen again.
                update()
            }
        }
    }

    private func answer(_ id: RequestID, _ credential: consuming Credential) {
        let account = line[id]?.account
        line.change(id) { $0.answer() }
        update()
        var given: Credential? = credential
        Task {
            guard let credential = given.take() else { return }
            do throws(GateClientError) {
                try await client.answerRequest(id, with: credential, as: account)
                line.change(id) { $0.answerAccepted() }
            } catch {
                line.change(id) { $0.answerRefused(error.isTold ? nil : error.explanation) }
            }
            update()
        }
    }
}

extension GateClientError {
    /// Whether the request's progress or end reports it, too.
    fileprivate var isTold: Bool {
        switch code {
        case .credentialWrong, .credentialThrottled, .credentialRequired, .signInRequired, .credentialNotSet,
            .credentialUnavailable, .factorNotAllowed, .requestNotFound, .disconnected, .notRunning:
            true
        default: false
        }
    }
}
