public import GateModel

extension SignatureSubject {
    /// The signed content in one line without a full stop. Servers are named as the calling program names them.
    public func sentence(in language: Language) -> String {
        language.phrasebook.sentence(for: self)
    }

    /// The facts that the service has verified, as sentences; nil if none beyond the signed bytes.
    public func verified(in language: Language) -> String? {
        let words = language.phrasebook
        switch content {
        case .login(_, let server):
            let proved = server.map {
                $0.name == nil ? words.serverProved($0.fingerprint) : words.serverVouched($0.fingerprint)
            }
            let sentences = [proved, byCertificate ? words.loginByCertificate : nil].compactMap(\.self)
            return sentences.isEmpty ? nil : sentences.joined(separator: " ")
        case .commit, .tag: return words.titleProved
        case .message: return nil
        }
    }

    /// The further signatures that the user's confirmation allows, in one sentence; nil if none.
    public func consequence(in language: Language) -> String? {
        guard let reuse else { return nil }
        let (words, time) = (language.phrasebook, language.phrasebook.wait(reuse))
        return reusesPIN ? words.allowsMore(time) : words.touchAllowsMore(time)
    }

    /// The calling program's claims: a sentence for each server's name.
    public func claims(in language: Language) -> [String] {
        var servers = through
        if case .login(_, let server?) = content { servers.insert(server, at: 0) }
        return servers.compactMap(\.claimedName).map { language.phrasebook.namedByProgram($0) }
    }
}

extension SignatureSubject {
    /// All sentences about it, each with its full stop.
    func told(in language: Language) -> String {
        (["\(sentence(in: language))."] + [verified(in: language), consequence(in: language)].compactMap(\.self)
            + claims(in: language))
            .joined(separator: " ").escapingControls
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
        }
    }

    private func asked(_ act: String, by way: String) -> String {
        way.isEmpty ? act : askedFromServer(act: act, way: way)
    }

    private func name(of server: SignatureSubject.Server) -> String {
        server.name ?? server.claimedName ?? unknownServer(server.fingerprint)
    }
}
