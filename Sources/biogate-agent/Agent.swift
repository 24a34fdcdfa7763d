import BiometricGate
import GateGuidance
import GateModel
import GateWire

/// What the agent reacts to, in the order in which it happened.
enum AgentEvent: Sendable {
    case request(RequestUpdate)
    /// The daemon is not there: what waited has ended.
    case disconnected
    case desktop(Desktop.Event)
    case promptEnded(PromptProgram.End, after: Duration)
    case stop
}

/// Shows each waiting call of the user for as long as it waits: in the desktop's prompt where the call wants that, else as
/// a notification, else as lines.
struct Agent {
    /// Where a call is shown.
    private enum Place: Hashable {
        case nowhere
        case notification(UInt32)
        case lines
        /// The user closed the notification: it does not come back.
        case dismissed
    }

    private struct Entry {
        var text: ShownRequest
        var place = Place.nowhere
        /// What is shown now.
        var lines: [String] = []
    }

    private let client: GateClient
    private let language: Language
    /// Nil where there is no desktop.
    private let desktop: Desktop?
    /// Nil where no prompt can be shown.
    private var prompt: PromptStarter?
    private let write: @Sendable (String) -> Void
    private var shown: [RequestID: Entry] = [:]
    /// The calls that the prompt shows.
    private var prompted: Set<RequestID> = []
    private var isPrompting = false
    /// How often it was started for them.
    private var starts = 0
    private static let maximumStarts = 4

    init(
        _ client: GateClient, _ language: Language, _ desktop: Desktop?, prompt: PromptStarter?,
        write: @escaping @Sendable (String) -> Void
    ) {
        self.client = client
        self.language = language
        self.desktop = desktop
        self.prompt = prompt
        self.write = write
    }

    /// Takes the events one after the other, until it is told to stop; leaves no notification behind.
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
        var entry = shown[id] ?? Entry(text: ShownRequest(update.request, in: language))
        // A call that was only just made says in a moment what it wants of the user.
        let isTime = update.request.progress.map { entry.text.report($0, update.message ?? "") } ?? false
        if isTime, entry.lines != entry.text.lines {
            entry.place = await show(entry.text, at: entry.place)
            entry.lines = entry.text.lines
        }
        shown[id] = entry
    }

    private mutating func startPrompt() {
        if prompted.isEmpty { starts = 0 }
        guard !isPrompting, !prompted.isEmpty, let prompt else { return }
        isPrompting = true
        starts += 1
        // One that ends at once is not started again at once.
        prompt.start(starts > 1 ? .milliseconds(500) : .zero)
    }

    /// A call that came as it ended has another. What it cannot show, nobody waits for.
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
                title: text.notice.title, lines: text.lines, cancel: Caption.cancel.text(in: language))
            guard let number = await desktop?.show(content, replacing: replaced) else { return line(text) }
            return .notification(number)
        }
    }

    private func line(_ text: ShownRequest) -> Place {
        write(([text.notice.title] + text.lines).joined(separator: " "))
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

    /// The call itself ends the notification, when it has ended.
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
