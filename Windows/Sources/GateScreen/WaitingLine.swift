// The requests that wait for the user, in order of arrival.

public import GateGuidance
public import GateModel
import GateWire

/// The user's waiting requests that are shown, oldest first.
public struct WaitingLine: Sendable {
    private let language: Language
    private let showsAll: Bool
    private var states: [PromptState] = []

    /// `showsAll`: also those that do not ask for the desktop's prompt.
    public init(in language: Language, showingAll showsAll: Bool) {
        self.language = language
        self.showsAll = showsAll
    }

    public subscript(id: RequestID) -> PromptState? { states.first { $0.request.id == id } }

    /// Takes in a report of a request, including the first; `now` is from a monotonic clock.
    public mutating func take(_ request: Request, message: String?, at now: Duration = .zero) {
        if let index = index(of: request.id), !states[index].isOver {
            states[index].take(request, message: message, at: now)
        } else if request.wantsPrompt || showsAll {
            remove(request.id)
            states.append(PromptState(request, message: message, at: now, in: language))
        }
    }

    /// Changes what is known of a request; does nothing if it is not in the line.
    public mutating func change(_ id: RequestID, _ body: (inout PromptState) -> Void) {
        guard let index = index(of: id) else { return }
        body(&states[index])
    }

    /// The request is no longer shown.
    public mutating func remove(_ id: RequestID) { states.removeAll { $0.request.id == id } }

    /// All of them are over, because their service is gone. The shown one is kept, to say so.
    public mutating func endAll(keeping shown: RequestID? = nil) {
        states.removeAll { $0.request.id != shown }
        for index in states.indices { states[index].lose() }
    }

    /// The oldest request that still waits, without `excluded`.
    public func next(after excluded: Set<RequestID>) -> RequestID? {
        states.first { $0.isWaiting && !excluded.contains($0.request.id) }?.request.id
    }

    /// How many others wait besides this one, without those that the user has dismissed.
    public func others(than id: RequestID, excluding dismissed: Set<RequestID> = []) -> Int {
        states.count { $0.isWaiting && $0.request.id != id && !dismissed.contains($0.request.id) }
    }

    private func index(of id: RequestID) -> Int? { states.firstIndex { $0.request.id == id } }
}

extension Request {
    /// Whether the asking program wants the desktop's prompt to ask for it.
    var wantsPrompt: Bool { interaction == .prompt }
}
