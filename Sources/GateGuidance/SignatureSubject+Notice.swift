internal import GateModel

// Signatures for ssh and with passkeys: the parts of their `RequestNotice`.

extension Phrasebook {
    /// The purpose, made of the signed bytes and of vouched names alone.
    func title(of subject: SignatureSubject) -> String {
        switch subject.content {
        case .login(let user, let server):
            server?.name.map { askToSignInTo(host: $0, user: account(user)) } ?? askToSignIn(account(user))
        case .commit(let title): askToSignCommit(title.squeezingBlanks)
        case .tag(let tag, _): askToSignTag(tag.squeezingBlanks)
        case .message(let namespace): askToSignMessage(namespace.squeezingBlanks)
        case .newPasskey(let party, let user?, _): askToMakePasskeyAs(site: party.rawValue, account: user)
        case .newPasskey(let party, nil, _): askToMakePasskey(party.rawValue)
        case .passkey(let party, let user?, _):
            askToSignInTo(host: party.rawValue, user: user.squeezingBlanks.quoted(in: language))
        case .passkey(let party, nil, _): askToSignInToSite(party.rawValue)
        }
    }

    /// The service puts an account's odd name in quotation marks, which a terminal's straight ones do not open.
    private func account(_ user: String) -> String {
        let scalars = user.unicodeScalars
        guard scalars.first == "“", scalars.last == "”", scalars.count > 1 else { return user }
        return String(scalars.dropFirst().dropLast()).squeezingBlanks.quoted(in: language)
    }
}

extension SignatureSubject {
    var isOfPasskey: Bool {
        switch content {
        case .newPasskey, .passkey: true
        case .login, .commit, .tag, .message: false
        }
    }

    /// Sentences about what is not shown, and about the further signatures that confirming allows.
    func notes(in words: any Phrasebook, hasPIN: Bool) -> [String] {
        var notes: [String] = []
        switch content {
        case .message: notes.append(words.contentNotShown)
        case .newPasskey(_, _, .any): notes.append(words.passkeyOfEveryFinger)
        case .newPasskey(_, _, .current):
            notes.append(hasPIN ? words.passkeyOfTheseFingers : words.passkeyOfTheseFingersOnly)
        case .passkey(_, _, derivesSecret: true): notes.append(words.passkeyDerivesSecret)
        case .login, .commit, .tag, .passkey: break
        }
        if let reuse {
            let time = words.wait(reuse)
            notes.append(reusesPIN ? words.allowsMore(time) : words.touchAllowsMore(time))
        }
        return notes
    }

    /// The facts that the service has read in the signed bytes, or verified.
    func proofs(in words: any Phrasebook) -> [RequestNotice.Line] {
        var lines: [RequestNotice.Line] = []
        switch content {
        case .login(_, let server):
            if let server {
                lines.append(
                    RequestNotice.Line(digest: server.fingerprint) { digest in
                        server.name.map { words.serverPinned(host: $0, fingerprint: digest) }
                            ?? words.serverKey(digest)
                    })
            }
            if byCertificate { lines.append(RequestNotice.Line(words.loginByCertificate)) }
        case .commit: lines.append(RequestNotice.Line(words.titleProved))
        case .tag(_, let title): if !title.isEmpty { lines.append(RequestNotice.Line(title, words.tagTitle)) }
        // Whole, and in a line of its own: a heading with a long name is cut.
        case .newPasskey(let party, _, _), .passkey(let party, _, _):
            lines.append(RequestNotice.Line(words.siteSigned(party.rawValue)))
        case .message: break
        }
        return lines + through.map { RequestNotice.Line(digest: $0.fingerprint, words.wayKey) }
    }

    /// The calling program's names for servers.
    func claims(in words: any Phrasebook) -> [RequestNotice.Line] {
        var lines: [RequestNotice.Line] = []
        if case .login(_, let server) = content, server?.name == nil {
            let name = server?.claimedName
            lines.append(
                name.map { RequestNotice.Line($0, words.namedByProgram) } ?? RequestNotice.Line(words.serverUnnamed))
        }
        return lines + through.compactMap(\.claimedName).map { RequestNotice.Line($0, words.wayName) }
    }
}
