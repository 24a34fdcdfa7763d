import GateGuidance
import GateModel
import GateWire

/// The names of `net.reactivated.Fprint`.
enum Fprint {
    static let name = "net.reactivated.Fprint"
    static let root = "/net/reactivated/Fprint"
    static let managerPath = root + "/Manager"
    static let manager = name + ".Manager"
    static let device = name + ".Device"
    static let objectManager = "org.freedesktop.DBus.ObjectManager"

    static func devicePath(_ number: Int) -> String { "\(root)/Device/\(number)" }

    /// What a method is refused with; the raw value is the error's name behind `net.reactivated.Fprint.Error.`
    enum Refusal: String, Error, Hashable, Sendable {
        case claimDevice = "ClaimDevice"
        case alreadyInUse = "AlreadyInUse"
        case internalError = "Internal"
        case permissionDenied = "PermissionDenied"
        case noEnrolledPrints = "NoEnrolledPrints"
        case noActionInProgress = "NoActionInProgress"
        case invalidFingername = "InvalidFingername"
        case noSuchDevice = "NoSuchDevice"
        case printsNotDeleted = "PrintsNotDeleted"
        case printsNotDeletedFromDevice = "PrintsNotDeletedFromDevice"
        /// For now; fprintd has no such error, and the bus's name says it to every client.
        case busy = "LimitsExceeded"

        var errorName: String {
            self == .busy ? "org.freedesktop.DBus.Error." + rawValue : Fprint.name + ".Error." + rawValue
        }

        /// What is said with it, where nothing more is known.
        var text: String {
            switch self {
            case .claimDevice: "Device was not claimed before use"
            case .alreadyInUse: "Device was already claimed, or is in use"
            case .internalError: "Internal error"
            case .permissionDenied: "Not Authorized"
            case .noEnrolledPrints: "No fingerprints enrolled"
            case .noActionInProgress: "No action in progress"
            case .invalidFingername: "Invalid finger name"
            case .noSuchDevice: "No devices available"
            case .printsNotDeleted: "Failed to delete fingerprints"
            case .printsNotDeletedFromDevice: "Failed to delete fingerprints from the reader"
            case .busy: "Too much is asked of polkit at the moment; try again later"
            }
        }
    }

    /// What polkit is asked about; the raw value is the action behind `net.reactivated.fprint.device.`
    enum Action: String, Sendable {
        case verify, enroll
        case setUsername = "setusername"

        var name: String { "net.reactivated.fprint.device." + rawValue }
    }

    /// What `VerifyStatus` says; the raw value is its first argument.
    enum Status: String, Hashable, Sendable {
        case match = "verify-match"
        case noMatch = "verify-no-match"
        case retryScan = "verify-retry-scan"
        case swipeTooShort = "verify-swipe-too-short"
        case notCentered = "verify-finger-not-centered"
        case removeAndRetry = "verify-remove-and-retry"
        case tooFast = "verify-too-fast"
        case disconnected = "verify-disconnected"
        case unknownError = "verify-unknown-error"
    }

    /// What `EnrollStatus` says; the raw value is its first argument.
    enum EnrollStatus: String, Hashable, Sendable {
        case completed = "enroll-completed"
        case failed = "enroll-failed"
        case stagePassed = "enroll-stage-passed"
        case retryScan = "enroll-retry-scan"
        case swipeTooShort = "enroll-swipe-too-short"
        case notCentered = "enroll-finger-not-centered"
        case removeAndRetry = "enroll-remove-and-retry"
        case tooFast = "enroll-too-fast"
        case dataFull = "enroll-data-full"
        case duplicate = "enroll-duplicate"
        case disconnected = "enroll-disconnected"
        case unknownError = "enroll-unknown-error"
    }
}

extension Finger {
    /// By the name that fprintd has for it; nil for `any`, and for what is none.
    init?(fprint name: String) {
        guard let finger = Self.allCases.first(where: { $0.fprintName == name }) else { return nil }
        self = finger
    }

    /// What fprintd calls it.
    var fprintName: String {
        switch self {
        case .leftThumb: "left-thumb"
        case .leftIndex: "left-index-finger"
        case .leftMiddle: "left-middle-finger"
        case .leftRing: "left-ring-finger"
        case .leftLittle: "left-little-finger"
        case .rightThumb: "right-thumb"
        case .rightIndex: "right-index-finger"
        case .rightMiddle: "right-middle-finger"
        case .rightRing: "right-ring-finger"
        case .rightLittle: "right-little-finger"
        }
    }
}

extension FaceReader {
    /// A device names itself, and programs show its name on terminals and in windows.
    var nameOnBus: String { name.escapingControls }
}
