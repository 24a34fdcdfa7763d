import Foundation
import GateCipher
import GateSSH
import Testing

@Suite("Messages of OpenSSH and git")
struct RecordedTests {
    static let all = [
        "login-ed25519", "login-p256", "login-p384", "login-p521", "login-rsa", "login-certificate", "login-by-p256",
        "login-forwarded", "list-forwarded", "jump", "verbs", "file-signature", "git-commit", "git-tag",
        "forwarded-commit",
    ]

    @Test("Every recorded message is read, and every answer is the same when written", arguments: all)
    func read(name: String) throws {
        for message in try Recording(name).messages {
            if message.isRequest {
                _ = try AgentRequest(message.bytes)
            } else {
                #expect(try AgentAnswer(message.bytes).message == message.bytes)
            }
        }
    }

    @Test(
        "A login names the host key that signed its session",
        arguments: [
            ("login-ed25519", "host-ed25519"), ("login-p256", "host-p256"), ("login-p384", "host-p384"),
            ("login-p521", "host-p521"), ("login-rsa", "host-rsa"), ("login-certificate", "host-certified"),
            ("login-by-p256", "host-ed25519"), ("jump", "host-p256"),
        ])
    func login(name: String, host: String) throws {
        guard case .login(let login, .host(let key, through: []), by: .key) = try Recording(name).content() else {
            throw SSHFault.unknown
        }
        #expect(login.user == "root")
        #expect(key.plainBlob == (try Recording.key(host)))
        #expect((key.certificate != nil) == (name == "login-certificate"))
    }

    @Test("A login through a forwarded agent names both hosts")
    func forwarded() throws {
        guard case .login(_, .host(let key, let way), _) = try Recording("login-forwarded").content() else {
            throw SSHFault.unknown
        }
        #expect(key.blob == (try Recording.key("host-p256")))
        #expect(way.map(\.blob) == [try Recording.key("host-ed25519")])
    }

    @Test("A host's certificate is signed by its authority")
    func certificate() throws {
        let certificate = try #require(HostKey(blob: Recording.key("host-certified-cert")).certificate)
        #expect(certificate.isSound(cryptography))
        #expect(certificate.authority == (try Recording.key("ca")))
        #expect(certificate.principals == ["127.0.0.1"])
    }

    @Test("A commit and a tag are known by the object that was signed", arguments: ["commit", "tag"])
    func object(kind: String) throws {
        let object = try Recording.file("git-\(kind).object")
        // git signs the object without the signature that it then has.
        let text = String(decoding: object, as: UTF8.self)
        let signed = kind == "commit" ? Self.unsignedCommit(text) : Self.unsignedTag(text)
        guard
            case .message(let message, through: [], let shown) =
                try Recording("git-\(kind)").content(object: Array(signed.utf8))
        else { throw SSHFault.unknown }
        #expect(message.namespace == "git" && message.digest == .sha512)
        #expect(shown?.kind == (kind == "commit" ? .commit : .tag("v1")))
        #expect(shown?.title == (kind == "commit" ? "Fix the door" : "The first door"))
    }

    private static func unsignedCommit(_ text: String) -> String {
        var isSignature = false
        return text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
            isSignature = line.hasPrefix("gpgsig ") || (isSignature && line.hasPrefix(" "))
            return !isSignature
        }.joined(separator: "\n")
    }

    private static func unsignedTag(_ text: String) -> String {
        text.range(of: "-----BEGIN").map { String(text[..<$0.lowerBound]) } ?? text
    }

    @Test("Another object than the signed one shows no title")
    func otherObject() throws {
        let object = Self.unsignedCommit(String(decoding: try Recording.file("git-commit.object"), as: UTF8.self))
        let changed = Array(object.replacing("Fix the door", with: "Fix the wall").utf8)
        guard case .message(_, _, let shown) = try Recording("git-commit").content(object: changed) else {
            throw SSHFault.unknown
        }
        #expect(shown == nil)
    }

    @Test("A commit that a forwarded agent is asked for names the host that asks")
    func forwardedCommit() throws {
        guard case .message(let message, let way, _) = try Recording("forwarded-commit").content() else {
            throw SSHFault.unknown
        }
        #expect(message.namespace == "git")
        #expect(way.map(\.blob) == [try Recording.key("host-ed25519")])
    }

    @Test("The random bytes of ssh-add -T are neither a login nor a message")
    func tested() throws {
        #expect(throws: SSHRefusal.self) { try Recording("verbs").content() }
    }

    @Test("A key is written as ssh-keygen writes it", arguments: ["user-ed25519", "user-p256"])
    func line(name: String) throws {
        let line = String(decoding: try Recording.file("\(name).pub"), as: UTF8.self)
        let key = try UserKey(blob: Recording.key(name))
        #expect(key.blob == (try Recording.key(name)))
        #expect(key.line(comment: name) + "\n" == line)
    }

    @Test("A user's certificate names the key in it and no other", arguments: ["user-ed25519", "user-p256"])
    func userCertificate(name: String) throws {
        let (key, other) = (try UserKey(blob: Recording.key(name)), try UserKey(blob: Recording.key("user-p256")))
        let certificate = try Recording.key("\(name)-cert")
        #expect(key.naming(in: certificate) == .certificate)
        #expect(key.naming(in: key.blob) == .key)
        #expect((other.naming(in: certificate) == nil) == (other != key))
        #expect(key.naming(in: certificate + [0]) == nil)
        #expect(key.naming(in: certificate.dropLast()) == nil)
        #expect(key.naming(in: try Recording.key("host-certified-cert")) == nil)
    }

    @Test("known_hosts names a host in the clear, and a masked one if its name is tried")
    func knownHosts() throws {
        let host = try HostKey(blob: Recording.key("host-ed25519"))
        let name = "[127.0.0.1]:22100"
        let plain = KnownHosts(try Recording.file("known_hosts"))
        #expect(plain.standing(of: host, asked: [], cryptography) == .known(names: [name]))
        let masked = KnownHosts(try Recording.file("known_hosts.hashed"))
        #expect(masked.standing(of: host, asked: [], tried: ["127.0.0.1"], cryptography) == .known(names: []))
        #expect(
            masked.standing(of: host, asked: [], tried: ["elsewhere", name], cryptography) == .known(names: [name]))
        let other = try HostKey(blob: Recording.key("host-rsa"))
        #expect(plain.standing(of: other, asked: [name], cryptography) == .unknown)
    }
}
