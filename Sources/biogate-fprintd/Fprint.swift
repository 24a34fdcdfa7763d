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

    /// What polkit is asked about; the raw value is the action behind `net.reactivated.fprint.device.`
    enum Action: String, Hashable, Sendable {
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

    /// libfprint's number of it, from 1.
    var fprintNumber: Int {
        switch self {
        case .leftThumb: 1
        case .leftIndex: 2
        case .leftMiddle: 3
        case .leftRing: 4
        case .leftLittle: 5
        case .rightThumb: 6
        case .rightIndex: 7
        case .rightMiddle: 8
        case .rightRing: 9
        case .rightLittle: 10
        }
    }
}

extension FaceReader {
    /// A device names itself, and programs show its name on terminals and in windows.
    var nameOnBus: String { name.escapingControls }
}
