// Answers of the reader's process and their encoding: see org.biometricgate.Reader.varlink.
package import GateModel
package import GateWire

/// The reader's side of an operation.
package enum ReaderReport: Sendable {
    /// The result of a scan; a match is the print's place in the gallery.
    package enum Judgement: Hashable, Sendable {
        case matched(index: Int)
        case noMatch
        case foreign
    }

    case readers([Reader])
    // Events; the operation goes on.
    case waitingForFinger
    case fingerPresent
    case fingerLifted
    case retry(ScanHint)
    case stagePassed(Int, of: Int)
    // Results; the operation ends.
    case judged(Judgement)
    case done([Template])
    case compared(isSame: Bool)
    case described(PrintDescription)
    case failed(SensorError)

    /// The longest identifier, name or driver of a reader, in bytes.
    static let textBytes = 255
    /// The largest number of readers, and of touches in an enrolment.
    fileprivate static let readers = 64
    private static let stages: ClosedRange<Int64> = 0...1000

    package func message(in operation: UInt32) -> OperationMessage {
        func message(
            _ name: String, _ parameters: WireObject = [:], _ templates: [Template] = []
        ) -> OperationMessage {
            OperationMessage(operation: operation, name: name, parameters: parameters, templates: templates)
        }
        switch self {
        case .readers(let readers):
            let told = readers.filter(Self.isTellable).prefix(Self.readers)
            return message("Readers", ["readers": .array(told.map { .object($0.wire) })])
        case .waitingForFinger: return message("WaitingForFinger")
        case .fingerPresent: return message("FingerPresent")
        case .fingerLifted: return message("FingerLifted")
        case .retry(let hint): return message("Retry", ["hint": .string(hint.rawValue)])
        case .stagePassed(let stage, let stages):
            return message("StagePassed", ["stage": .integer(Int64(stage)), "stages": .integer(Int64(stages))])
        case .judged(.matched(let index)):
            return message("Judged", ["outcome": "matched", "index": .integer(Int64(index))])
        case .judged(.noMatch): return message("Judged", ["outcome": "noMatch"])
        case .judged(.foreign): return message("Judged", ["outcome": "foreign"])
        case .done(let templates): return message("Done", [:], templates)
        case .compared(let isSame): return message("Done", ["isSame": .bool(isSame)])
        case .described(let print): return message("Print", print.wire, [print.template])
        case .failed(let error): return message("Failed", error.wire)
        }
    }

    /// Throws if the message, which may be any, is unknown to this version or exceeds a limit.
    package init(_ message: OperationMessage) throws(OperationFault) {
        switch message.name {
        case "Readers": self = .readers(try Self.readers(message))
        case "WaitingForFinger": self = .waitingForFinger
        case "FingerPresent": self = .fingerPresent
        case "FingerLifted": self = .fingerLifted
        case "Retry": self = .retry(try message.known("hint"))
        case "StagePassed":
            self = .stagePassed(
                try message.number("stage", in: Self.stages), of: try message.number("stages", in: Self.stages))
        case "Judged":
            switch try message.text("outcome", 64) {
            case "matched":
                self = .judged(
                    .matched(index: try message.number("index", in: 0...Int64(OperationMessage.templates - 1))))
            case "noMatch": self = .judged(.noMatch)
            case "foreign": self = .judged(.foreign)
            default: throw OperationFault()
            }
        case "Done":
            if let isSame = message.parameters["isSame"]?.boolValue {
                self = .compared(isSame: isSame)
            } else {
                self = .done(message.templates)
            }
        case "Print": self = .described(try PrintDescription(message))
        case "Failed": self = .failed(try SensorError(message))
        default: throw OperationFault()
        }
    }

    /// Whether a call can name the reader; others are left out. Identifier and driver must be ASCII, as
    /// `ReaderIdentity` makes them: comparing other texts can take long.
    private static func isTellable(_ reader: Reader) -> Bool {
        [reader.id.rawValue, reader.name, reader.driver].allSatisfy { $0.utf8.count <= textBytes }
            && [reader.id.rawValue, reader.driver].allSatisfy { $0.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } }
            && stages.contains(Int64(reader.enrollStages))
    }

    /// Whether the object has a reader's size: each member is looked up several times.
    private static func isPlausible(_ wire: WireObject) -> Bool {
        wire.members.count <= 16 && wire["capabilities"]?.arrayValue?.count ?? 0 <= Reader.Capability.allCases.count
    }

    private static func readers(_ message: OperationMessage) throws(OperationFault) -> [Reader] {
        guard let wires = message.parameters["readers"]?.arrayValue, wires.count <= readers else {
            throw OperationFault()
        }
        var found: [Reader] = []
        for wire in wires {
            guard let object = wire.objectValue, isPlausible(object), let reader = Reader(wire: object),
                isTellable(reader),
                !found.contains(where: { $0.id == reader.id })
            else { throw OperationFault() }
            found.append(reader)
        }
        return found
    }
}

extension PrintDescription {
    fileprivate var wire: WireObject {
        let told = readers.prefix(ReaderReport.readers).map { WireValue.string($0.rawValue) }
        // A longer name is left out: no user has one.
        let user = user.flatMap { $0.utf8.count <= ReaderReport.textBytes ? $0 : nil }
        return WireObject(present: [
            "driver": .string(driver), "deviceId": .string(deviceID), "isOnChip": .bool(isOnChip),
            "readers": .array(Array(told)), "finger": .name(finger), "user": .text(user),
        ])
    }

    fileprivate init(_ message: OperationMessage) throws(OperationFault) {
        guard message.templates.count == 1, let template = message.templates.first,
            let isOnChip = message.parameters["isOnChip"]?.boolValue,
            let names = message.parameters["readers"]?.arrayValue, names.count <= ReaderReport.readers
        else { throw OperationFault() }
        var readers: [ReaderID] = []
        for name in names {
            guard let name = name.stringValue, name.utf8.count <= ReaderReport.textBytes else { throw OperationFault() }
            readers.append(ReaderID(rawValue: name))
        }
        let hasUser = message.parameters["user"] != nil
        self.init(
            template: template, driver: try message.fileName("driver"), deviceID: try message.fileName("deviceId"),
            finger: try message.knownIfPresent("finger", as: Finger.self),
            user: hasUser ? try message.text("user", ReaderReport.textBytes) : nil, isOnChip: isOnChip,
            readers: readers)
    }
}

extension OperationMessage {
    /// An ASCII text that can name a directory.
    fileprivate func fileName(_ key: String) throws(OperationFault) -> String {
        let text = try text(key, ReaderReport.textBytes)
        guard !text.isEmpty, text != ".", text != "..",
            text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "/") })
        else { throw OperationFault() }
        return text
    }
}

extension SensorError {
    /// In milliseconds; cooling takes minutes.
    private static let longestWait: Int64 = 86_400_000

    /// Those that a name says all about. `driverLost` is not among them: the process cannot report its own end.
    private static let plain: [SensorError] = [
        .readerNotFound, .cancelled, .busy, .inUse, .suspended, .disconnected, .faulted, .protocolBroken,
        .notSupported, .printNotStored, .storageFull, .duplicate, .invalidTemplate,
    ]

    private var name: String {
        switch self {
        case .readerNotFound: "readerNotFound"
        case .cancelled: "cancelled"
        case .busy: "busy"
        case .inUse: "inUse"
        case .suspended: "suspended"
        case .overheated: "overheated"
        case .disconnected: "disconnected"
        case .faulted, .driverLost: "faulted"
        case .protocolBroken: "protocolBroken"
        case .notSupported: "notSupported"
        case .printNotStored: "printNotStored"
        case .storageFull: "storageFull"
        case .duplicate: "duplicate"
        case .invalidTemplate: "invalidTemplate"
        case .unknown: "unknown"
        }
    }

    fileprivate var wire: WireObject {
        var wire: WireObject = ["error": .string(name)]
        if case .overheated(let retryAfter) = self {
            wire.append("retryAfterMilliseconds", .integer(retryAfter.millisecondsRoundedUp))
        }
        if case .unknown(let domain, let code) = self {
            wire.append("domain", domain)
            wire.append("code", code)
        }
        return wire
    }

    fileprivate init(_ message: OperationMessage) throws(OperationFault) {
        switch try message.text("error", 64) {
        case "overheated":
            let wait = try message.number("retryAfterMilliseconds", in: 0...Self.longestWait)
            self = .overheated(retryAfter: .milliseconds(wait))
        case "unknown":
            self = .unknown(
                domain: try message.text("domain", ReaderReport.textBytes),
                code: try message.number("code", in: .min ... .max))
        case let name:
            guard let error = Self.plain.first(where: { $0.name == name }) else { throw OperationFault() }
            self = error
        }
    }
}
