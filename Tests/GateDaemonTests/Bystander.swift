import GateModel

@testable import GateDaemon

/// A user to whom nothing may happen by what another one does.
struct Bystander {
    private let user: User
    private let misses: Int
    /// Those that do not wait for a reader: whose turn comes may end for what is the user's own.
    private let calls: [Call]

    init(of user: User, in scene: Scene) {
        self.user = user
        misses = scene.misses(of: user)
        let queued = scene.waiting(of: user.id).compactMap(scene.call(of:))
            .filter { $0 !== scene.holder() && $0 !== scene.holder(of: Scene.otherReader) }
        calls = scene.calls.filter { call in
            // An enrolment that nobody attends ends where another user waits.
            call.isUnanswered && call.user == user.id && call.operation != .enroll && !queued.contains { $0 === call }
        }
    }

    func whatChanged(in scene: Scene) -> String? {
        if scene.misses(of: user) != misses { return "another user's doing changed the misses of \(user.name)" }
        return calls.allSatisfy(\.isUnanswered) ? nil : "another user's doing decided a call of \(user.name)'s"
    }
}
