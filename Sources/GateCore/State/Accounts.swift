import GateModel
import GatePolicy
import GateVault

/// Why a user's account cannot be loaded.
enum AccountRefusal: Error {
    /// The system did not say whether the number has an account. `errno` is nil if a directory service that had the
    /// account no longer finds it.
    case lookUpFailed(errno: Int32?)
    case keystore(KeystoreError)
    /// The policy on disk cannot be read.
    case unreadable
}

/// The accounts in memory, one for each user: loaded on first use, and dropped once unused.
///
/// Confined to the Gatekeeper's loop. Methods return what other parts must hear: users whose number changed hands, and
/// dropped accounts.
final class Accounts {
    private let keystore: any CredentialStore
    private let database: any AccountLookUp
    private let clock: GateClock
    private var accounts: [UserID: Account] = [:]
    /// Users without a connection whose accounts may still be in memory.
    private var departed: [UserID] = []
    /// Users whose accounts may be in memory only because the face interface asked about them.
    private var facedUsers: [UserID] = []

    /// How long the password helper's answer keeps an account in memory. Otherwise a program that reconnects for each
    /// call would start the helper each time.
    private static let keptAfterAsking: Duration = .seconds(10)
    /// The number of accounts kept for the face interface, which may ask about any user.
    static let facedUsersKept = 8

    init(keystore: any CredentialStore, database: any AccountLookUp, clock: GateClock) {
        self.keystore = keystore
        self.database = database
        self.clock = clock
    }

    subscript(user: UserID) -> Account? { accounts[user] }

    var all: some Collection<Account> { accounts.values }

    var count: Int { accounts.count }

    // MARK: Reading

    /// Loads the user's account, unless another call has done so meanwhile.
    ///
    /// - Returns: the account, whether this call loaded it, and whether its waits restarted after a boot.
    func load(_ id: UserID) async throws(AccountRefusal) -> (Account, isNew: Bool, hasResumed: Bool) {
        var (user, hasName) = try await lookUp(id)
        let kept: UserState
        do throws(KeystoreError) {
            kept = try await keystore.state(of: user)
        } catch {
            guard case .userChanged(_, let name) = error else { throw .keystore(error) }
            // The keystore has a name for this number, so a directory service that does not find it now may find it
            // again.
            guard hasName else { throw .lookUpFailed(errno: nil) }
            // A number may have several names, and the system may now return another one first.
            guard await isName(name, of: id) else { throw .keystore(error) }
            user = User(id: id, name: name)
            kept = try await state(of: user)
        }
        // Another call may have loaded it during the wait.
        if let account = accounts[id] { return (account, false, false) }
        guard let policy = kept.policy.map(UserPolicy.init(encoded:)) ?? UserPolicy() else { throw .unreadable }
        let account = Account(user: user, hasName: hasName, kept: kept, policy: policy)
        account.policy.resume(at: clock.now())
        account.lookedUpAt = clock.now().sinceBoot
        accounts[id] = account
        return (account, true, account.policy != policy)
    }

    private func lookUp(_ id: UserID) async throws(AccountRefusal) -> (User, Bool) {
        do throws(LookUpFailed) {
            return try await database.user(id)
        } catch {
            throw .lookUpFailed(errno: error.errno)
        }
    }

    private func state(of user: User) async throws(AccountRefusal) -> UserState {
        do throws(KeystoreError) {
            return try await keystore.state(of: user)
        } catch {
            throw .keystore(error)
        }
    }

    /// Reloads the keystore's state of the account.
    func refresh(_ account: Account) async throws(AccountRefusal) {
        account.kept = try await state(of: account.user)
    }

    // MARK: Changes of a number's owner

    /// Whether the system now has an account for a number that had none, so that it must be loaded again: a directory
    /// service may have been away. Looks up at most every 10 s.
    func isFoundByNow(_ account: Account) async -> Bool {
        let (id, now) = (account.user.id, clock.now().sinceBoot)
        guard !account.hasName, account.lookedUpAt + Self.keptAfterAsking <= now else { return false }
        account.lookedUpAt = now
        guard let found = try? await database.user(id), found.hasAccount else { return false }
        return accounts[id] === account
    }

    /// Whether the number now belongs to another account, or to none.
    func isAnothers(_ account: Account) async -> Bool {
        // Without an answer from the system, nothing has changed.
        guard let now = try? await database.user(account.user.id), now != (account.user, account.hasName) else {
            return false
        }
        guard account.hasName, now.hasAccount else { return true }
        return await !isName(account.user.name, of: account.user.id)
    }

    private func isName(_ name: UserName, of id: UserID) async -> Bool {
        guard let number = try? await database.number(of: name) else { return false }
        return number == id
    }

    // MARK: Dropping accounts

    /// Removes the account from memory.
    func drop(_ id: UserID) {
        accounts[id]?.password.forget()
        accounts[id] = nil
    }

    /// Drops a user's account if nothing needs it; the next call loads it again. Returns whether it was dropped. An
    /// account stays while a call has a reference to it, and while it holds state that is not on disk.
    private func dropIfUnused(_ id: UserID) -> Bool {
        guard !isKept(id), isKnownUniquelyReferenced(&accounts[id]), accounts[id]?.isOnDisk == true else {
            return false
        }
        drop(id)
        return true
    }

    private func isKept(_ id: UserID) -> Bool {
        guard let account = accounts[id], account.hasName, let asked = account.password.learnedAt else { return false }
        return asked + Self.keptAfterAsking > clock.now().sinceBoot
    }

    /// Takes in that these users have no connection left. Returns the users whose accounts were dropped.
    func haveLeft(_ gone: some Collection<UserID>) -> [UserID] {
        var dropped: [UserID] = []
        departed.append(contentsOf: gone)
        // Looks at two more users than were added, so that the list shrinks and no close takes long.
        for _ in 0..<min(departed.count, gone.count + 2) {
            let user = departed.removeFirst()
            if dropIfUnused(user) { dropped.append(user) }
            if accounts[user] != nil, !departed.contains(user) { departed.append(user) }
        }
        dropped += facedUsers.filter(dropIfUnused)
        facedUsers.removeAll { accounts[$0] == nil }
        return dropped
    }

    /// Takes in that the face interface asked about a user. Drops the oldest accounts that were loaded only for it,
    /// beyond a small number; accounts in use stay. Returns the users whose accounts were dropped.
    func askedAbout(_ user: UserID) -> [UserID] {
        var dropped: [UserID] = []
        facedUsers.removeAll { $0 == user }
        facedUsers.append(user)
        // Looks at two users for each one added, so that the list shrinks once accounts can be dropped.
        for _ in 0..<2 where facedUsers.count > Self.facedUsersKept {
            let first = facedUsers.removeFirst()
            if dropIfUnused(first) { dropped.append(first) }
            if accounts[first] != nil { facedUsers.append(first) }
        }
        return dropped
    }
}
