import BiometricGate
import GateGuidance
import GateModel

/// An event for the agent; events are handled in order.
enum AgentEvent: Sendable {
    case request(RequestUpdate)
    /// The daemon is gone, and with it all waiting calls.
    case disconnected
    case desktop(Desktop.Event)
    case promptEnded(PromptProgram.End, after: Duration)
    case stop
}

/// Shows each waiting call of the user: in the desktop's prompt if the call wants one, else as a notification, else as
/// lines.
struct Agent {
    /// The place in which a call is shown.
    private enum Place: Hashable {
        case nowhere
        case notification(UInt32)
        case lines
        /// The user closed the notification, which does not come back.
        case dismissed
    }

    private struct Entry {
        var text: ShownRequest
        var place = Place.nowhere
        /// The title and the lines shown now.
        var lines: [String] = []
    }

    private let client: GateClient
    private let language: Language
    /// Nil without a desktop.
    private let desktop: Desktop?
    /// Nil if no prompt can be shown.
    private var prompt: PromptStarter?
    private let write: @Sendable (String) -> Void
    private var shown: [RequestID: Entry] = [:]
    /// The calls shown by the prompt.
    private var prompted: Set<RequestID> = []
    private var isPrompting = false
    /// How often the prompt was started for them.
    private var starts = 0
    private static let maximumStarts = 4

    init(
        _ client: GateClient, _ language: Language, _ desktop: Desktop?,
        prompt: PromptStarter?, write: @escaping @Sendable (String) -> Void
    ) {
        self.client = client
        self.language = language
        self.desktop = desktop
        self.prompt = prompt
        self.write = write
    }

    /// Handles the events in order, until it is told to stop; removes its notifications at the end.
    mutating func run(_ events: AsyncStream<AgentEvent>) async {
        for await event in events {
            switch event {
            case .request(let update): await take(update)
            case .disconnected: await endAll()
            case .desktop(.cancelled(let number)): await cancel(number)
            case .desktop(.closed(let number)): forget(number)
            case .promptEnded(let end, let time): promptEnded(end, after: time)
            case .stop:
                await endAll()
                return
            }
        }
    }

    private mutating func take(_ update: RequestUpdate) async {
        let id = update.request.id
        guard update.change != .ended else { return await end(id, update.request.outcome) }
        if update.request.interaction == .prompt, prompt != nil {
            prompted.insert(id)
            return startPrompt()
        }
        var entry =
            shown[id] ?? Entry(text: ShownRequest(update.request, AskerFacts(of: update.request), in: language))
        entry.text.saw(update.request, in: language)
        // A new call reports shortly what it needs from the user, so wait for that.
        let isTime = update.request.progress.map { entry.text.report($0, update.message ?? "") } ?? false
        let lines = [entry.text.notice.title] + entry.text.lines
        if isTime, entry.lines != lines {
            entry.place = await show(entry.text, at: entry.place)
            entry.lines = lines
        }
        shown[id] = entry
    }

    private mutating func startPrompt() {
        if prompted.isEmpty { starts = 0 }
        guard !isPrompting, !prompted.isEmpty, let prompt else { return }
        isPrompting = true
        starts += 1
        // A prompt that ends at once is restarted after a pause.
        prompt.start(starts > 1 ? .milliseconds(500) : .zero)
    }

    /// A call that came as the prompt ended needs another one. Calls that no prompt can show are shown otherwise.
    private mutating func promptEnded(_ end: PromptProgram.End, after time: Duration) {
        isPrompting = false
        if time > .seconds(5) { starts = 0 }
        if end == .noDisplay || (starts >= Self.maximumStarts && !prompted.isEmpty) {
            prompt?.stop()
            prompt = nil
        }
        startPrompt()
    }

    private func show(_ text: ShownRequest, at place: Place) async -> Place {
        switch place {
        case .dismissed: return .dismissed
        case .lines: return line(text)
        case .nowhere, .notification:
            let replaced: UInt32? = if case .notification(let number) = place { number } else { nil }
            let content = Desktop.Content(
                title: text.notice.title, lines: text.lines,
                cancel: text.isPasswordPrompt ? nil : Caption.cancel.text(in: language), isWaiting: true)
            guard let number = await desktop?.show(content, replacing: replaced) else { return line(text) }
            return .notification(number)
        }
    }

    private func line(_ text: ShownRequest) -> Place {
        write(([text.notice.title.asSentence] + text.lines).joined(separator: " "))
        return .lines
    }

    private mutating func end(_ id: RequestID, _ outcome: RequestOutcome? = nil) async {
        prompted.remove(id)
        guard let entry = shown.removeValue(forKey: id) else { return }
        switch entry.place {
        case .notification(let number): await desktop?.close(number)
        case .lines: write(entry.text.notice.ending(confirmedBy: outcome?.factor, refusal: outcome?.guidance))
        case .nowhere, .dismissed: break
        }
    }

    private mutating func endAll() async {
        prompted = []
        for id in shown.keys.sorted(by: { $0.rawValue < $1.rawValue }) { await end(id) }
    }

    /// The call's end removes the notification.
    private func cancel(_ number: UInt32) async {
        guard let id = request(shownAs: number) else { return }
        // It may have ended meanwhile; then there is nothing to cancel.
        try? await client.cancelRequest(id)
    }

    private mutating func forget(_ number: UInt32) {
        guard let id = request(shownAs: number) else { return }
        shown[id]?.place = .dismissed
    }

    private func request(shownAs number: UInt32) -> RequestID? {
        shown.first { $0.value.place == .notification(number) }?.key
    }
}
