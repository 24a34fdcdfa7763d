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

    /// An action for polkit; the raw value follows `net.reactivated.fprint.device.`
    enum Action: String, Hashable, Sendable {
        case verify, enroll
        case setUsername = "setusername"

        var name: String { "net.reactivated.fprint.device." + rawValue }
    }

    /// The first argument of `VerifyStatus`.
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

    /// The first argument of `EnrollStatus`.
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
    /// The finger with fprintd's name; nil for `any` and unknown names.
    init?(fprint name: String) {
        guard let finger = Self.allCases.first(where: { $0.fprintName == name }) else { return nil }
        self = finger
    }

    /// fprintd's name of the finger: `right-index-finger`, `left-thumb`.
    var fprintName: String { hyphenated + (hyphenated.hasSuffix("thumb") ? "" : "-finger") }
}

extension FaceReader {
    /// The reader chooses its own name, which programs show on terminals and in windows.
    var nameOnBus: String { name.escapingControls }
}
