import GateModel

@testable import GateDaemon

/// One call, as its client sees it, and what a `Play` knows of it.
final class Call: @unchecked Sendable {
    // Unchecked: it stays on the thread of its test, as `ManualLoop` does.
    enum Outcome: Equatable {
        case opened, signed, authenticated, done
        case refused(GateError)
    }

    let connection: ConnectionID
    /// Whose data it is about.
    let user: UserID
    /// Nil for one that does not ask its user.
    let operation: GateModel.Operation?
    let life = CallLife()
    private(set) var outcomes: [Outcome] = []
    var progress: [Progress] = []
    /// What its grant rested on.
    var authentication: Authentication?
    /// The user's enrolment on disk as it was answered.
    private(set) var enrollmentAtEnd: EnrollmentID?

    /// The user's enrolment as it was when a finger of the user's was judged for it.
    var enrollmentAtMatch: EnrollmentID?
    /// The right credentials that were given to it.
    var answers: Set<Factor> = []
    /// Who ended it before anything decided it.
    var endedBy: Canceller?
    /// The device that signs for it takes its time, in which what allowed it may end.
    var isInDevice = false
    /// Its user was reset meanwhile.
    var isOfErased = false
    /// The numbers of the events with which it began, began to wait for its user, and was answered.
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

    /// Whether a finger of the user's or a right credential was presented to it.
    func wasPresented(_ factor: Factor) -> Bool {
        factor == .fingerprint ? enrollmentAtMatch != nil : answers.contains(factor)
    }

    /// Whether it was told that its user was there, or given what only that opens.
    var isGranted: Bool {
        switch outcomes.first {
        case .opened, .signed, .authenticated: true
        case .done, .refused, nil: false
        }
    }
}
