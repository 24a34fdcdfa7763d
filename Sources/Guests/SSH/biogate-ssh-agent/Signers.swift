import BiometricGate
import GateModel
import GateSSH

/// The programs and the place for which one authentication may count again. The daemon bounds it by what it has verified;
/// this only narrows it further, because processes and directories are claims.
struct ReuseBounds: Hashable, Sendable {
    let key: ItemName
    let target: [UInt8]
    /// The outermost git or ssh among the asking processes.
    let ancestor: RunningProcess
    let directory: String?
}

/// The connections to the daemon on which keys sign.
///
/// An authentication counts for its connection alone, so each bounds has a connection of its own; signatures of the same
/// bounds follow one another there.
actor Signers {
    private struct Place {
        let client: GateClient
        /// The signatures that are asked for over it.
        var users = 0
        /// Whether an authentication may count again there.
        var hasSigned = false
    }

    /// The most connections that are kept for a later signature. The daemon has only so many for each user.
    private static let keptLimit = 8

    private let gate: Gate
    private var places: [ReuseBounds: Place] = [:]
    /// Those that are kept, the one that was used last at the end.
    private var kept: [ReuseBounds] = []

    init(_ gate: Gate) { self.gate = gate }

    /// A connection for one signature, to be given back by `release`; nil: for bounds within which nothing is reused.
    func client(for bounds: ReuseBounds?) -> GateClient {
        for other in kept where !other.ancestor.isRunning { drop(other) }
        guard let bounds else { return gate.client() }
        var place = places[bounds] ?? Place(client: gate.client())
        place.users += 1
        places[bounds] = place
        return place.client
    }

    /// Gives a connection back. It is kept if it has signed, and otherwise closed.
    func release(_ client: GateClient, for bounds: ReuseBounds?, hasSigned: Bool) {
        // After `forget`, the place may be another's.
        guard let bounds, var place = places[bounds], place.client === client else { return client.close() }
        place.users -= 1
        place.hasSigned = place.hasSigned || hasSigned
        places[bounds] = place
        kept.removeAll { $0 == bounds }
        guard place.hasSigned else {
            if place.users == 0 { drop(bounds) }
            return
        }
        kept.append(bounds)
        for oldest in kept.dropLast(Self.keptLimit) where places[oldest]?.users == 0 { drop(oldest) }
    }

    /// Ends all reuse.
    func forget() {
        for bounds in Array(places.keys) { drop(bounds) }
    }

    private func drop(_ bounds: ReuseBounds) {
        places.removeValue(forKey: bounds)?.client.close()
        kept.removeAll { $0 == bounds }
    }
}
