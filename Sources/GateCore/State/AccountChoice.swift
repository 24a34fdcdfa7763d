import GateModel
import Synchronization

/// The passkeys that a call may sign in with, of which its user may choose one while it waits. The first is chosen at the
/// beginning.
package final class AccountChoice: Sendable {
    private let items: [Item]
    private let place = Mutex(0)

    /// - Parameter items: at least one, each a passkey.
    init(_ items: [Item]) { self.items = items }

    /// Returns false if the passkey is not among them.
    func choose(_ id: [UInt8]) -> Bool {
        guard let found = items.firstIndex(where: { $0.passkey?.id == id }) else { return false }
        place.withLock { $0 = found }
        return true
    }

    var chosenPlace: Int { place.withLock { $0 } }

    var names: [ItemName] { items.map(\.name) }

    /// The accounts, if there are several.
    var accounts: [PasskeyAccount] {
        let chosen = chosenPlace
        return items.count < 2
            ? []
            : items.enumerated().compactMap { place, item in
                item.passkey.map {
                    PasskeyAccount(
                        id: $0.id, userName: $0.userName, userDisplayName: $0.userDisplayName,
                        isChosen: place == chosen)
                }
            }
    }

    /// The subject with the chosen account.
    func chosen(_ subject: SignatureSubject?) -> SignatureSubject? {
        guard case .passkey(let party, _, let derivesSecret)? = subject?.content else { return subject }
        return SignatureSubject(
            .passkey(party, account: items[chosenPlace].passkey?.account, derivesSecret: derivesSecret))
    }
}
