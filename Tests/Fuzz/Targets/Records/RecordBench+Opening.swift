import GateKeystore
import GateModel
import GateSecret
import Trial

extension RecordBench {
    /// Asks for everything there is; what comes must be what was stored.
    func requireNothingForeign() async {
        for user in Self.users {
            _ = try? await keystore.state(of: user)
            if let gallery = try? await keystore.gallery(of: user) {
                for (print, template) in gallery.prints {
                    require(Self.prints(of: user).contains(print), "a print is one that was enrolled")
                    require(template.bytes == Self.template(of: print.id).bytes, "a template is its print's")
                }
            }
            if let items = try? await keystore.items(of: user) {
                for item in items {
                    let stored = Self.items.first { $0.name == item.name }
                    require(stored?.factors == item.access.factors, "an item is one that was stored")
                }
            }
            for (name, factors) in Self.items {
                for factor in factors { await requireOwn(name, factor, of: user) }
            }
        }
        _ = try? await keystore.knownUsers()
        if let deletions = try? await keystore.chipDeletions(on: Self.reader) {
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
            if factor == .pin {
                guard let pin = try await keystore.unlock(pin: Self.secret(Self.pin), of: user) else { return }
                secret = try await keystore.open(name, of: user, proof: proof, unlocked: pin, now: Self.now)
            } else {
                secret = try await keystore.open(name, of: user, proof: proof, now: Self.now)
            }
        } catch {
            return
        }
        require(secret.isEqual(to: Self.secret(Self.text(of: name, user))), "a secret is the one that was stored")
    }
}
