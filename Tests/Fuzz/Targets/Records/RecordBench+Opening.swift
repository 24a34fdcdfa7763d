import GateKeystore
import GateModel
import GateSecret
import GateVault
import Glibc
import Trial

/// What the keystore is asked after rows were changed; any answer must be what was stored.
enum RecordQuestion {
    case state(User)
    case gallery(User)
    case items(User)
    case opening(ItemName, Factor, User)
    case users
    case deletions

    static let all: [Self] =
        RecordBench.users.flatMap { user in
            [.state(user), .gallery(user), .items(user)]
                + RecordBench.items.flatMap { item in item.factors.map { .opening(item.name, $0, user) } }
        } + [.users, .deletions]

    /// All questions when the corpus is replayed, otherwise the one of this number: each costs a millisecond or more,
    /// and a fuzzer that asks one question sees the effect of its change.
    static func chosen(by number: UInt8) -> [Self] {
        isReplaying ? all : [all[Int(number) % all.count]]
    }

    // Nothing here changes the environment.
    private static let isReplaying = unsafe getenv("BIOGATE_FUZZ_REPLAY") != nil
}

extension RecordBench {
    func ask(_ question: RecordQuestion) async {
        switch question {
        case .state(let user): _ = try? await keystore.state(of: user)
        case .gallery(let user):
            guard let gallery = try? await keystore.gallery(of: user) else { return }
            for (print, template) in gallery.prints {
                require(Self.prints(of: user).contains(print), "a print is one that was enrolled")
                require(template.bytes == Self.template(of: print.id).bytes, "a template is its print's")
            }
        case .items(let user):
            guard let items = try? await keystore.items(of: user) else { return }
            for item in items {
                let stored = Self.items.first { $0.name == item.name }
                require(stored?.factors == item.access.factors, "an item is one that was stored")
            }
        case .opening(let name, let factor, let user): await requireOwn(name, factor, of: user)
        case .users: _ = try? await keystore.knownUsers()
        case .deletions:
            guard let deletions = try? await keystore.chipDeletions(on: Self.reader) else { return }
            let templates = Self.users.map { Self.template(of: PrintID(rawValue: "removed-\($0.id.rawValue)")).bytes }
            for deletion in deletions {
                require(templates.contains(deletion.template.bytes), "a template is its print's")
            }
        }
    }

    private func requireOwn(_ name: ItemName, _ factor: Factor, of user: User) async {
        let proof = Self.proof(.retrieve, name, by: factor, of: user)
        let secret: SecretBytes
        do {
            let closed = try await keystore.itemToOpen(name, of: user)
            if factor == .pin {
                guard let pin = try await keystore.unlock(pin: Self.secret(Self.pin), of: user) else { return }
                let key = try await keystore.key(of: closed, unlocked: pin)
                secret = try await keystore.open(closed, proof: proof, key: key, now: Self.now)
            } else {
                secret = try await keystore.open(closed, proof: proof, key: nil, now: Self.now)
            }
        } catch {
            return
        }
        require(secret.isEqual(to: Self.secret(Self.text(of: name, user))), "a secret is the one that was stored")
    }
}
