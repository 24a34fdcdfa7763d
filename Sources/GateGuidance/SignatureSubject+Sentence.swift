public import GateModel

extension SignatureSubject {
    /// The signed content in one line without a full stop; with a passkey the question that its request asks. Servers are named as the calling program names them.
    public func sentence(in language: Language) -> String {
        language.phrasebook.sentence(for: self)
    }
}

extension Phrasebook {
    fileprivate func sentence(for subject: SignatureSubject) -> String {
        let way = subject.through.map(name(of:)).joined(separator: ", ")
        switch subject.content {
        case .login(let user, let server?):
            let host = name(of: server)
            return way.isEmpty
                ? signInTo(host: host, user: user) : signInThrough(host: host, user: user, way: way)
        case .login(let user, nil): return signInToUnnamed(user)
        case .commit(let title): return asked(signCommit(title), by: way)
        case .tag(let tag, let title):
            return asked(title.isEmpty ? signTag(tag) : signTagWithTitle(tag: tag, title: title), by: way)
        case .message(let namespace): return asked(signMessage(namespace), by: way)
        case .newPasskey, .passkey: return title(of: subject)
        }
    }

    private func asked(_ act: String, by way: String) -> String {
        way.isEmpty ? act : askedFromServer(act: act, way: way)
    }

    private func name(of server: SignatureSubject.Server) -> String {
        server.name ?? server.claimedName ?? unknownServer(server.fingerprint)
    }
}
