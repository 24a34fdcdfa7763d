import GateModel
import GateSecret
import GateVault

/// Changes which servers keys for ssh sign in to.
///
/// Confined to the Gatekeeper's loop.
final class Destinations {
    private let users: Users
    private let records: Records
    private let credentials: Credentials
    private let authentications: Authentications
    private let audit: Audit

    init(
        users: Users, records: Records, credentials: Credentials, authentications: Authentications, audit: Audit
    ) {
        self.users = users
        self.records = records
        self.credentials = credentials
        self.authentications = authentications
        self.audit = audit
    }

    /// Sets a key's destinations by the PIN or the password: a finger vouches for no server's name.
    func set(
        _ destinations: [SSHDestination], of name: ItemName, credential: consuming PresentedCredential?,
        of user: UserID, by caller: Caller
    ) async throws(GateError) -> Item {
        let account = try await users.lasting(user)
        let item = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.item(name, of: account.user)
        }
        if case .invalidated(let cause) = item.state { throw .itemInvalidated(name, by: cause) }
        guard item.kind == .key else { throw .itemNotFound(name, item.kind) }
        guard item.usage == .ssh else { throw .signatureRefused(.otherUsage) }
        _ = try await credentials.authorize(credential, for: account, by: caller)
        guard !account.isErased else { throw .cancelled(by: .revoked) }
        let changed = try await records.stored { keystore throws(KeystoreError) in
            try await keystore.setDestinations(destinations, of: name, of: account.user)
        }
        // A confirmation that counted for another server must not count any more.
        authentications.forget(name, of: user)
        try await records.refresh(account)
        audit.changed(caller, user, .keyPinned, item: name)
        return changed
    }
}
