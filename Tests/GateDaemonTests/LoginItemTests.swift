import GateModel
import GatePolicy
import GateSecret
import GateTestSupport
import Glibc
import Synchronization
import Testing

@testable import GateCore
@testable import GateDaemon

/// The item that a login opens, from storing it to the second interface's answer.
@Suite("A login's item, in memory") struct LoginItemTests {
    private static let alice = Scene.alice.id
    // A name that keeps the rule.
    // swift-format-ignore: NeverForceUnwrap
    private static let item = ItemName("keyring")!
    private static let login = FaceAsker(user: .root, process: Scene.process)

    private final class Answer: @unchecked Sendable {
        // Unchecked: it stays on its test's thread, like `ManualLoop`.
        var secret: String?
    }

    @discardableResult
    private func store(_ scene: Scene, _ password: String = Scene.password, by user: UserID = alice) -> Call {
        let call = scene.begin(on: 20, by: user, .store) { gatekeeper, caller, call throws(GateError) in
            let ask = Scene.ask(.store, call, by: caller, item: Self.item, factors: [.fingerprint])
            _ = try await gatekeeper.store(
                Scene.secret(password),
                SealParameters(name: Self.item, label: nil, access: .login, replace: false), ask, credential: nil)
            return .done
        }
        if call.isUnanswered {
            scene.sensor.touch(Scene.finger(of: user))
            scene.loop.drain()
        }
        return call
    }

    /// A scene in which alice's logins may open her item.
    private func scene() -> Scene {
        let scene = Scene()
        #expect(store(scene).outcomes == [.done])
        return scene
    }

    private func touch(_ scene: Scene, _ finger: String = Scene.finger(of: alice), for asker: FaceAsker = login) {
        let verification = scene.verify(on: 30, for: asker)
        scene.sensor.touch(finger)
        scene.loop.drain()
        #expect(verification.isOver)
    }

    /// What the login gets.
    private func open(_ scene: Scene, of user: UserID = alice, service: String = "gdm-fingerprint") -> String? {
        let answer = Answer()
        scene.begin(on: 40, by: .root, about: user) { gatekeeper, caller, _ in
            if let secret = await gatekeeper.openLogin(of: user, service: service, by: caller) {
                answer.secret = secret.withBytes { String(decoding: $0, as: UTF8.self) }
            }
            return .done
        }
        return answer.secret
    }

    // MARK: Storing

    @Test("The account's password is stored after a touch, and the user's calls do not open it")
    func storing() {
        let scene = scene()
        #expect(scene.passwords.accepted == 1)
        let call = scene.begin(on: 21, .retrieve) { gatekeeper, caller, call throws(GateError) in
            let ask = Scene.ask(.retrieve, call, by: caller, item: Self.item)
            _ = try await gatekeeper.retrieve(Self.item, asking: ask, maximumAge: .zero, credential: nil)
            return .opened
        }
        #expect(call.outcomes == [.refused(.notPermitted(.systemOnly))])
    }

    @Test("A text that is not the account's password is refused, counted and not stored")
    func wrongPassword() {
        let scene = Scene()
        for remaining in [4, 3, 2] {
            let error = GateError.credentialWrong(.password, attemptsRemaining: remaining, retryAfter: nil)
            #expect(store(scene, "wrong horse").outcomes == [.refused(error)])
        }
        #expect(scene.passwords.accepted == 0)
        touch(scene)
        #expect(open(scene) == nil)
    }

    @Test("Without a password, with a locked one, for root, or on a disk that its thief can read, nothing is stored")
    func unstorable() {
        var scene = Scene()
        scene.passwords.set(nil, of: Self.alice)
        scene.loop.advance(by: .seconds(1))
        #expect(store(scene).outcomes == [.refused(.credentialNotSet(.password))])
        scene = Scene()
        scene.passwords.lock(Self.alice)
        #expect(store(scene).outcomes == [.refused(.credentialNotSet(.password))])
        scene = Scene(isLoginSealed: false)
        #expect(store(scene).outcomes == [.refused(.sealingUnavailable(.noTPM))])
        for user in [UserID.root, UserID(rawValue: 999)] {
            #expect(store(Scene(), by: user).outcomes == [.refused(.notPermitted(.noAccount))])
        }
        // Without a password, that one is wanted is all that is left.
        #expect(store(Scene(), "\0").outcomes == [.refused(.credentialRequired(accepted: [.password]))])
    }

    // MARK: Opening

    @Test("After a touch, the process that asked for it gets the password once")
    func once() {
        let scene = scene()
        #expect(open(scene) == nil)
        touch(scene)
        #expect(open(scene) == Scene.password)
        #expect(open(scene) == nil)
        touch(scene)
        #expect(open(scene, service: "sddm") == Scene.password)
    }

    @Test("A touch at a password's prompt opens it to the calling process, once it is taken and not before")
    func besidePassword() {
        let scene = scene()
        let call = scene.begin(on: 30, by: .root, about: Self.alice) { gatekeeper, caller, _ in
            try? await gatekeeper.awaitTouch(of: Self.alice, service: "login", by: caller) { _ in }
            return .done
        }
        scene.sensor.touch(Scene.finger(of: Self.alice))
        scene.loop.drain()
        #expect(open(scene) == nil)
        scene.gatekeeper.assumeIsolated { $0.takeTouch(on: call.connection) }
        scene.loop.drain()
        #expect(open(scene) == Scene.password)
        #expect(open(scene) == nil)
    }

    @Test("A touch is no other process's, and not another user's")
    func strangers() throws {
        let scene = scene()
        touch(scene, for: FaceAsker(user: .root, process: ProcessID(rawValue: getpid())))
        #expect(open(scene) == nil)
        // Not root's, and of an unknown process: such a touch is for no login.
        touch(scene, for: FaceAsker(user: Self.alice, process: Scene.process))
        #expect(open(scene) == nil)
        touch(scene, for: FaceAsker(user: .root, process: nil))
        #expect(open(scene) == nil)
        touch(scene)
        #expect(open(scene, of: Scene.bob.id) == nil)
        // None of them took it away.
        #expect(open(scene) == Scene.password)
    }

    @Test(
        "A service that is no login gets nothing, and does not use the touch up", arguments: ["sudo", "su", "sshd", ""])
    func services(service: String) {
        let scene = scene()
        touch(scene)
        #expect(open(scene, service: service) == nil)
        #expect(open(scene, service: "login") == Scene.password)
    }

    @Test("A touch is spent within 60 s, and forgotten at sleep")
    func forgotten() {
        let scene = scene()
        touch(scene)
        scene.loop.advance(by: .seconds(61))
        #expect(open(scene) == nil)
        touch(scene)
        scene.gatekeeper.assumeIsolated { gatekeeper in
            _ = Task.immediate(executorPreference: gatekeeper.tasks) {
                await gatekeeper.prepareForSleep()
                await gatekeeper.returnFromSleep()
            }
        }
        scene.loop.drain()
        #expect(open(scene) == nil)
        touch(scene)
        #expect(open(scene) == Scene.password)
    }

    @Test("A miss opens nothing, and neither does another user's finger")
    func misses() {
        let scene = scene()
        touch(scene, Scene.stranger)
        #expect(open(scene) == nil)
        touch(scene, Scene.finger(of: Scene.bob.id))
        #expect(open(scene) == nil)
    }

    @Test("A changed password keeps the item closed, and so does a locked one or a helper that does not answer")
    func changedPassword() {
        let scene = scene()
        scene.passwords.set("a new horse", of: Self.alice)
        touch(scene)
        #expect(open(scene) == nil)
        scene.passwords.set(Scene.password, of: Self.alice)
        scene.passwords.fail(.noAnswer)
        touch(scene)
        #expect(open(scene) == nil)
        scene.passwords.fail(nil)
        touch(scene)
        #expect(open(scene) == Scene.password)
        scene.passwords.lock(Self.alice)
        touch(scene)
        #expect(open(scene) == nil)
    }

    @Test("Fingerprint unlocking that is turned off between touch and login keeps it closed")
    func off() {
        let scene = scene()
        touch(scene)
        scene.begin(on: 22) { gatekeeper, caller, _ throws(GateError) in
            _ = try await gatekeeper.disableFingerprint(of: Self.alice, by: caller)
            return .done
        }
        #expect(open(scene) == nil)
    }

    @Test("72 hours after the last PIN or password a login still succeeds, and opens nothing")
    func age() {
        let scene = scene()
        scene.loop.advance(by: .seconds(73 * 3600))
        touch(scene)
        #expect(open(scene) == nil)
        scene.givePIN(on: 23)
        touch(scene)
        #expect(open(scene) == Scene.password)
    }

    @Test("Without an item for logins a touch opens nothing, and a deleted one stays closed")
    func deleted() {
        let scene = Scene()
        touch(scene)
        #expect(open(scene) == nil)
        #expect(store(scene).outcomes == [.done])
        touch(scene)
        scene.begin(on: 24) { gatekeeper, caller, _ throws(GateError) in
            try await gatekeeper.deleteItem(Self.item, of: Self.alice, by: caller)
            return .done
        }
        #expect(open(scene) == nil)
    }

    @Test("The newest login's result is told, until the item is stored again")
    func lastLogin() {
        let scene = scene()
        func result() -> LoginResult? {
            let found = Mutex<LoginResult?>(nil)
            scene.begin(on: 60, by: .root, about: Self.alice) { gatekeeper, _, _ in
                let result = await gatekeeper.lastLogin(of: Self.alice)
                found.withLock { $0 = result }
                return .done
            }
            return found.withLock(\.self)
        }
        #expect(result() == nil)
        _ = open(scene)
        #expect(result()?.refusal == .noTouch)
        scene.passwords.set("a new horse", of: Self.alice)
        touch(scene)
        _ = open(scene)
        #expect(result()?.refusal == .passwordChanged)
        _ = open(scene, service: "sudo")
        #expect(result()?.refusal == .passwordChanged)
        scene.passwords.set(Scene.password, of: Self.alice)
        // What has healed is not told any more.
        #expect(result() == nil)
        touch(scene)
        #expect(open(scene) == Scene.password)
        let opened = result()
        #expect(opened != nil && opened?.refusal == nil)
    }

    // MARK: A typed password

    private func type(_ scene: Scene, _ password: String) {
        scene.begin(on: 50, by: .root, about: Self.alice) { gatekeeper, caller, _ in
            await gatekeeper.passwordTyped(Scene.secret(password), of: Self.alice, by: caller)
            return .done
        }
    }

    @Test("After a change of the password, the next one typed at a login takes its place, and a wrong one does not")
    func healing() {
        let scene = scene()
        scene.passwords.set("a new horse", of: Self.alice)
        type(scene, Scene.password)
        touch(scene)
        #expect(open(scene) == nil)
        type(scene, "a new horse")
        touch(scene)
        #expect(open(scene) == "a new horse")
        // Nothing is compared while the item is in order.
        let accepted = scene.passwords.accepted
        type(scene, "a new horse")
        #expect(scene.passwords.accepted == accepted)
    }

    @Test("An item that ended with its enrolment does not come back by a typed password")
    func noHealing() {
        let scene = scene()
        let enrolled = scene.enroll(.leftIndex, on: Scene.otherReader, connection: 25)
        for _ in 0..<20 where enrolled.isUnanswered {
            scene.sensor.touch("alice's left index", on: Scene.otherReader.id)
            scene.loop.drain()
        }
        #expect(enrolled.outcomes == [.done])
        scene.passwords.set("a new horse", of: Self.alice)
        type(scene, "a new horse")
        touch(scene)
        #expect(open(scene) == nil)
    }

    @Test("A password typed at a login restarts the 72 hours")
    func typedAge() {
        let scene = scene()
        scene.loop.advance(by: .seconds(73 * 3600))
        type(scene, Scene.password)
        touch(scene)
        #expect(open(scene) == Scene.password)
    }
}
