import GateModel
import GateTestSupport
import Synchronization
import Testing

@testable import GateDaemon

/// A directory service whose answers a test sets.
final class ScriptedAccounts: AccountLookUp {
    private let names: Mutex<[UserID: String?]>
    private let secondNames = Mutex<[UserName: UserID]>([:])

    /// Users that no test mentions each have an account.
    init(_ users: [User]) {
        names = Mutex(Dictionary(uniqueKeysWithValues: users.map { ($0.id, $0.name.rawValue) }))
    }

    /// Nil: the directory finds no account for this number.
    func set(_ name: String?, of user: UserID) { names.withLock { $0[user] = .some(name) } }

    /// Adds a second name for a number.
    func setSecondName(_ name: String, of user: UserID) {
        secondNames.withLock { $0[UserName(rawValue: name)] = user }
    }

    func number(of name: UserName) async throws(LookUpFailed) -> UserID? {
        if let user = secondNames.withLock({ $0[name] }) { return user }
        return names.withLock { $0.first { $0.value == name.rawValue }?.key }
    }

    func user(_ id: UserID) async throws(LookUpFailed) -> (user: User, hasAccount: Bool) {
        let name = names.withLock { $0[id] ?? "user \(id)" }
        return (User(id: id, name: UserName(rawValue: name ?? ":\(id)")), name != nil)
    }
}

@Suite("The look-up of accounts") struct AccountLookUpTests {
    private static let alice = Scene.alice

    /// The error of a call that changes something; nil if it is allowed.
    private func refusal(_ scene: Scene, of user: UserID = alice.id) -> GateError? {
        let call = scene.begin(on: 7, by: user) { gatekeeper, _, call throws(GateError) in
            _ = try await gatekeeper.users.lasting(call.user)
            return .done
        }
        if case .refused(let error) = call.outcomes.first { return error }
        return nil
    }

    @Test("A user whom the directory does not find now is refused for as long as that lasts, and not told of a rename")
    func directoryAway() {
        let scene = Scene()
        scene.accounts.set(nil, of: Self.alice.id)
        scene.run { $0.users.drop(Self.alice.id) }
        #expect(refusal(scene) == .notPermitted(.accountUnknown))
        #expect(refusal(scene) == .notPermitted(.accountUnknown))
        scene.accounts.set(Self.alice.name.rawValue, of: Self.alice.id)
        #expect(refusal(scene) == nil)
    }

    @Test("A user is told of a rename only if the directory finds another name")
    func renamed() {
        let scene = Scene()
        scene.accounts.set("alicia", of: Self.alice.id)
        scene.run { $0.users.drop(Self.alice.id) }
        #expect(refusal(scene) == .notPermitted(.accountChanged))
    }

    @Test("A number with two names is no other user, whichever name is found first")
    func secondName() {
        let scene = Scene()
        scene.accounts.set("alicia", of: Self.alice.id)
        scene.accounts.setSecondName(Self.alice.name.rawValue, of: Self.alice.id)
        scene.run { await $0.accountsChanged() }
        #expect(refusal(scene) == nil)
        scene.run { $0.users.drop(Self.alice.id) }
        #expect(refusal(scene) == nil)
        scene.accounts.setSecondName(Self.alice.name.rawValue, of: Scene.bob.id)
        scene.run { await $0.accountsChanged() }
        #expect(refusal(scene) == .notPermitted(.accountChanged))
    }

    @Test("A new user whom the directory did not find at first can store things once it does, without a new connection")
    func foundLater() {
        let scene = Scene()
        let carol = UserID(rawValue: 1002)
        scene.accounts.set(nil, of: carol)
        #expect(refusal(scene, of: carol) == .notPermitted(.noAccount))
        scene.accounts.set("carol", of: carol)
        // A number without an account is looked up at most every 10 s.
        #expect(refusal(scene, of: carol) == .notPermitted(.noAccount))
        scene.loop.advance(by: .seconds(10))
        #expect(refusal(scene, of: carol) == nil)
    }
}
