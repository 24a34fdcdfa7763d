import GateModel
import GatePolicy
import GateSecret
import GateTestSupport
import GateVault
import Testing

@testable import GateCore

@Suite("Passkeys, in memory") struct PasskeyTests {
    private let scene = Scene()
    private let site: RelyingPartyID
    private let otherSite: RelyingPartyID
    private static let clientDataHash = [UInt8](repeating: 7, count: 32)

    init() throws {
        site = try #require(RelyingPartyID("example.com"))
        otherSite = try #require(RelyingPartyID("example.org"))
    }

    /// What a call answered.
    private final class Answer: @unchecked Sendable {
        // Unchecked: it stays on its test's thread, like `ManualLoop`.
        var result: Result<PasskeyAnswer, PasskeyRefusal>?
        var items: [Item] = []
        var ids: [[UInt8]] = []

        var passkey: Passkey? { try? result?.get().passkey }
        var refusal: PasskeyRefusal? {
            if case .failure(let refusal)? = result { refusal } else { nil }
        }
    }

    private func touch() {
        scene.sensor.touch(Scene.finger(of: Scene.alice.id))
        scene.loop.drain()
    }

    @discardableResult
    private func make(
        _ account: String = "kari", at site: RelyingPartyID? = nil, isDiscoverable: Bool = true,
        protection: Passkey.Protection? = nil, excluding excluded: [[UInt8]] = [],
        enrollment: Access.Enrollment = .any, byPIN: Bool = false, interaction: Interaction = .caller,
        on connection: UInt64 = 1
    ) -> (call: Call, answer: Answer) {
        let answer = Answer()
        let creation = PasskeyCreation(
            Passkey(
                id: Passkey.randomID(), relyingParty: site ?? self.site, userID: Array(account.utf8), userName: account,
                isDiscoverable: isDiscoverable, protection: protection),
            .p256, clientDataHash: Self.clientDataHash, excluding: excluded, enrollment)
        let call = scene.begin(on: connection, .createKey) { gatekeeper, caller, call throws(GateError) in
            let ask = Scene.ask(.createKey, call, by: caller, interaction: interaction)
            let credential: PresentedCredential? = if byPIN { Scene.credential(.pin, Scene.rightPIN) } else { nil }
            answer.result = try await gatekeeper.makePasskey(creation, ask, credential: credential)
            return answer.refusal == nil ? .signed : .done
        }
        return (call, answer)
    }

    /// Makes one by a touch.
    private func made(
        _ account: String = "kari", at site: RelyingPartyID? = nil, isDiscoverable: Bool = true,
        protection: Passkey.Protection? = nil, enrollment: Access.Enrollment = .any
    ) throws -> Passkey {
        let (_, answer) = make(
            account, at: site, isDiscoverable: isDiscoverable, protection: protection, enrollment: enrollment)
        touch()
        return try #require(answer.passkey)
    }

    @discardableResult
    private func signIn(
        to site: RelyingPartyID? = nil, allowing allowed: [[UInt8]]? = nil, by user: UserID = Scene.alice.id,
        byPIN: Bool = false, on connection: UInt64 = 1
    ) -> (call: Call, answer: Answer) {
        let answer = Answer()
        let signIn = SignIn(
            to: site ?? self.site, clientDataHash: Self.clientDataHash, allowing: allowed, deriving: nil)
        let call = scene.begin(on: connection, by: user, .sign) { gatekeeper, caller, call throws(GateError) in
            let ask = Scene.ask(.sign, call, by: caller)
            let credential: PresentedCredential? = if byPIN { Scene.credential(.pin, Scene.rightPIN) } else { nil }
            answer.result = try await gatekeeper.signIn(signIn, ask, credential: credential)
            return answer.refusal == nil ? .signed : .done
        }
        return (call, answer)
    }

    private func passkeys(of user: UserID = Scene.alice.id) -> [Item] {
        let answer = Answer()
        scene.run { gatekeeper in answer.items = try await gatekeeper.passkeys(of: user) }
        return answer.items
    }

    private func known(_ ids: [[UInt8]], at site: RelyingPartyID, by user: UserID = Scene.alice.id) -> [[UInt8]] {
        let answer = Answer()
        scene.run { gatekeeper in answer.ids = try await gatekeeper.knownPasskeys(among: ids, to: site, of: user) }
        return answer.ids
    }

    // MARK: Making and signing in

    @Test("A touch makes a passkey, and each sign-in takes another touch or the PIN")
    func signing() throws {
        let passkey = try made()
        #expect(passkeys().map(\.passkey) == [passkey])
        for byPIN in [false, true, false] {
            let (call, answer) = signIn(byPIN: byPIN)
            #expect(call.isUnanswered == !byPIN)
            if !byPIN { touch() }
            #expect(answer.passkey == passkey)
            #expect(try answer.result?.get().authentication.factor == (byPIN ? .pin : .fingerprint))
        }
        #expect(make("ola", byPIN: true).answer.passkey != nil)
        #expect(passkeys().count == 2)
    }

    @Test("No earlier authentication counts for a passkey")
    func noReuse() throws {
        _ = try made()
        scene.authenticate(on: 1)
        touch()
        let (call, _) = signIn(on: 1)
        #expect(call.isUnanswered)
        touch()
        #expect(signIn(on: 1).call.isUnanswered)
        scene.leave(ConnectionID(rawValue: 1))
        #expect(make("ola", on: 1).call.isUnanswered)
    }

    @Test("A passkey is never made without asking, even if no finger is enrolled")
    func neverUnasked() {
        scene.change(on: 2) { gatekeeper, user, caller throws(GateError) in
            _ = try await gatekeeper.deleteAllPrints(
                credential: Scene.credential(.pin, Scene.rightPIN), of: user, by: caller)
        }
        #expect(make().call.outcomes == [.refused(.notEnrolled(printsVanished: false, fallbacks: [.pin]))])
        #expect(passkeys().isEmpty)
        #expect(make(byPIN: true).answer.passkey != nil)
        #expect(passkeys().first?.openableBy == [.pin])
    }

    @Test("A stranger's finger makes no passkey and signs in to nothing")
    func stranger() throws {
        _ = try made()
        for call in [make("ola").call, signIn().call] {
            scene.sensor.touch(Scene.stranger)
            scene.loop.drain()
            #expect(call.isUnanswered)
            call.life.end(by: .client)
            scene.loop.drain()
        }
        #expect(passkeys().count == 1)
    }

    @Test("A discoverable passkey replaces the one of its account, and no other")
    func replacing() throws {
        let first = try made()
        let others = [
            try made("ola"), try made(at: otherSite), try made(isDiscoverable: false), try made(isDiscoverable: false),
        ]
        let second = try made()
        #expect(Set(passkeys().compactMap(\.passkey)) == Set(others + [second]))
        #expect(known([first.id, second.id], at: site) == [second.id])
    }

    @Test("Of two passkeys that are made for one account at a time, the later one stays")
    func atOnce() throws {
        let calls = [make(on: 1), make(on: 2)]
        for _ in calls {
            scene.awaitPrompt()
            touch()
        }
        #expect(calls.map(\.call.outcomes) == [[.signed], [.signed]])
        #expect(passkeys().map(\.passkey) == [calls[1].answer.passkey])
    }

    @Test("An excluded passkey is told only after the touch, and nothing is made")
    func excluded() throws {
        let passkey = try made()
        let (call, answer) = make("ola", excluding: [[1, 2], passkey.id])
        #expect(call.isUnanswered)
        touch()
        #expect(answer.refusal == .excluded)
        #expect(make("ola", excluding: [passkey.id], byPIN: true).answer.refusal == .excluded)
        #expect(passkeys().count == 1)
        // Another site learns nothing of it.
        let elsewhere = make("ola", at: otherSite, excluding: [passkey.id]).answer
        touch()
        #expect(elsewhere.passkey != nil)
    }

    @Test("The newest discoverable passkey signs, or the first that is allowed; without one nobody is asked")
    func choice() throws {
        let first = try made()
        scene.loop.advance(by: .seconds(2))
        let second = try made("ola")
        scene.loop.advance(by: .seconds(2))
        let hidden = try made("hidden", isDiscoverable: false)
        for (allowed, expected) in [
            (nil, second), ([first.id, second.id], first), ([[9], hidden.id], hidden),
        ] as [([[UInt8]]?, Passkey)] {
            let (_, answer) = signIn(allowing: allowed)
            touch()
            #expect(answer.passkey == expected)
        }
        for (site, allowed) in [(otherSite, nil), (otherSite, [first.id]), (site, [[9]]), (site, [])]
            as [(RelyingPartyID, [[UInt8]]?)]
        {
            let (call, answer) = signIn(to: site, allowing: allowed)
            #expect(call.outcomes == [.done] && answer.refusal == .noneFits)
        }
        #expect(signIn(by: Scene.bob.id).answer.refusal == .noneFits)
    }

    @Test("A silent search finds the user's own passkeys of that site, and none that always takes verification")
    func probe() throws {
        let passkey = try made()
        let guarded = try made("ola", protection: .required)
        let ids = [[1], guarded.id, passkey.id]
        #expect(known(ids, at: site) == [passkey.id])
        #expect(known(ids, at: otherSite) == [])
        #expect(known(ids, at: site, by: Scene.bob.id) == [])
    }

    // MARK: Fingers

    @Test("Another vouched finger opens a passkey, or ends it, as its maker chose")
    func enrollment() throws {
        let any = try made()
        let current = try made("current", enrollment: .current)
        scene.change(on: 3) { gatekeeper, user, caller throws(GateError) in
            _ = try await gatekeeper.deleteAllPrints(
                credential: Scene.credential(.pin, Scene.rightPIN), of: user, by: caller)
        }
        let items = passkeys()
        #expect(items.first { $0.passkey == any }?.openableBy == [.fingerprint, .pin])
        #expect(items.first { $0.passkey == current }?.openableBy == [.pin])
        #expect(signIn(allowing: [current.id], byPIN: true).answer.passkey == current)
    }

    @Test("A passkey that nothing opens any more is reported as lost")
    func invalidated() throws {
        let passkey = try made()
        scene.change(on: 3) { gatekeeper, user, caller throws(GateError) in
            _ = try await gatekeeper.revokeAll(of: user, by: caller)
        }
        let item = try #require(passkeys().first)
        #expect(signIn(allowing: [passkey.id]).call.outcomes == [.refused(.itemInvalidated(item.name, by: .revoked))])
    }

    // MARK: Other methods

    private func refused(
        _ body: @escaping @Sendable (isolated Gatekeeper, Caller, Call) async throws(GateError) -> Void
    ) -> Call.Outcome? {
        scene.begin(on: 5) { gatekeeper, caller, call throws(GateError) in
            try await body(gatekeeper, caller, call)
            return .done
        }.outcomes.first
    }

    @Test("No other method opens, signs with or overwrites a passkey")
    func refusals() throws {
        _ = try made()
        let item = try #require(passkeys().first)
        let name = item.name
        #expect(scene.retrieve(name, on: 5).outcomes == [.refused(.itemNotFound(name, .key))])
        #expect(
            refused { gatekeeper, caller, call throws(GateError) in
                _ = try await gatekeeper.retrieve(
                    [Scene.item, name], asking: Scene.ask(.retrieve, call, by: caller), maximumAge: .zero,
                    credential: nil)
            } == .refused(.itemNotFound(name, .key)))
        #expect(
            refused { gatekeeper, caller, call throws(GateError) in
                _ = try await gatekeeper.sign(
                    Scene.secret("x"), with: name, asking: Scene.ask(.sign, call, by: caller, item: name),
                    maximumAge: .zero, credential: nil)
            } == .refused(.signatureRefused(.otherUsage)))
        #expect(
            refused { gatekeeper, caller, call throws(GateError) in
                let signing = SSHSigning([1], by: item, SignatureSubject(.message(namespace: "git")), scope: nil)
                _ = try await gatekeeper.signSSH(
                    signing, with: name, asking: Scene.ask(.sign, call, by: caller, item: name), maximumAge: .zero,
                    credential: nil)
            } == .refused(.signatureRefused(.otherUsage)))
        #expect(
            refused { gatekeeper, caller, call throws(GateError) in
                _ = try await gatekeeper.update(
                    name, to: Scene.secret("x"), asking: Scene.ask(.store, call, by: caller, item: name),
                    maximumAge: .zero, credential: nil)
            } == .refused(.itemNotFound(name, .key)))
        #expect(
            refused { gatekeeper, caller, _ throws(GateError) in
                _ = try await gatekeeper.setDestinations(
                    [], of: name, credential: Scene.credential(.pin, Scene.rightPIN), of: Scene.alice.id, by: caller)
            } == .refused(.signatureRefused(.otherUsage)))
        let sealing = SealParameters(name: name, label: nil, access: Access(factors: [.pin]), replace: true)
        #expect(
            refused { gatekeeper, caller, call throws(GateError) in
                _ = try await gatekeeper.store(
                    Scene.secret("x"), sealing, Scene.ask(.store, call, by: caller, item: name, factors: [.pin]),
                    credential: nil)
            } == .refused(.itemExists(name)))
        #expect(
            refused { gatekeeper, caller, call throws(GateError) in
                _ = try await gatekeeper.createKey(
                    .p256, sealing, Scene.ask(.createKey, call, by: caller, item: name, factors: [.pin]),
                    credential: nil)
            } == .refused(.itemExists(name)))
        #expect(passkeys() == [item])
    }

    @Test("A passkey is renamed and deleted by its id, by its user alone")
    func changes() throws {
        let passkey = try made()
        let other = try made("ola")
        for user in [Scene.bob.id, Scene.alice.id] {
            scene.begin(on: 6, by: user) { gatekeeper, caller, _ throws(GateError) in
                _ = try await gatekeeper.renamePasskey(passkey.id, to: Label("Work"), of: user, by: caller)
                guard let item = try await gatekeeper.passkey(other.id, of: user) else { return .done }
                try await gatekeeper.deleteItem(item.name, of: user, by: caller)
                return .done
            }
            #expect(passkeys().count == (user == Scene.bob.id ? 2 : 1))
        }
        #expect(passkeys().map(\.label) == [Label("Work")])
        #expect(passkeys().map(\.passkey) == [passkey])
    }

    // MARK: The prompt

    private func watch() throws -> Inbox<RequestChange> {
        try scene.gatekeeper.assumeIsolated { try $0.watchRequests(of: Scene.alice.id, prompts: false).changes }
    }

    @Test("A request has the whole site, the account and what is done, and no reason of the program's")
    func request() async throws {
        let changes = try watch()
        make(enrollment: .current)
        let creation = try #require(await changes.next()).request
        #expect(creation.operation == .createKey && creation.factors == [.fingerprint, .pin])
        #expect(creation.subject?.content == .newPasskey(site, account: "kari", .current))
        touch()
        signIn()
        changes.finish()
        var last = creation
        while let change = await changes.next() { last = change.request }
        #expect(last.operation == .sign)
        #expect(last.subject?.content == .passkey(site, account: "kari", derivesSecret: false))
        #expect(last.accounts.isEmpty && last.item == passkeys().first?.name)
        touch()
    }

    @Test("A site whose requests the user cancelled three times is refused quietly for a while, and no other site")
    func storm() throws {
        _ = try made()
        _ = try made(at: otherSite)
        for _ in 1...3 {
            let (call, _) = signIn()
            let request = scene.waiting().first
            scene.begin(on: 7) { gatekeeper, caller, _ throws(GateError) in
                try gatekeeper.cancelRequest(request, by: caller)
                return .done
            }
            #expect(call.outcomes == [.refused(.cancelled(by: .user))])
        }
        #expect(signIn().answer.refusal == .tooManyCancelled(retryAfter: .seconds(30)))
        #expect(make("ola").answer.refusal == .tooManyCancelled(retryAfter: .seconds(30)))
        #expect(signIn(byPIN: true).answer.passkey != nil)
        let (elsewhere, _) = signIn(to: otherSite)
        #expect(elsewhere.isUnanswered)
        touch()
        scene.loop.advance(by: .seconds(30))
        #expect(signIn().call.isUnanswered)
    }

    private func choose(_ id: [UInt8], by user: UserID = Scene.alice.id) -> Call.Outcome? {
        let request = scene.waiting().first
        return scene.begin(on: 7, by: user) { gatekeeper, caller, _ throws(GateError) in
            try gatekeeper.choose(id, for: request, by: caller) ? .done : .opened
        }.outcomes.first
    }

    @Test("A request lists the accounts, and the one that the user chooses signs by the finger or the PIN")
    func accounts() async throws {
        let first = try made()
        scene.loop.advance(by: .seconds(2))
        let second = try made("ola")
        let elsewhere = try made(at: otherSite)
        for byPIN in [false, true] {
            let changes = try watch()
            let (call, answer) = signIn()
            let offered = try #require(await changes.next()).request
            #expect(offered.accounts.map(\.id) == [second.id, first.id] && offered.item == nil)
            #expect(offered.accounts.map(\.isChosen) == [true, false] && offered.factors == [.fingerprint, .pin])
            #expect(offered.subject?.content == .passkey(site, account: "ola", derivesSecret: false))
            #expect(choose(elsewhere.id) == .opened)
            #expect(choose(first.id, by: Scene.bob.id) != .done)
            #expect(choose(first.id) == .done)
            changes.finish()
            var chosen = offered
            while let change = await changes.next() { chosen = change.request }
            #expect(chosen.accounts.map(\.isChosen) == [false, true])
            #expect(chosen.subject?.content == .passkey(site, account: "kari", derivesSecret: false))
            #expect(call.isUnanswered)
            if byPIN {
                scene.answer(.pin, Scene.rightPIN, to: scene.waiting().first, on: 8)
            } else {
                touch()
            }
            #expect(answer.passkey == first)
            #expect(try answer.result?.get().accounts == 2)
        }
    }

    @Test("A passkey that no finger opens any more is offered only if there is no other")
    func offered() throws {
        let any = try made()
        let current = try made("current", enrollment: .current)
        let both = signIn()
        touch()
        #expect(try both.answer.result?.get().accounts == 2)
        scene.enroll(.leftIndex, on: Scene.reader, connection: 4)
        for _ in 0...Scene.reader.enrollStages {
            scene.sensor.touch("alice's other")
            scene.loop.drain()
        }
        #expect(passkeys().first { $0.passkey == current }?.openableBy == [.pin])
        let (_, answer) = signIn()
        touch()
        #expect(answer.passkey == any)
        #expect(try answer.result?.get().accounts == 1)
        #expect(signIn(allowing: [current.id], byPIN: true).answer.passkey == current)
    }
}
