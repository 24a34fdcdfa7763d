public import GateModel

/// What the keystore knows of a user, in one consistent view.
public struct UserState: Sendable {
    /// Whether the fingerprint opens anything.
    public enum FingerprintSwitch: Hashable, Sendable {
        /// Never turned; the first print turns it on.
        case unset
        case on, off
    }

    public let enrollmentID: EnrollmentID
    /// The prints whose records are as they were written, in the order of enrolment.
    public let prints: [Print]
    /// Those of them that may open something: what nobody vouched for is only verified for the second interface.
    public let vouchedPrints: [Print]
    public let fingerprintSwitch: FingerprintSwitch
    /// The newest change of the prints was a reader's storage losing some.
    public let printsVanished: Bool
    public let lastMatched: PrintID?
    public let pinSet: Bool
    /// All items, invalidated ones too.
    public let items: Int
    /// The answers given so far; the key nil is the offer of no app in particular.
    public let onboarding: [AppName?: Settings.Onboarding]
    /// What was last given to `savePolicy`.
    public let policy: [UInt8]?

    public init(
        enrollmentID: EnrollmentID, prints: [Print], fingerprintSwitch: FingerprintSwitch, printsVanished: Bool,
        lastMatched: PrintID?, pinSet: Bool, items: Int, onboarding: [AppName?: Settings.Onboarding], policy: [UInt8]?
    ) {
        self.enrollmentID = enrollmentID
        self.prints = prints
        // Every status call asks for them.
        vouchedPrints = prints.filter(\.vouched)
        self.fingerprintSwitch = fingerprintSwitch
        self.printsVanished = printsVanished
        self.lastMatched = lastMatched
        self.pinSet = pinSet
        self.items = items
        self.onboarding = onboarding
        self.policy = policy
    }

    /// The user declined fingerprint unlocking before it was ever on; one app's "not now" is not that.
    public var isFingerprintDeclined: Bool {
        fingerprintSwitch == .unset && onboarding[nil] == .skipped
    }
}

/// What a change of the prints did.
public struct EnrollmentChange: Hashable, Sendable {
    public let enrollmentID: EnrollmentID
    /// Items that nothing opens any more, and that something opened before.
    public let invalidatedItems: Int

    public init(enrollmentID: EnrollmentID, invalidatedItems: Int) {
        self.enrollmentID = enrollmentID
        self.invalidatedItems = invalidatedItems
    }
}

/// A user's prints with their templates.
public struct Gallery: Sendable {
    public let prints: [(print: Print, template: Template)]
    /// Prints that were changed, removed or put there from outside: they match nothing.
    public let tampered: [PrintID]

    public init(prints: [(print: Print, template: Template)], tampered: [PrintID]) {
        self.prints = prints
        self.tampered = tampered
    }

    /// What a reader is to compare with.
    public func on(_ reader: ReaderID, where isWanted: (Print) -> Bool) -> [GalleryPrint] {
        prints.filter { $0.print.reader == reader && isWanted($0.print) }
            .map { GalleryPrint(id: $0.print.id, finger: $0.print.finger, template: $0.template) }
    }
}

/// A print to delete from a reader's own storage once the reader is there.
public struct ChipDeletion: Sendable {
    /// Identifies the deletion in the keystore.
    public struct ID: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }
    }

    public let id: ID
    public let template: Template

    public init(id: ID, template: Template) {
        self.id = id
        self.template = template
    }
}

/// A change whose cost can be known beforehand.
public enum KeystoreChange: Hashable, CaseIterable, Sendable {
    case enroll, deletePrint, deleteAllPrints, disableFingerprint
    /// A new PIN, the old one being given.
    case changePIN
    /// A new PIN, the password being given.
    case resetPIN
    case removePIN, revokeAll, reset
}

/// What a change would cost.
public struct ChangePreview: Hashable, Sendable {
    /// The items that nothing would open any more.
    public let invalidated: [ItemName]
    /// The items that would lose their fingerprint slot and keep another.
    public let losingFingerprint: [ItemName]

    public init(invalidated: [ItemName], losingFingerprint: [ItemName]) {
        self.invalidated = invalidated
        self.losingFingerprint = losingFingerprint
    }
}
