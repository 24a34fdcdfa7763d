import Crypto
import Foundation
import GateCipher
import GateModel
import GateSSH
import Testing

@Suite("SSH's structures")
struct StructureTests {
    @Test("A login or a binding that is cut or has more bytes is refused")
    func cut() throws {
        let signing = try Recording("login-rsa").signing()
        for count in signing.data.indices {
            #expect(throws: SSHFault.self) { try LoginRequest(Array(signing.data.prefix(count))) }
        }
        #expect(throws: SSHFault.excess) { try LoginRequest(signing.data + [0]) }
        let binding = signing.bindings.all[0].bytes
        for count in binding.indices {
            #expect(throws: SSHFault.self) { try SessionBinding(Array(binding.prefix(count))) }
        }
        #expect(throws: SSHFault.excess) { try SessionBinding(binding + [0]) }
        #expect(try SessionBinding(binding).bytes == binding)
    }

    @Test("A message that is cut, has more bytes or has a digest of another length is refused")
    func cutMessage() throws {
        let data = try Recording("git-commit").signing().data
        for count in data.indices {
            #expect(throws: SSHFault.self) { try SignedMessage(Array(data.prefix(count))) }
        }
        #expect(throws: SSHFault.excess) { try SignedMessage(data + [0]) }
        let short = SSHWriter.bytes { writer in
            writer.raw("SSHSIG".utf8)
            for text in ["git", "", "sha512"] { writer.string(text) }
            writer.string([UInt8](repeating: 0, count: 32))
        }
        #expect(throws: SSHFault.malformed) { try SignedMessage(short) }
    }

    @Test("A session that is longer than 128 bytes is refused")
    func longSession() throws {
        let binding = try Recording("login-ed25519").signing().bindings.all[0]
        let long = SessionBinding(
            hostKey: binding.hostKey, sessionID: [UInt8](repeating: 1, count: 129), signature: binding.signature,
            isForwarding: false)
        #expect(throws: SSHFault.tooLong) { try SessionBinding(long.bytes) }
    }

    @Test("A stream gives its messages however it is cut, and ends at an empty or too long one")
    func frames() throws {
        let messages = try Recording("login-forwarded").messages.map(\.bytes)
        let stream = messages.flatMap(AgentFrameDecoder.frame)
        for size in [1, 3, 7, 1000, stream.count] {
            var decoder = AgentFrameDecoder()
            var received: [[UInt8]] = []
            for start in Swift.stride(from: 0, to: stream.count, by: size) {
                decoder.append(stream[start..<min(start + size, stream.count)])
                while let message = try decoder.next() { received.append(message) }
            }
            #expect(received == messages)
        }
        for length: [UInt8] in [[0, 0, 0, 0], [0, 4, 0, 1], [255, 255, 255, 255]] {
            var decoder = AgentFrameDecoder()
            decoder.append(length)
            #expect(throws: SSHFault.self) { try decoder.next() }
        }
    }

    @Test("A binding that cannot be read is a binding, so that its connection is not taken for an unbound one")
    func unreadable() throws {
        let request = SSHWriter.bytes { writer in
            writer.byte(27)
            writer.string("session-bind@openssh.com")
            writer.string([1, 2, 3])
        }
        #expect(try AgentRequest(request) == .unreadableBinding)
    }

    @Test("Requests of ssh-add are read, and others are left to another agent")
    func verbs() throws {
        func request(_ number: UInt8, _ text: String) throws -> AgentRequest {
            try AgentRequest(
                SSHWriter.bytes {
                    $0.byte(number); $0.string(text)
                })
        }
        #expect(try AgentRequest([19]) == .removeAll)
        #expect(try request(18, "key") == .remove(key: Array("key".utf8)))
        #expect(try request(22, "word") == .lock(AgentPassphrase(Array("word".utf8))))
        #expect(try request(23, "word") == .unlock(AgentPassphrase(Array("word".utf8))))
        #expect(try request(27, "query") == .query)
        for process in [nil, 7] as [Int32?] {
            #expect(try AgentRequest(AgentRequest.refusalsMessage(of: process)) == .refusals(of: process))
        }
        let refusals = AgentAnswer.refusals([AgentRefusal(reason: "locked", seconds: 1 << 33)])
        #expect(try AgentAnswer(refusals.message) == refusals)
        #expect(try request(27, "add@example.org") == .foreign(27))
        #expect(try AgentRequest([9]) == .foreign(9))
        #expect(throws: SSHFault.excess) { try AgentRequest([11, 0]) }
        #expect(throws: SSHFault.truncated) { try AgentRequest([]) }
    }

    @Test("A signature of the daemon becomes one that the algorithm's own verification takes", arguments: 0..<64)
    func signature(number: Int) throws {
        let key = P256.Signing.PrivateKey()
        let user = try #require(
            UserKey(.p256, subjectPublicKeyInfo: Array(key.publicKey.derRepresentation)))
        let made = try key.signature(for: Data([UInt8(number)]))
        let signature = try user.signature(Array(made.derRepresentation))
        // The host keys' check reads the same form.
        let check = try HostKey(blob: user.blob).check(signature)
        #expect(cryptography.isRight(check, of: [UInt8(number)]))
        #expect(!cryptography.isRight(check, of: [UInt8(number), 0]))
    }

    @Test("A public key is taken in its own form alone")
    func publicKeys() throws {
        let key = P256.Signing.PrivateKey().publicKey
        let encoded = Array(key.derRepresentation)
        #expect(UserKey(.ed25519, subjectPublicKeyInfo: encoded) == nil)
        #expect(UserKey(.p256, subjectPublicKeyInfo: encoded + [0]) == nil)
        #expect(UserKey(.p256, subjectPublicKeyInfo: encoded.dropLast()) == nil)
        let user = try #require(UserKey(.p256, subjectPublicKeyInfo: encoded))
        #expect(try UserKey(blob: user.blob) == user)
        for signature: [UInt8] in [[], [0x30], [0x30, 3, 2, 1], [0x30, 6, 2, 1, 1, 2, 1], [0x30, 2, 2, 0]] {
            #expect(throws: SSHFault.self) { try user.signature(signature) }
        }
    }

    @Test("A certificate with a critical option proves no server's name")
    func criticalOption() throws {
        let certificate = try Recording.key("host-certified-cert")
        var reader = SSHReader(certificate)
        _ = try (reader.string(), reader.string(), reader.string(), reader.uint64(), reader.uint32())
        for _ in 0..<2 { _ = try reader.string() }
        let period = try (reader.uint64(), reader.uint64())
        let start = certificate.count - reader.remaining.count
        #expect(try reader.string().isEmpty)
        let option = SSHWriter.bytes { $0.string(SSHWriter.bytes { $0.string(Array("source-address".utf8)) }) }
        let restricted = certificate.prefix(start) + option + reader.remaining
        for (blob, isProof) in [(certificate, true), (Array(restricted), false)] {
            let read = try #require(HostKey(blob: blob).certificate)
            #expect(read.isFor("127.0.0.1", at: period.0) == isProof)
        }
    }

    @Test("A certificate that names another certificate as its authority is refused")
    func nestedCertificate() throws {
        let certificate = try Recording.key("host-certified-cert")
        let authority = try Recording.key("ca")
        var reader = SSHReader(certificate)
        _ = try (reader.string(), reader.string(), reader.string(), reader.uint64(), reader.uint32())
        for _ in 0..<2 { _ = try reader.string() }
        _ = try (reader.uint64(), reader.uint64(), reader.string(), reader.string(), reader.string())
        let start = certificate.count - reader.remaining.count
        #expect(try reader.string() == authority)
        let nested = certificate.prefix(start) + SSHWriter.bytes { $0.string(certificate) } + reader.remaining
        #expect(throws: SSHFault.malformed) { try HostKey(blob: Array(nested)) }
    }
}

@Suite("Texts by strangers")
struct ForeignTextTests {
    @Test(
        "A text is shown on one line, without characters that hide or reorder others",
        arguments: [
            ("Fix the door", "Fix the door"), ("  a \t\n b  ", "a b"), ("abc\u{202E}cba", "abc\u{FFFD}cba"),
            ("a\u{200B}b\u{FEFF}c", "a\u{FFFD}b\u{FFFD}c"), ("\u{1B}[31mred", "\u{FFFD}[31mred"), ("", ""),
            ("문을 고치다", "문을 고치다"), ("Z\u{301}\u{301}\u{301}\u{301}a", "Z\u{301}\u{301}a"),
            ("a\u{2066}b\u{3164}", "a\u{FFFD}b\u{FFFD}"), ("a\u{301}\u{301} \u{301}b", "a\u{301}\u{301} \u{301}b"),
        ])
    func cleaned(text: String, expected: String) {
        #expect(ForeignText.cleaned(text, limit: 60) == expected)
    }

    @Test("A long text ends with an ellipsis within its limit")
    func long() {
        let text = String(repeating: "ab ", count: 1000)
        for limit in 3..<8 {
            let cleaned = ForeignText.cleaned(text, limit: limit)
            #expect(cleaned.unicodeScalars.count == limit && cleaned.hasSuffix("…"))
        }
    }

    @Test(
        "Bytes that are no commit and no tag have no title",
        arguments: [
            "", "tree", "tree 12\n\ntitle\n", "object \(String(repeating: "a", count: 40))\n\ntitle",
            // It is read as another encoding says.
            "tree \(String(repeating: "a", count: 40))\nencoding IBM037\n\ntitle",
            "tree \(String(repeating: "g", count: 40))\n\ntitle", "tree \(String(repeating: "a", count: 40))\nno end",
        ])
    func noObject(text: String) {
        #expect(GitObject(Array(text.utf8)) == nil)
    }

    @Test("The title is the first line of the message, and a tag has its name")
    func titles() throws {
        let name = String(repeating: "a", count: 40)
        let commit = try #require(GitObject(Array("tree \(name)\nauthor x\n\nOne\u{202E}\nTwo\n".utf8)))
        #expect(commit.kind == .commit && commit.title == "One\u{FFFD}")
        // As git shows it: without lines of white space before, and cut with a mark.
        let later = try #require(GitObject(Array("tree \(name)\n\n\n \t\r\nOne\nTwo".utf8)))
        #expect(later.title == "One")
        let spaces = "tree \(name)\n\nOne\(String(repeating: " ", count: 5000))Two\n"
        let cut = try #require(GitObject(Array(spaces.utf8)))
        #expect(cut.title == "One…")
        let tag = try #require(GitObject(Array("object \(name)\ntype commit\ntag v1\u{7}\n\n".utf8)))
        #expect(tag.kind == .tag("v1\u{FFFD}") && tag.title == "")
    }
}

@Suite("known_hosts")
struct KnownHostsTests {
    private func standing(
        _ text: String, _ host: String, asked: [String] = [], tried: [String] = []
    ) throws -> KnownHosts.Standing {
        KnownHosts(Array(text.utf8)).standing(
            of: try HostKey(blob: Recording.key(host)), asked: asked, tried: tried, cryptography)
    }

    private func line(_ host: String) throws -> String {
        String(decoding: try Recording.file("\(host).pub"), as: UTF8.self)
    }

    @Test("All names of a key are found, and lines that are none are ignored")
    func names() throws {
        let text =
            "# comment\n\nnonsense\na,b \(try line("host-p256"))\nc ssh-rsa AAAA\n[d]:22 \(try line("host-p256"))"
        #expect(try standing(text, "host-p256") == .known(names: ["a", "b", "[d]:22"]))
    }

    @Test("A revoked key is revoked, wherever else it stands")
    func revoked() throws {
        let text = "a \(try line("host-p256"))@revoked * \(try line("host-p256"))"
        #expect(try standing(text, "host-p256") == .revoked)
    }

    @Test("A pattern is no name, but the names that the user asked for and that fit it are")
    func patterns() throws {
        let text = "*.example.org,!bad.example.org \(try line("host-p256"))"
        let names = ["good.example.org", "bad.example.org", "example.net"]
        #expect(try standing(text, "host-p256", asked: names) == .known(names: ["good.example.org"]))
        // A name that is only tried would be a wrong one: any fits.
        #expect(try standing(text, "host-p256", tried: names) == .known(names: []))
        let both = "a,b \(try line("host-p256"))"
        #expect(try standing(both, "host-p256", asked: ["b"]) == .known(names: ["b", "a"]))
        #expect(KnownHosts(Array((text + both).utf8)).plainNames == ["a", "b"])
    }

    @Test("The keys of a name are those of all its lines, an authority's among them, without revoked ones")
    func keys() throws {
        let text = "a,b \(try line("host-p256"))*.c \(try line("host-certified"))@cert-authority b \(try line("ca"))"
        func keys(_ name: String, _ text: String) -> [String] {
            KnownHosts(Array(text.utf8)).keys(of: name, cryptography).map { key, isAuthority in
                (try? HostKey(blob: key).fingerprint(cryptography)).map { "\($0) \(isAuthority)" } ?? "unreadable"
            }
        }
        func fingerprint(_ host: String) throws -> String {
            try HostKey(blob: Recording.key(host)).fingerprint(cryptography)
        }
        #expect(try keys("b", text) == ["\(fingerprint("host-p256")) false", "\(fingerprint("ca")) true"])
        #expect(try keys("x.c", text) == ["\(fingerprint("host-certified")) false"])
        #expect(keys("d", text).isEmpty)
        #expect(try keys("b", text + "@revoked * \(line("host-p256"))") == ["\(fingerprint("ca")) true"])
    }

    @Test("A certificate is for the servers that it names, within its period alone")
    func certificates() throws {
        let certificate = try #require(HostKey(blob: Recording.key("host-certified-cert")).certificate)
        #expect(certificate.isFor("127.0.0.1", at: 4_000_000_000) && !certificate.isFor("[127.0.0.1]:22", at: 1))
        #expect(!certificate.isFor("example.org", at: 1) && !certificate.isFor("127.0.0.1", at: .max))
    }

    @Test("An authority vouches for the names in a certificate that fit its pattern")
    func authorities() throws {
        for (pattern, expected) in [
            ("*", KnownHosts.Standing.known(names: ["127.0.0.1"])), ("127.*", .known(names: ["127.0.0.1"])),
            ("*.example.org", .unknown),
        ] {
            let text = "@cert-authority \(pattern) \(try line("ca"))"
            #expect(try standing(text, "host-certified-cert") == expected)
            #expect(try standing(text, "host-certified") == .unknown)
        }
    }
}

@Suite("Command lines of ssh")
struct LoginTargetTests {
    private func target(_ line: String) -> LoginTarget? { LoginTarget(line.split(separator: ",").map(String.init)) }

    @Test(
        "The host, the port and the account are those that ssh takes",
        arguments: [
            ("ssh,host", "-G,--,host"), ("ssh,kari@host,true", "-G,-l,kari,--,host"),
            ("ssh,-p,2222,host", "-G,-p,2222,--,host"),
            ("ssh,-p2222,-vv,host,-l,ola,-p,3", "-G,-p,2222,-l,ola,--,host"),
            ("ssh,-oPort 2222,-oUser=ola,-s,--,host,sftp", "-G,-p,2222,-l,ola,--,host"),
            ("ssh,-vo,port = 2222,kari@host", "-G,-p,2222,-l,kari,--,host"),
            ("ssh,ssh://kari@host:2222/,ls", "-G,-p,2222,-l,kari,--,host"),
            ("ssh,ssh://[::1]:22,ls", "-G,-p,22,--,::1"),
            ("ssh,-W,far:22,near,-F,other", "-G,--,near"), ("ssh,-l,a,-l,b,host", "-G,-l,a,--,host"),
        ])
    func words(line: String, question: String) throws {
        #expect(try #require(target(line)).question == question.split(separator: ",").map(String.init))
    }

    @Test(
        "Words that could be more than a name, or that name no server, lead to none",
        arguments: [
            "ssh", "ssh,-p", "ssh,-p,x,host", "ssh,-p,0,host", "ssh,--,-oProxyCommand=x", "ssh,a b", "ssh,$(x)",
            "ssh,%h",
            "ssh,`x`@host", "ssh,-l,a;b,host", "ssh,-l,-x,host", "ssh,host\nUser x", "ssh,-V",
        ])
    func refused(line: String) {
        #expect(target(line) == nil)
    }

    @Test("Settings that may lead to another server are told")
    func settings() throws {
        for line in ["ssh,-F,none,host", "ssh,-o,HostKeyAlias=x,host", "ssh,-oHostName x,host"] {
            #expect(try #require(target(line)).hasOtherSettings)
        }
        #expect(try !#require(target("ssh,-o,BatchMode=yes,host")).hasOtherSettings)
    }

    @Test("A server's names are those by which ssh looks it up")
    func names() {
        func names(_ said: String) -> [String] { LoginTarget.names(inConfiguration: said) }
        #expect(names("host x\nhostname h.example\nport 22\n") == ["h.example"])
        #expect(names("hostname h.example\nport 2222\n") == ["[h.example]:2222", "h.example"])
        #expect(names("hostname h.example\nhostkeyalias k\nport 2222\n") == ["k"])
        #expect(names("").isEmpty)
    }
}
