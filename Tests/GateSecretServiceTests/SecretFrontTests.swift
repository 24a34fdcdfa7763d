import GateModel
import GateSecret
import Testing

@testable import GateSecretService

private let item = "/org/freedesktop/secrets/collection/login/12"
private let other = "/org/freedesktop/secrets/collection/login/7"

@Suite("Protected items and their notes")
struct ProtectedItemTests {
    @Test("An item's name leads back to its path, also with a number")
    func names() throws {
        for number in [1, 2, 40] {
            let name = try #require(ProtectedItem.name(of: item, tag: "0a1b", number: number))
            #expect(ProtectedItem.path(of: name) == item)
            #expect(ProtectedItem.name(in: ProtectedItem.note(name).span) == name)
        }
        #expect(ProtectedItem.name(of: item, tag: "0a1b")?.rawValue == "keyring/login/12-0a1b")
    }

    @Test(
        "No other object has a name, and no other name a path",
        arguments: ["/", "/org/freedesktop/secrets/collection/login", item + "/", item + "/1", "/org/x/login/12"])
    func foreign(path: String) throws {
        #expect(ProtectedItem.name(of: path, tag: "0a1b") == nil)
        for text in ["github", "keyring/", "keyring/login", "keyring/login/1~2", "keyring/../12"] {
            #expect(ProtectedItem.path(of: try #require(ItemName(text))) == nil)
        }
    }

    @Test("A secret that is not a whole note names no item")
    func secrets() throws {
        let note = ProtectedItem.note(try #require(ItemName("keyring/login/12")))
        for count in 0..<note.count {
            #expect(ProtectedItem.name(in: Array(note.prefix(count)).span) == nil)
        }
        for place in note.indices {
            var changed = note
            changed[place] = 0
            #expect(ProtectedItem.name(in: changed.span) == nil)
        }
        #expect(ProtectedItem.name(in: ProtectedItem.note(try #require(ItemName("github"))).span) == nil)
        #expect(ProtectedItem.name(in: [UInt8](repeating: 65, count: 100_000).span) == nil)
    }

    @Test("A name is that of its own item alone, and of that as it was protected")
    func foreignNames() throws {
        for number in [1, 2] {
            let name = try #require(ProtectedItem.name(of: item, tag: "0a1b", number: number))
            #expect(ProtectedItem.isName(name, of: item, tag: "0a1b"))
            #expect(
                !ProtectedItem.isName(name, of: item, tag: "0a1") && !ProtectedItem.isName(name, of: item, tag: "0a1c"))
            for path in [other, item + "1", "/org/freedesktop/secrets/collection/Login/12", "/"] {
                #expect(!ProtectedItem.isName(name, of: path, tag: "0a1b"))
            }
        }
        #expect(!ProtectedItem.isName(try #require(ItemName("keyring/login/12")), of: item, tag: "0a1b"))
    }

    @Test("An item's tag follows its attributes, in whatever order, and not what the keyring adds")
    func matter() {
        let matter = ProtectedItem.matter(["app": "git", "user": "kari"])
        #expect(ProtectedItem.matter(["user": "kari", "app": "git", "xdg:schema": "x", "gkr:compat:y": "z"]) == matter)
        for other in [
            ["app": "git"], ["app": "gituser", "kari": ""], ["app": "git", "user": "Kari"],
            ["user": "git", "app": "kari"],
        ] {
            #expect(ProtectedItem.matter(other) != matter)
        }
    }
}

@Suite("The keyring's front")
struct SecretFrontTests {
    /// A front that protects one item.
    private func front() throws -> SecretFront<String> {
        var front = SecretFront<String>()
        let names = [try #require(ItemName("keyring/login/12")), try #require(ItemName("github"))]
        #expect(front.listed(names.map { ListedItem(name: $0, title: "Token", reuse: .seconds(300)) }) == [item])
        #expect(front.reuse(of: names[0]) == .seconds(300) && front.reuse(of: names[1]) == nil)
        return front
    }

    private let secret = HeldSecret(SecretBytes(count: 3) { _ in })

    @Test("A search puts a protected item among the locked ones, in front")
    func searches() throws {
        let front = try front()
        let sorted = front.sorted(unlocked: [other, item], locked: ["/third"], for: ":1", at: .zero)
        #expect(sorted.unlocked == [other])
        #expect(sorted.locked == [item, "/third"])
    }

    @Test("A program that stores an item of the gate's for a protected one neither hides nor renames it")
    func others() throws {
        var front = try front()
        let name = try #require(ItemName("keyring/login/12"))
        let more = try #require(ItemName("keyring/login/12-9"))
        #expect(front.noted(name, at: item) == true)
        let items = [name, more].map { ListedItem(name: $0, title: $0 == name ? "Token" : "Old", reuse: .zero) }
        #expect(front.listed(items) == [])
        #expect(front.names(of: item) == [more, name])
        front.leases.add(secret, name, to: ":1", at: .zero)
        #expect(!front.isLocked(item, for: ":1", at: .zero))
    }

    @Test(
        "An item whose secret is in the keyring is marked and not locked, until the gate lists it anew or it has a note"
    )
    func bare() throws {
        var front = try front()
        let name = try #require(front.names(of: item).last)
        #expect([front.bared(item), front.bared(item), front.bared(other)] == [true, false, false])
        #expect(front.isMarked(item) && !front.isLocked(item, for: ":1", at: .zero))
        #expect(front.noted(name, at: item) == false)
        #expect(front.isLocked(item, for: ":1", at: .zero))
        #expect(front.bared(item) == true)
        #expect(front.listed([ListedItem(name: name, title: "Token", reuse: .zero)]) == [item])
        #expect(front.isLocked(item, for: ":1", at: .zero))
    }

    @Test("Sessions are not named like those of an earlier front")
    func sessionNames() throws {
        var (earlier, later) = (SecretFront<String>(numberingBehind: 5), SecretFront<String>(numberingBehind: 9))
        let name = try earlier.sessions.open(by: ":1", isEncrypted: true)
        #expect(try later.sessions.open(by: ":1", isEncrypted: true) != name)
        #expect(throws: ServiceRefusal.noSession) { try later.sessions.isEncrypted(name, of: ":1") }
    }

    @Test("An opened item is unlocked for its connection alone, until that has read it once or a minute is over")
    func leases() throws {
        var front = try front()
        let name = try #require(front.names(of: item).last)
        front.leases.add(secret, name, to: ":1", at: .zero)
        #expect(!front.isLocked(item, for: ":1", at: .seconds(59)) && front.isLocked(item, for: ":2", at: .zero))
        #expect(taken(&front, name, by: ":2", at: .zero) == nil)
        #expect(taken(&front, name, by: ":1", at: .zero) == "secret")
        #expect(taken(&front, name, by: ":1", at: .zero) == nil)
        front.leases.add(secret, name, to: ":1", at: .zero)
        #expect(front.leases.forget(at: .zero) == .seconds(60))
        #expect(front.isLocked(item, for: ":1", at: .seconds(60)))
        #expect(taken(&front, name, by: ":1", at: .seconds(60)) == nil)
        front.leases.add(secret, name, to: ":1", at: .zero)
        _ = front.left(":1")
        #expect(taken(&front, name, by: ":1", at: .zero) == nil)
    }

    private func taken(
        _ front: inout SecretFront<String>, _ name: ItemName, by owner: String, at now: Duration
    ) -> String? {
        switch front.leases.take(name, by: owner, at: now) {
        case .secret(let secret): secret === self.secret ? "secret" : "another"
        case .again(let line): line
        case nil: nil
        }
    }

    @Test("An item that may be read again is so for its connection, until the time is over or it is locked")
    func readAgain() throws {
        var front = try front()
        let name = try #require(front.names(of: item).last)
        front.leases.add(secret, name, to: ":1", again: ("line", .seconds(300)), at: .zero)
        #expect(taken(&front, name, by: ":1", at: .zero) == "secret")
        #expect(taken(&front, name, by: ":1", at: .seconds(299)) == "line")
        #expect(!front.isLocked(item, for: ":1", at: .seconds(299)) && front.isLocked(item, for: ":2", at: .zero))
        #expect(front.leases.all(at: .seconds(299)).map(\.left) == [.seconds(1)])
        #expect(front.leases.all(at: .seconds(300)).isEmpty)
        #expect(front.leases.forget(at: .seconds(299)) == .seconds(300))
        #expect(taken(&front, name, by: ":1", at: .seconds(300)) == nil)
        // A secret that nobody reads is wiped before that.
        front.leases.add(secret, name, to: ":1", again: ("line", .seconds(300)), at: .zero)
        #expect(taken(&front, name, by: ":1", at: .seconds(60)) == "line")
        front.leases.end(name, of: ":1")
        #expect(taken(&front, name, by: ":1", at: .seconds(60)) == nil)
    }

    @Test("Unlock asks the keyring first, then the gate, and tells its owner")
    func prompts() throws {
        var front = try front()
        let answer = try front.unlocking([item, other], by: ":1", keyring: ([], "/org/freedesktop/secrets/prompt/p1"))
        #expect(answer.open == [])
        #expect(throws: ServiceRefusal.noObject) { try front.prompts.show(answer.prompt, by: ":2") }
        #expect(
            try front.prompts.show(answer.prompt, by: ":1") == .askKeyring("/org/freedesktop/secrets/prompt/p1"))
        #expect(throws: ServiceRefusal.noObject) { try front.prompts.show(answer.prompt, by: ":1") }
        #expect(front.prompts.waiting(for: "/org/freedesktop/secrets/prompt/p1") == answer.prompt)
        #expect(
            front.prompts.keyringCompleted(answer.prompt, isDismissed: false, items: [item, other]) == .askGate([item]))
        #expect(
            front.prompts.gateAnswered(answer.prompt, isOpen: true)
                == .complete(owner: ":1", isDismissed: false, items: [other, item]))
        #expect(front.prompts.gateAnswered(answer.prompt, isOpen: true) == nil)
    }

    @Test("A program that reads in the clear alone is not asked for a touch that opens nothing for it")
    func clearReading() throws {
        var front = try front()
        _ = try front.sessions.open(by: ":1", isEncrypted: false)
        #expect(throws: ServiceRefusal.plainSession) {
            try front.unlocking([item], by: ":1", keyring: ([item], SecretServiceNames.nothing))
        }
        #expect(try front.unlocking([other], by: ":1", keyring: ([other], SecretServiceNames.nothing)).open == [other])
        _ = try front.sessions.open(by: ":1", isEncrypted: true)
        #expect(try front.unlocking([item], by: ":1", keyring: ([item], SecretServiceNames.nothing)).open == [])
    }

    @Test(
        "The items of programs that read in the clear are recognised",
        arguments: [
            (["xdg:schema": "chrome_libsecret_os_crypt_password_v2", "application": "chromium"], "Key", .chromium),
            (["service": "gh:github.com", "username": "kari"], "Password for 'kari' on 'gh:github.com'", .go),
            (["profile": "aws"], "aws-vault", .go),
            (["service": "mail", "username": "kari"], "Mail", nil),
            (["service": "s", "username": "u", "application": "Python keyring"], "Password for 'u' on 's'", nil),
        ] as [([String: String], String, ClearReading?)])
    func clearReaders(attributes: [String: String], label: String, expected: ClearReading?) {
        #expect(ClearReading(attributes, label: label) == expected)
    }

    @Test("A prompt that the keyring or its owner dismisses opens nothing, and is over")
    func dismissed() throws {
        var front = try front()
        let first = try front.unlocking([item], by: ":1", keyring: ([], "/p")).prompt
        _ = try front.prompts.show(first, by: ":1")
        let end = ServicePrompts.Step.complete(owner: ":1", isDismissed: true, items: [])
        #expect(front.prompts.keyringCompleted(first, isDismissed: true, items: []) == end)
        let second = try front.unlocking([item], by: ":1", keyring: ([item], "/")).prompt
        #expect(try front.prompts.show(second, by: ":1") == .askGate([item]))
        #expect(throws: ServiceRefusal.noObject) { try front.prompts.dismiss(second, by: ":2") }
        #expect(try front.prompts.dismiss(second, by: ":1") == end)
        #expect(front.prompts.gateAnswered(second, isOpen: true) == nil)
    }

    @Test("When the keyring ends, the prompts that wait for it are over, and those of the gate go on")
    func keyringEnds() throws {
        var front = try front()
        let shown = try front.unlocking([item], by: ":1", keyring: ([], "/p1")).prompt
        _ = try front.prompts.show(shown, by: ":1")
        let unshown = try front.unlocking([item], by: ":1", keyring: ([], "/p2")).prompt
        let own = try front.unlocking([item], by: ":1", keyring: ([item], "/")).prompt
        let ends = front.prompts.keyringEnded()
        #expect(ends.map(\.prompt) == [shown])
        #expect(ends.map(\.step) == [.complete(owner: ":1", isDismissed: true, items: [])])
        #expect(throws: ServiceRefusal.noObject) { try front.prompts.show(unshown, by: ":1") }
        #expect(try front.prompts.show(own, by: ":1") == .askGate([item]))
    }

    @Test("Without a protected item the keyring's own answer and prompt go on, to their owner alone")
    func unprotected() throws {
        var front = try front()
        let answer = try front.unlocking([other], by: ":1", keyring: ([], "/org/freedesktop/secrets/prompt/p1"))
        #expect(answer.prompt == "/org/freedesktop/secrets/prompt/p1" && front.prompts.isBeneath(answer.prompt))
        #expect(throws: ServiceRefusal.noObject) { try front.prompts.show(answer.prompt, by: ":2") }
        #expect(front.left(":1").prompts == [answer.prompt])
        #expect(throws: ServiceRefusal.noObject) { try front.prompts.show(answer.prompt, by: ":1") }
    }

    @Test("A change has a prompt of its owner's, and opens nothing")
    func changes() throws {
        var front = try front()
        let prompt = try front.prompts.makeChange(for: ":1")
        #expect(throws: ServiceRefusal.noObject) { try front.prompts.show(prompt, by: ":2") }
        #expect(try front.prompts.show(prompt, by: ":1") == .confirm)
        #expect(
            front.prompts.gateAnswered(prompt, isOpen: true) == .complete(owner: ":1", isDismissed: false, items: []))
        for _ in 0..<ServicePrompts.perConnection { _ = try front.prompts.makeChange(for: ":1") }
        #expect(throws: ServiceRefusal.tooMany) { try front.prompts.makeChange(for: ":1") }
    }

    @Test("What was read last is recognised once, and for two minutes")
    func echoes() throws {
        var echoes = ServiceEchoes()
        let name = try #require(ItemName("keyring/login/12"))
        let other = try #require(ItemName("keyring/login/7"))
        echoes.add(name, digest: [1], at: .zero)
        let elsewhere = echoes.take(other, digest: [1], at: .zero)
        let first = echoes.take(name, digest: [1], at: .seconds(119))
        let second = echoes.take(name, digest: [1], at: .seconds(119))
        #expect(!elsewhere && first && !second)
        // A guess has no second one.
        echoes.add(name, digest: [1], at: .zero)
        let guess = echoes.take(name, digest: [2], at: .zero)
        let right = echoes.take(name, digest: [1], at: .zero)
        echoes.add(name, digest: [1], at: .zero)
        let late = echoes.take(name, digest: [1], at: .seconds(120))
        #expect(!guess && !right && !late)
    }

    @Test("An item with equal, more or fewer attributes could be found instead of a protected one")
    func overlaps() {
        let kept = ["app": "git", "user": "kari", "xdg:schema": "a"]
        #expect(AttributeOverlap(kept, kept) == .equal)
        // A keyring may add the schema later, and replaces the item in either case.
        #expect(AttributeOverlap(kept.filter { $0.key != "xdg:schema" }, kept) == .equal)
        #expect(AttributeOverlap(kept, kept.filter { $0.key != "xdg:schema" }) == .equal)
        #expect(AttributeOverlap(["app": "git"], kept) == .shadowing)
        #expect(AttributeOverlap(kept.merging(["more": "x"]) { $1 }, kept) == .shadowing)
        #expect(AttributeOverlap(["app": "git", "xdg:schema": "b"], kept) == .shadowing)
        #expect(AttributeOverlap(["app": "git", "user": "ola"], kept) == .none)
        #expect(AttributeOverlap(["app": "mail"], kept) == .none)
        // The same letters in other code points are other attributes to the keyring, which would replace nothing.
        #expect(AttributeOverlap(["user": "k\u{e5}re"], ["user": "ka\u{30a}re"]) == .shadowing)
    }

    @Test("What the keyring ignores or does not tell of attributes hides no overlap")
    func hiddenOverlaps() {
        let kept = ["app": "git", "user": "kari"]
        // gnome-keyring matches without its own notes.
        #expect(AttributeOverlap(["app": "git", "gkr:compat:foo": "1"], kept) == .shadowing)
        #expect(AttributeOverlap(kept.merging(["gkr:compat:foo": "1"]) { $1 }, kept) == .equal)
        // A digest may be of any value, on either side.
        #expect(AttributeOverlap(["gkr:compat:hashed:app": "ba9f"], kept) == .shadowing)
        let hashed = ["gkr:compat:hashed:app": "ba9f", "gkr:compat:hashed:user": "1c5e"]
        #expect(AttributeOverlap(kept, hashed) == .shadowing)
        #expect(AttributeOverlap(["service": "mail"], hashed) == .none)
        // No search finds an item without attributes, but it may be replaced by one.
        #expect(AttributeOverlap(kept, ["xdg:schema": "note"]) == .none)
        #expect(AttributeOverlap([:], kept) == .shadowing && AttributeOverlap([:], [:]) == .shadowing)
    }

    @Test("A session is its connection's alone, ends with it, and there are only so many")
    func sessions() throws {
        var sessions = ServiceSessions()
        let path = try sessions.open(by: ":1", isEncrypted: true)
        #expect(try sessions.isEncrypted(path, of: ":1"))
        #expect(throws: ServiceRefusal.noSession) { try sessions.isEncrypted(path, of: ":2") }
        #expect(throws: ServiceRefusal.noSession) { try sessions.close(path, by: ":2") }
        for _ in 1..<ServiceSessions.perConnection { _ = try sessions.open(by: ":1", isEncrypted: false) }
        #expect(throws: ServiceRefusal.tooMany) { try sessions.open(by: ":1", isEncrypted: false) }
        #expect(sessions.left(":1").count == ServiceSessions.perConnection)
        #expect(throws: ServiceRefusal.noSession) { try sessions.isEncrypted(path, of: ":1") }
    }

    @Test("A note about an item that was told as open is news once")
    func notes() throws {
        var front = try front()
        let name = try #require(ProtectedItem.name(of: other, tag: "0a1b"))
        #expect(!front.noted(name, at: other) && front.noted(name, at: other) && front.isMarked(other))
        #expect(front.hasMarks("/org/freedesktop/secrets/collection/login"))
        #expect(!front.hasMarks("/org/freedesktop/secrets/collection/log"))
        #expect(front.hasMarks("/org/freedesktop/secrets/aliases/other"))
    }
}

@Suite("Calls of the Secret Service")
struct ServiceCallTests {
    private func call(_ path: String, _ interface: String, _ method: String, _ types: String) -> ServiceCall {
        ServiceCall(path: path, interface: interface, method: method, signature: types)
    }

    @Test("A call with a secret or of a lock is the front's, also without an interface's name")
    func own() {
        let root = SecretServiceNames.root
        for interface in ["", SecretServiceNames.item] {
            #expect(call(item, interface, "GetSecret", "o") == .getSecret)
            #expect(call(item, interface, "SetSecret", "(oayays)") == .setSecret)
            #expect(call(item, interface, "Delete", "") == .delete)
        }
        #expect(call(root, "", "GetSecrets", "aoo") == .getSecrets)
        #expect(call(root, SecretServiceNames.service, "Unlock", "ao") == .unlock)
        #expect(call(root + "/aliases/default", "", "CreateItem", "a{sv}(oayays)b") == .createItem)
        for method in ["SetSecret", "Delete", "Set", "Get", "Introspect"] {
            #expect(call(root + "/aliases/default/1", "", method, "") == .refused(.noObject))
        }
    }

    @Test("Wrong types and other calls with secrets are refused, and the rest is passed on")
    func refused() {
        let root = SecretServiceNames.root
        #expect(call(item, "", "GetSecret", "s") == .refused(.wrongArguments))
        #expect(call(root, "", "Unlock", "as") == .refused(.wrongArguments))
        #expect(call(root, "org.gnome.Other", "CreateWithMasterPassword", "a{sv}(oayays)") == .refused(.notSupported))
        #expect(call(root, SecretServiceNames.service, "ReadAlias", "s") == .other)
        #expect(call(item, "org.freedesktop.DBus.Introspectable", "Introspect", "") == .other)
    }

    @Test("The front's own session with the keyring is out of reach")
    func sessions() {
        let path = SecretServiceNames.root + "/session/s1"
        #expect(call(path, SecretServiceNames.session, "Close", "") == .closeSession)
        #expect(call(path, SecretServiceNames.properties, "GetAll", "s") == .refused(.noSession))
        #expect(call(path, "", "Other", "") == .refused(.noSession))
    }
}
