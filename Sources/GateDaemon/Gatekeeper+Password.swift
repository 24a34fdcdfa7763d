import GateKeystore
import GateModel
import GatePolicy
import GateSecret

/// Whether a user has a password that could be checked.
enum PasswordState: Hashable, Sendable {
    case set, notSet
    /// The helper could not be asked.
    case unknown
}

/// What is known of the users' passwords. It is the system's to change, so a decision asks anew; what is published
/// follows the system's files, and a helper that is down is asked again.
extension Gatekeeper {
    private static let firstRetry: Duration = .seconds(2)
    private static let lastRetry: Duration = .seconds(60)

    /// Asks the helper; takes 10 s at most, where it hangs.
    func passwordState(of user: User) async -> PasswordState {
        guard let passwords else { return .notSet }
        do throws(PasswordUnavailable) {
            return try await passwords.hasPassword(user) ? .set : .notSet
        } catch {
            return .unknown
        }
    }

    /// One call may come here more than once: an answer that is not older than this is not asked for again.
    private static let freshness: Duration = .milliseconds(100)

    /// Asks the helper anew.
    @discardableResult
    func learnPassword(of account: Account) async -> PasswordState {
        if account.passwordLearnedAt + Self.freshness > .now { return account.password }
        let state = await passwordState(of: account.user)
        account.password = state
        account.passwordLearnedAt = .now
        // A user who was reset meanwhile is published no more.
        if accounts[account.user.id] === account { publish(account) }
        if state == .unknown { learnPasswordLater(of: account) }
        return state
    }

    /// Goes on asking until the helper answers: what is published is to become true without anybody's call.
    func learnPasswordLater(of account: Account) {
        guard account.passwordRetry == nil else { return }
        let user = account.user.id
        account.passwordRetry = Task {
            var wait = Self.firstRetry
            while (try? await Task.sleep(for: wait)) != nil, let account = accounts[user] {
                if await learnPassword(of: account) != .unknown { break }
                wait = min(wait * 2, Self.lastRetry)
            }
            accounts[user]?.passwordRetry = nil
        }
    }

    /// The system's accounts or passwords may have changed.
    func learnPasswords() async {
        for account in accounts.values {
            account.passwordLearnedAt -= Self.freshness
            await learnPassword(of: account)
        }
    }

    /// For what cannot do without a password.
    func requirePassword(of account: Account) async throws(GateError) {
        switch await learnPassword(of: account) {
        case .set: break
        case .notSet: throw .credentialNotSet
        case .unknown: throw .credentialUnavailable(.password)
        }
    }

    /// Which of the credentials the user has. Where the helper cannot be asked, that is an error for those who give the
    /// password, or have nothing else to give.
    func present(
        _ accepting: [Credential], given: Credential?, of account: Account
    ) async throws(GateError) -> [Credential] {
        let isPINEnough = accepting.contains(.pin) && account.kept.pinSet && given != .password
        if accepting.contains(.password), !isPINEnough || given == nil {
            let state = await learnPassword(of: account)
            if state == .unknown, !isPINEnough { throw .credentialUnavailable(.password) }
        }
        return accepting.filter(account.credentials.has)
    }
}
