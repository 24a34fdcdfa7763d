import GateCipher
import GateSSH
import Testing

@Suite("Session bindings")
struct BindingTests {
    private func binding(_ name: String) throws -> SessionBinding {
        for case .bind(let binding) in try Recording(name).requests() { return binding }
        throw SSHFault.truncated
    }

    private func changed(
        _ binding: SessionBinding, hostKey: HostKey? = nil, sessionID: [UInt8]? = nil, isForwarding: Bool? = nil
    ) -> SessionBinding {
        SessionBinding(
            hostKey: hostKey ?? binding.hostKey, sessionID: sessionID ?? binding.sessionID,
            signature: binding.signature, isForwarding: isForwarding ?? binding.isForwarding)
    }

    @Test(
        "A session that the host key did not sign is refused, and nothing is signed on its connection",
        arguments: ["login-ed25519", "login-p256", "login-p384", "login-p521", "login-rsa", "login-certificate"])
    func foreignSession(name: String) throws {
        let binding = try binding(name)
        var session = binding.sessionID
        session[0] ^= 1
        var bindings = SessionBindings()
        #expect(throws: BindingFault.notSigned) {
            try bindings.bind(changed(binding, sessionID: session), cryptography)
        }
        let signing = try Recording(name).signing()
        #expect(throws: SSHRefusal.destination(.unsoundBinding(nil))) {
            try SSHContent(signing.data, by: UserKey(blob: signing.key), bindings, object: nil, cryptography)
        }
    }

    @Test("A host key that did not sign the session is refused")
    func foreignHost() throws {
        let other = try HostKey(blob: Recording.key("host-p256"))
        var bindings = SessionBindings()
        #expect(throws: BindingFault.notSigned) {
            try bindings.bind(changed(try binding("login-ed25519"), hostKey: other), cryptography)
        }
        #expect(bindings.isBroken)
    }

    @Test("A connection that is bound to a login is bound to nothing else")
    func second() throws {
        var bindings = SessionBindings()
        try bindings.bind(try binding("login-ed25519"), cryptography)
        #expect(throws: BindingFault.boundForLogin) {
            try bindings.bind(try binding("login-p256"), cryptography)
        }
        #expect(bindings.isBroken && bindings.all.count == 1)
    }

    @Test("The same binding twice is one")
    func twice() throws {
        let binding = changed(try binding("login-ed25519"), isForwarding: true)
        var bindings = SessionBindings()
        try bindings.bind(binding, cryptography)
        try bindings.bind(binding, cryptography)
        #expect(bindings.all == [binding] && !bindings.isBroken)
    }

    @Test("At most 16 hops are kept")
    func many() throws {
        let made = try (0...SessionBindings.limit).map { number in
            changed(try binding("login-ed25519"), sessionID: [UInt8(number)], isForwarding: true)
        }
        var bindings = SessionBindings()
        for binding in made.dropLast() { try bindings.bind(binding, Trusting()) }
        #expect(throws: BindingFault.tooMany) { try bindings.bind(made[SessionBindings.limit], Trusting()) }
    }

    @Test("A binding with another host key for the same session is refused")
    func otherKey() throws {
        let binding = changed(try binding("login-p256"), isForwarding: true)
        var bindings = SessionBindings()
        try bindings.bind(binding, Trusting())
        let other = try HostKey(blob: Recording.key("host-ed25519"))
        let signature = try self.binding("login-ed25519").signature
        let second = SessionBinding(
            hostKey: other, sessionID: binding.sessionID, signature: signature, isForwarding: true)
        #expect(throws: BindingFault.otherHostKey) { try bindings.bind(second, Trusting()) }
    }

    @Test("A login of another connection is refused")
    func replayed() throws {
        let signing = try Recording("login-ed25519").signing()
        let bindings = try Recording("login-by-p256").signing().bindings
        #expect(throws: SSHRefusal.destination(.foreignSession)) {
            try SSHContent(signing.data, by: UserKey(blob: signing.key), bindings, object: nil, cryptography)
        }
    }

    @Test("A login beyond a host that does not bind its own session is refused")
    func beyond() throws {
        let signing = try Recording("login-forwarded").signing()
        let bindings = try SessionBindings([signing.bindings.all[0]], cryptography)
        #expect(throws: SSHRefusal.destination(.beyondForwarding)) {
            try SSHContent(signing.data, by: UserKey(blob: signing.key), bindings, object: nil, cryptography)
        }
    }

    @Test("A login with the host key of another server is refused")
    func otherHostKey() throws {
        let signing = try Recording("login-ed25519").signing()
        let binding = signing.bindings.all[0]
        let other = try HostKey(blob: Recording.key("host-certified"))
        let bindings = try SessionBindings([changed(binding, hostKey: other)], Trusting())
        #expect(throws: SSHRefusal.destination(.otherHostKey)) {
            try SSHContent(signing.data, by: UserKey(blob: signing.key), bindings, object: nil, cryptography)
        }
    }

    @Test("A login without bindings is signed for a server that nobody knows")
    func unbound() throws {
        let signing = try Recording("login-ed25519").signing()
        let content = try SSHContent(
            signing.data, by: UserKey(blob: signing.key), SessionBindings(), object: nil, cryptography)
        guard case .login(_, .unbound, _) = content else { throw SSHFault.unknown }
    }

    @Test("A login by another key is refused")
    func otherUserKey() throws {
        let signing = try Recording("login-ed25519").signing()
        let other = try UserKey(blob: Recording.key("user-p256"))
        #expect(throws: SSHRefusal.destination(.otherKey)) {
            try SSHContent(signing.data, by: other, signing.bindings, object: nil, cryptography)
        }
    }

    @Test("A message on the connection of a login is refused")
    func notALogin() throws {
        let bindings = try Recording("login-ed25519").signing().bindings
        let signing = try Recording("git-commit").signing()
        #expect(throws: SSHRefusal.destination(.notALogin)) {
            try SSHContent(signing.data, by: UserKey(blob: signing.key), bindings, object: nil, cryptography)
        }
    }
}

/// Takes every signature for right.
private struct Trusting: SSHCryptography {
    func isRight(_ check: SignatureCheck, of message: [UInt8]) -> Bool { true }
    func digest(_ digest: SSHDigest, of message: [UInt8]) -> [UInt8] { cryptography.digest(digest, of: message) }
    func maskedName(_ name: [UInt8], salt: [UInt8]) -> [UInt8] { cryptography.maskedName(name, salt: salt) }
}
