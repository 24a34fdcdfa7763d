import GateModel

@testable import GateCore

/// One call as its client sees it, with what a `Play` knows about it.
final class Call: @unchecked Sendable {
    // Unchecked: it stays on its test's thread, like `ManualLoop`.
    enum Outcome: Equatable {
        case opened, signed, authenticated, done
        case refused(GateError)
    }

    let connection: ConnectionID
    /// The user whose data it is about.
    let user: UserID
    /// Nil for a call that does not ask its user.
    let operation: GateModel.Operation?
    let life = CallLife()
    private(set) var outcomes: [Outcome] = []
    var progress: [Progress] = []
    /// The authentication that its grant used.
    var authentication: Authentication?
    /// The user's enrolment on disk when it was answered.
    private(set) var enrollmentAtEnd: EnrollmentID?

    /// The user's enrolment when one of the user's fingers was judged for it.
    var enrollmentAtMatch: EnrollmentID?
    /// The right credentials given to it.
    var answers: Set<Factor> = []
    /// Set if it was ended before anything decided it.
    var endedBy: Canceller?
    /// The device that signs for it is working; meanwhile, what allowed the call may end.
    var isInDevice = false
    /// Its user was reset in the meantime.
    var isOfErased = false
    /// The numbers of the events at which it began, began to wait for its user, and was answered.
    var begunAt: Int?
    var waitsSince: Int?
    var answeredAt: Int?

    init(on connection: ConnectionID, about user: UserID, _ operation: GateModel.Operation?) {
        self.connection = connection
        self.user = user
        self.operation = operation
    }

    func end(_ outcome: Outcome, enrollment: EnrollmentID?) {
        outcomes.append(outcome)
        enrollmentAtEnd = enrollment
    }

    var isUnanswered: Bool { outcomes.isEmpty }

    var factor: Factor? { authentication?.factor }

    /// Whether one of the user's fingers or a right credential was presented to it.
    func wasPresented(_ factor: Factor) -> Bool {
        factor == .fingerprint ? enrollmentAtMatch != nil : answers.contains(factor)
    }

    /// Whether it was told that its user is present, or received what only that opens.
    var isGranted: Bool {
        switch outcomes.first {
        case .opened, .signed, .authenticated: true
        case .done, .refused, nil: false
        }
    }
}
