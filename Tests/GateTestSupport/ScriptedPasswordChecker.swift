public import GateModel
public import GateSecret
import Synchronization

/// Passwords in a dictionary.
public final class ScriptedPasswordChecker: PasswordChecker {
    private struct State {
        var passwords: [UserID: String]
        var refused: Set<UserID> = []
        var locked: Set<UserID> = []
        var failure: PasswordUnavailable?
        var accepted = 0
    }

    /// Where questions wait before they are answered.
    public let questions = Turnstile()
    private let state: Mutex<State>

    public init(_ passwords: [UserID: String] = [:]) { state = Mutex(State(passwords: passwords)) }

    /// Nil: the user has none.
    public func set(_ password: String?, of user: UserID) { state.withLock { $0.passwords[user] = password } }

    /// Sets whether the system lets the user sign in, whatever is typed.
    public func refuse(_ user: UserID, _ isRefused: Bool = true) {
        state.withLock { state in
            if isRefused { state.refused.insert(user) } else { state.refused.remove(user) }
        }
    }

    /// Lets every question fail from now on; with nil, none.
    public func fail(_ failure: PasswordUnavailable?) { state.withLock { $0.failure = failure } }

    /// How often a password was found right.
    public var accepted: Int { state.withLock { $0.accepted } }

    public func hasPassword(_ user: User) async throws(PasswordUnavailable) -> Bool {
        try await answered().passwords[user.id] != nil
    }

    public func check(_ password: borrowing SecretBytes, of user: User) async throws(PasswordUnavailable)
        -> PasswordVerdict
    {
        let typed = password.withBytes { [UInt8]($0) }
        let state = try await answered()
        guard state.passwords[user.id].map({ Array($0.utf8) }) == typed else { return .wrong }
        guard !state.refused.contains(user.id) else { return .refused }
        self.state.withLock { $0.accepted += 1 }
        return .right
    }

    /// The password itself behind the key: nobody reads it.
    public func digest(of user: User, under key: [UInt8]) async throws(PasswordUnavailable) -> PasswordDigest {
        let state = try await answered()
        guard let password = state.passwords[user.id], !state.locked.contains(user.id) else { return .notSet }
        var digest = key
        for (index, byte) in password.utf8.enumerated() { digest[index % digest.count] &+= byte &+ UInt8(index % 256) }
        return .set(digest)
    }

    /// Locks the user's password (`usermod -L`).
    public func lock(_ user: UserID) { state.withLock { _ = $0.locked.insert(user) } }

    private func answered() async throws(PasswordUnavailable) -> State {
        await questions.pass()
        let state = state.withLock { $0 }
        if let failure = state.failure { throw failure }
        return state
    }
}
