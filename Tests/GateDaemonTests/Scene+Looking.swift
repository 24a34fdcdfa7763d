import GateModel
@testable import GatePolicy
import GateTestSupport
import GateVault

@testable import GateCore

/// What can be observed of a scene.
extension Scene {
    /// The call that has the reader.
    func holder(of reader: Reader = Scene.reader) -> Call? {
        gatekeeper.assumeIsolated { $0.turns.holder(of: reader.id) }.flatMap(call(of:))
    }

    /// Lets the time pass in which no finger counts, because another call's prompt was shown before.
    func awaitPrompt() { loop.advance(by: ReaderSession.quietAfterPrompt) }

    /// The call behind a request.
    func call(of request: RequestID) -> Call? {
        let connection = gatekeeper.assumeIsolated { $0.calls[request]?.ask.caller.connection }
        return calls.last { $0.connection == connection && $0.isUnanswered }
    }

    /// The calls that wait for their user, the oldest first; only one user's, if named.
    func waiting(of user: UserID? = nil) -> [RequestID] {
        gatekeeper.assumeIsolated { gatekeeper in
            gatekeeper.calls.all(of: user)
                .sorted { $0.number < $1.number }
                .map(\.id)
        }
    }

    /// The undecided calls among them.
    func undecided(of user: UserID? = nil) -> [Call] {
        waiting(of: user).filter { id in gatekeeper.assumeIsolated { $0.calls[id]?.isDecided == false } }
            .compactMap(call(of:))
    }

    /// The status that the user's programs are told; nil until it is known.
    func view(of user: User) -> UserView? { gatekeeper.assumeIsolated { $0.knownView(of: user.id) } }

    /// The authentication that may count again on the connection; nil if there is none.
    func newestAuthentication(on connection: UInt64, of user: User = alice) -> Authentication? {
        gatekeeper.assumeIsolated {
            $0.lastAuthentication(on: ConnectionID(rawValue: connection), of: user.id)
        }
    }

    /// Decoded once for as long as it stays the same.
    private func writtenPolicy(of user: User) -> UserPolicy? {
        guard let bytes = keystore.written(of: user)?.policy else { return nil }
        if let known = decodedPolicies[user.id], known.bytes == bytes { return known.policy }
        let policy = UserPolicy(encoded: bytes)
        decodedPolicies[user.id] = (bytes, policy)
        return policy
    }

    /// The basis of the next decision.
    func policy(of user: User) -> UserPolicy {
        gatekeeper.assumeIsolated { $0.accounts[user.id]?.policy } ?? writtenPolicy(of: user) ?? UserPolicy()
    }

    func misses(of user: User) -> Int { policy(of: user).lockout.misses }

    /// The misses that count for the face interface.
    func faceMisses(of user: User) -> Int { policy(of: user).faceLockout.misses }

    /// The misses that the next start would know.
    func missesOnDisk(of user: User) -> Int {
        (writtenPolicy(of: user)?.lockout.misses ?? 0) + ledger.pending[user.id, default: 0]
    }

    /// The face interface's misses that the next start would know.
    func faceMissesOnDisk(of user: User) -> Int {
        (writtenPolicy(of: user)?.faceLockout.misses ?? 0) + ledger.pending[user.id, default: 0]
    }

    /// The wrong PINs that the next start would know.
    func wrongPINsOnDisk(of user: User) -> Int { writtenPolicy(of: user)?.pin.failures ?? 0 }

    /// Unfinished work; nil if there is none.
    var leftover: String? {
        let isLoopEmpty = loop.isEmpty
        return gatekeeper.assumeIsolated { gatekeeper in
            if !gatekeeper.calls.all.isEmpty { return "a call waits for ever" }
            if !gatekeeper.turns.isEmpty { return "a reader is taken for ever" }
            if !gatekeeper.ledger.isEmpty { return "something is still to be written" }
            return isLoopEmpty ? nil : "the loop still has something to run"
        }
    }
}
