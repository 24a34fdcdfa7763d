public import GateModel

/// A reader in the form of `org.biometricgate.Face`.
public struct FaceReader: Hashable, Sendable {
    public let id: ReaderID
    public let name: String
    public let scanType: Reader.ScanType
    /// Touches of one enrolment, not counting a duplicate check.
    public let enrollStages: Int
    /// Whether it finds a finger among several.
    public let identifies: Bool

    public init(id: ReaderID, name: String, scanType: Reader.ScanType, enrollStages: Int, identifies: Bool) {
        self.id = id
        self.name = name
        self.scanType = scanType
        self.enrollStages = enrollStages
        self.identifies = identifies
    }

    /// The interface's view of a reader.
    public init(_ reader: Reader) {
        self.init(
            id: reader.id, name: reader.name, scanType: reader.scanType, enrollStages: reader.enrollStages,
            identifies: reader.capabilities.contains(.identify))
    }

    /// The interface's `Reader`.
    public var wire: WireObject {
        [
            "id": .string(id.rawValue), "name": .string(name), "scanType": .name(scanType),
            "enrollStages": .count(enrollStages), "identifies": .bool(identifies),
        ]
    }

    /// Nil if a member is missing or unknown to this version.
    public init?(wire: WireObject) {
        guard let id = wire.text("id"), let name = wire.text("name"),
            let scanType = wire.known("scanType", as: Reader.ScanType.self),
            let enrollStages = wire.number("enrollStages"), let identifies = wire.bool("identifies")
        else { return nil }
        self.init(
            id: ReaderID(rawValue: id), name: name, scanType: scanType, enrollStages: enrollStages,
            identifies: identifies)
    }
}

extension FaceAnswer {
    /// The answer's parameters.
    public var wire: WireObject {
        switch self {
        case .opened: ["event": "opened"]
        case .queued: ["event": "queued"]
        case .started(let finger): WireObject(present: ["event": "started", "finger": .name(finger)])
        case .waitingForFinger: ["event": "waitingForFinger"]
        case .fingerPresent: ["event": "fingerPresent"]
        case .fingerLifted: ["event": "fingerLifted"]
        case .retry(let hint): ["event": "retry", "hint": .name(hint)]
        case .match(let finger): ["finger": .name(finger), "matched": true]
        case .noMatch: ["matched": false]
        case .stagePassed: ["event": "stagePassed"]
        case .enrolled: ["enrolled": true]
        case .settled: ["event": "settled"]
        }
    }

    /// Nil if the answer is unknown to this version.
    public init?(wire: WireObject) {
        if let matched = wire.bool("matched") {
            guard matched else {
                self = .noMatch
                return
            }
            guard let finger = wire.known("finger", as: Finger.self) else { return nil }
            self = .match(finger)
            return
        }
        if wire.bool("enrolled") == true {
            self = .enrolled
            return
        }
        switch wire.text("event") {
        case "opened": self = .opened
        case "queued": self = .queued
        case "fingerLifted": self = .fingerLifted
        case "settled": self = .settled
        case "started": self = .started(wire.known("finger"))
        case "waitingForFinger": self = .waitingForFinger
        case "fingerPresent": self = .fingerPresent
        case "stagePassed": self = .stagePassed
        // An unknown hint of a newer daemon is still a retry.
        case "retry": self = .retry(wire.known("hint") ?? .poorScan)
        default: return nil
        }
    }
}

extension AwaitedTouch {
    /// The answer's parameters.
    public var wire: WireObject { ["event": .string(rawValue)] }
}

extension FaceFailure {
    /// The error's full name.
    public var wireName: String {
        switch self {
        case .notEnrolled: VarlinkInterface.faceName + ".NotEnrolled"
        case .failed: VarlinkInterface.faceName + ".Failed"
        case .notPermitted: VarlinkInterface.faceName + ".NotPermitted"
        }
    }

    /// The error's parameters.
    public var wireParameters: WireObject {
        switch self {
        case .notEnrolled, .notPermitted: [:]
        case .failed(let cause): ["cause": .name(cause)]
        }
    }

    /// An unknown cause, and any other error, becomes `faulted`.
    public init(wireName: String, parameters: WireObject) {
        self =
            [.notEnrolled, .notPermitted].first { $0.wireName == wireName }
            ?? .failed(parameters.known("cause") ?? .faulted)
    }
}
