import GateModel
import GatePolicy
import GateVault

/// Why a user's account cannot be had.
enum AccountRefusal: Error {
    /// The system did not say whether the number has an account; `errno` is nil where a directory that had it finds it no
    /// more.
    case lookUpFailed(errno: Int32?)
    case keystore(KeystoreError)
    /// The policy on disk cannot be read.
    case unreadable
}

/// The users' accounts in memory: one for a user, read on first need, and let go of when nobody needs it.
///
/// It lives on the Gatekeeper's loop. What others have to hear of it returns: who became another, and who was dropped.
final class Accounts {
    private let keystore: any CredentialStore
    private let database: any AccountLookUp
    private let clock: GateClock
    private var accounts: [UserID: Account] = [:]
    /// Users without a connection whose accounts may still be in memory.
    private var departed: [UserID] = []
    /// Whom the face interface asked about, and whose accounts may be in memory for that alone.
    private var facedUsers: [UserID] = []

    /// How long what a root process said of a user is kept at least: whoever connects anew each time starts none each time.
    private static let keptAfterAsking: Duration = .seconds(10)
    /// Of the users whom the face interface asked about; it may ask about anybody.
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

    /// Reads the user's account, which is there from then on; another call may have read it meanwhile.
    ///
    /// - Returns: the account, whether it is new here, and whether its waits have begun anew after a boot.
    func load(_ id: UserID) async throws(AccountRefusal) -> (Account, isNew: Bool, hasResumed: Bool) {
        var (user, hasName) = try await lookUp(id)
        let kept: UserState
        do throws(KeystoreError) {
            kept = try await keystore.state(of: user)
        } catch {
            guard case .userChanged(_, let name) = error else { throw .keystore(error) }
            // The keystore has a name for this number. A directory that does not find it now may find it again.
            guard hasName else { throw .lookUpFailed(errno: nil) }
            // A number may have several names, and another one of them may be found first now.
            guard await isName(name, of: id) else { throw .keystore(error) }
            user = User(id: id, name: name)
            kept = try await state(of: user)
        }
        // Somebody else may have loaded it during the wait.
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

    /// Reads the keystore's state of an account again.
    func refresh(_ account: Account) async throws(AccountRefusal) {
        account.kept = try await state(of: account.user)
    }

    // MARK: Who it is

    /// Whether an account that was not found is there by now, and is to be loaded: a directory may have been away. It is
    /// looked up again every 10 s at most.
    func isFoundByNow(_ account: Account) async -> Bool {
        let (id, now) = (account.user.id, clock.now().sinceBoot)
        guard !account.hasName, account.lookedUpAt + Self.keptAfterAsking <= now else { return false }
        account.lookedUpAt = now
        guard let found = try? await database.user(id), found.hasAccount else { return false }
        return accounts[id] === account
    }

    /// Whether the number of an account is another's by now, or nobody's.
    func isAnothers(_ account: Account) async -> Bool {
        // Where the system cannot say, nobody has changed.
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

    // MARK: Letting go

    /// Forgets what is in memory.
    func drop(_ id: UserID) {
        accounts[id]?.password.forget()
        accounts[id] = nil
    }

    /// Lets go of a user's account, which the next call reads again; whether it went. It stays while a call is under way,
    /// which has a reference to it, and while it holds what the disk does not have.
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

    /// A connection is gone, and these users have no other one. Returns whose accounts were let go.
    func haveLeft(_ gone: some Collection<UserID>) -> [UserID] {
        var dropped: [UserID] = []
        departed.append(contentsOf: gone)
        // Two more than came, so that the list gets shorter and no close takes long.
        for _ in 0..<min(departed.count, gone.count + 2) {
            let user = departed.removeFirst()
            if dropIfUnused(user) { dropped.append(user) }
            if accounts[user] != nil, !departed.contains(user) { departed.append(user) }
        }
        dropped += facedUsers.filter(dropIfUnused)
        facedUsers.removeAll { accounts[$0] == nil }
        return dropped
    }

    /// The face interface asked about a user, whose account may be loaded for that alone: of those, only a few are kept,
    /// and those that cannot go yet. Returns whose accounts were let go.
    func askedAbout(_ user: UserID) -> [UserID] {
        var dropped: [UserID] = []
        facedUsers.removeAll { $0 == user }
        facedUsers.append(user)
        // Two for one that came: as soon as they can go, there are fewer each time.
        for _ in 0..<2 where facedUsers.count > Self.facedUsersKept {
            let first = facedUsers.removeFirst()
            if dropIfUnused(first) { dropped.append(first) }
            if accounts[first] != nil { facedUsers.append(first) }
        }
        return dropped
    }
}
