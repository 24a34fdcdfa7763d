/// Where a request for a signature comes from.
enum RequestOrigin: Hashable, Sendable {
    /// A program of this machine.
    case here
    /// A server that the agent was forwarded to.
    case afar
}

/// The places for signatures that are asked of the daemon at a time. The others wait here, because the daemon refuses
/// those beyond its own limit for a user.
///
/// Requests of this machine come first, and those of servers have one place: a server can ask for any number.
actor SigningQueue {
    /// Below the daemon's limit (`limits.waitingPerUser` and `limits.linePerUser`), so that room is left for the user's
    /// other programs.
    static let places = 16

    private struct Waiting {
        let number: UInt64
        let origin: RequestOrigin
        let turn: CheckedContinuation<Bool, Never>
    }

    private var taken = 0
    private var isTakenFromAfar = false
    private var waiting: [Waiting] = []
    private var lastNumber: UInt64 = 0

    /// The requests that have a place or wait.
    var known: Int { taken + waiting.count }

    /// Returns at the request's turn, or with false if its task is cancelled before. Each turn is given back by `leave`.
    func enter(_ origin: RequestOrigin) async -> Bool {
        guard !Task.isCancelled else { return false }
        lastNumber += 1
        let number = lastNumber
        return await withTaskCancellationHandler {
            await withCheckedContinuation { wait(Waiting(number: number, origin: origin, turn: $0)) }
        } onCancel: {
            Task { await cancel(number) }
        }
    }

    /// Gives the request its turn, or puts it behind those that wait.
    private func wait(_ request: Waiting) {
        // A cancellation before this one found nothing that waits.
        guard !Task.isCancelled else { return request.turn.resume(returning: false) }
        guard isFree(for: request.origin), !waiting.contains(where: { $0.origin == request.origin }) else {
            return waiting.append(request)
        }
        take(request.origin)
        request.turn.resume(returning: true)
    }

    func leave(_ origin: RequestOrigin) {
        taken -= 1
        if origin == .afar { isTakenFromAfar = false }
        for next in [RequestOrigin.here, .afar] {
            while isFree(for: next), let place = waiting.firstIndex(where: { $0.origin == next }) {
                take(next)
                waiting.remove(at: place).turn.resume(returning: true)
            }
        }
    }

    private func isFree(for origin: RequestOrigin) -> Bool {
        switch origin {
        case .here: taken < Self.places
        case .afar: taken < Self.places && !isTakenFromAfar
        }
    }

    private func take(_ origin: RequestOrigin) {
        taken += 1
        if origin == .afar { isTakenFromAfar = true }
    }

    private func cancel(_ number: UInt64) {
        guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
        waiting.remove(at: place).turn.resume(returning: false)
    }
}
