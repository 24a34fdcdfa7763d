import GateModel

@testable import GateCore

/// A user who must not be affected by what another user does.
struct Bystander {
    private let user: User
    private let misses: Int
    /// Only calls that wait for no reader: a call with its turn may end for reasons of its own user.
    private let calls: [Call]

    init(of user: User, in scene: Scene) {
        self.user = user
        misses = scene.misses(of: user)
        let queued = scene.waiting(of: user.id).compactMap(scene.call(of:))
            .filter { $0 !== scene.holder() && $0 !== scene.holder(of: Scene.otherReader) }
        calls = scene.calls.filter { call in
            // An enrolment that nobody attends ends once another user waits.
            call.isUnanswered && call.user == user.id && call.operation != .enroll && !queued.contains { $0 === call }
        }
    }

    func whatChanged(in scene: Scene) -> String? {
        if scene.misses(of: user) != misses { return "another user's doing changed the misses of \(user.name)" }
        return calls.allSatisfy(\.isUnanswered) ? nil : "another user's doing decided a call of \(user.name)'s"
    }
}
