/// An answer of `Hold`, `Verify` or `Enroll`.
public enum FaceAnswer: Hashable, Sendable {
    /// The reader is open.
    case opened
    /// The scan has started; nil if any of several fingers may match.
    case started(Finger?)
    /// Another call has the reader for now: no finger is wanted.
    case queued
    case waitingForFinger
    case fingerPresent
    case fingerLifted
    case retry(ScanHint)
    case match(Finger)
    case noMatch
    /// One touch of an enrolment succeeded; more are wanted.
    case stagePassed
    /// The print is stored.
    case enrolled
    /// The reader has ended the judged scan: the finger is off, or waiting for that has ended.
    case settled

    /// Whether it is the last answer to its call.
    public var isLast: Bool {
        switch self {
        case .settled, .enrolled: true
        case .opened, .started, .queued, .waitingForFinger, .fingerPresent, .fingerLifted, .retry, .match, .noMatch,
            .stagePassed:
            false
        }
    }
}

/// An answer of `AwaitTouch`; the raw value is the interface's name.
public enum AwaitedTouch: String, CaseIterable, Sendable {
    /// The call has begun: a touch may be asked for.
    case started
    /// A finger matched. The match is kept for `Take`, for a short time.
    case matched
    /// The match was taken: the last answer.
    case taken
}

/// The result of importing a print; the raw value is the interface's name.
public enum ImportOutcome: String, CaseIterable, Sendable {
    /// The print is stored; in a dry run: it would be.
    case imported
    /// The user already has this print of that finger.
    case known
}

/// Why a face call failed.
public enum FaceFailure: Error, Hashable, Sendable {
    /// The raw value is the interface's name.
    public enum Cause: String, CaseIterable, Sendable {
        case cancelled, lockedOut, administrator, suspended, disconnected, covered, overheated, inUse, faulted
        case notStored, busy, passwordFirst
        case protocolBroken, unavailable, duplicate, full, notDeleted, notDeletedFromReader
        case unreadable, misplaced, noReader, severalReaders, fingerTaken, absent
    }

    case notEnrolled
    case failed(Cause)
    case notPermitted
}
