// Requests of the daemon to the reader's process and their encoding: see org.biometricgate.Reader.varlink.
package import GateModel
package import GateWire

/// The daemon's side of an operation.
package enum ReaderRequest: Sendable {
    case identify([Template], ReaderID)
    case verify(Template, ReaderID)
    case enroll(Finger, ReaderID)
    /// Returns what the running enrolment will leave in the reader's storage.
    case unfinished(ReaderID)
    /// Returns what enrolments cut off may have left in the reader's storage, each once.
    case leftovers(ReaderID)
    /// Keeps the reader open between operations.
    case hold(ReaderID)
    case letGo(ReaderID)
    /// Ends when a judged scan has ended; cancels that after `within`, if given.
    case settle(ReaderID, within: Duration?)
    case list(ReaderID)
    /// Returns the stored print that the last scan found outside its gallery.
    case foreign(ReaderID)
    case delete(Template, ReaderID)
    case clear(ReaderID)
    case compare(Template, Template)
    case describe(Template, as: Finger?, of: UserName?)
    case suspend(within: Duration)
    case resume
    /// Asks whether the process could be ended without loss.
    case rest
    case ping
    case stop
    /// Concerns a running operation.
    case arm
    /// Concerns a running operation.
    case cancel

    package func message(in operation: UInt32) -> OperationMessage {
        switch self {
        case .identify(let gallery, let reader): .init(operation, "Identify", reader, gallery)
        case .verify(let template, let reader): .init(operation, "Verify", reader, [template])
        case .enroll(let finger, let reader):
            .init(operation, "Enroll", parameters: ["reader": .name(reader), "finger": .name(finger)])
        case .unfinished(let reader): .init(operation, "Unfinished", reader)
        case .leftovers(let reader): .init(operation, "Leftovers", reader)
        case .hold(let reader): .init(operation, "Hold", reader)
        case .letGo(let reader): .init(operation, "LetGo", reader)
        case .settle(let reader, let patience):
            .init(
                operation, "Settle", parameters: ["reader": .name(reader), "milliseconds": Self.milliseconds(patience)])
        case .list(let reader): .init(operation, "List", reader)
        case .foreign(let reader): .init(operation, "Foreign", reader)
        case .delete(let template, let reader): .init(operation, "Delete", reader, [template])
        case .clear(let reader): .init(operation, "Clear", reader)
        case .compare(let one, let other):
            .init(operation, "Compare", templates: [one, other])
        case .describe(let template, let finger, let user):
            .init(
                operation, "Describe", parameters: ["finger": .name(finger), "user": .name(user)],
                templates: [template])
        case .suspend(let patience):
            .init(operation, "Suspend", parameters: ["milliseconds": Self.milliseconds(patience)])
        case .resume: .init(operation, "Resume")
        case .rest: .init(operation, "Rest")
        case .ping: .init(operation, "Ping")
        case .stop: .init(operation, "Stop")
        case .arm: .init(operation, "Arm")
        case .cancel: .init(operation, "Cancel")
        }
    }

    private static func milliseconds(_ patience: Duration?) -> WireValue? {
        patience.map { .integer(max(0, $0.millisecondsRoundedUp)) }
    }

    /// Throws if the message is not a request known to this version.
    package init(_ message: OperationMessage) throws(OperationFault) {
        let templates = message.templates
        func one() throws(OperationFault) -> Template {
            guard let template = templates.first, templates.count == 1 else { throw OperationFault() }
            return template
        }
        switch message.name {
        case "Identify": self = .identify(templates, try message.reader)
        case "Verify": self = .verify(try one(), try message.reader)
        case "Enroll": self = .enroll(try message.known("finger"), try message.reader)
        case "Unfinished": self = .unfinished(try message.reader)
        case "Leftovers": self = .leftovers(try message.reader)
        case "Hold": self = .hold(try message.reader)
        case "LetGo": self = .letGo(try message.reader)
        case "Settle":
            let isBounded = message.parameters["milliseconds"] != nil
            self = .settle(
                try message.reader,
                within: isBounded ? .milliseconds(try message.number("milliseconds", in: 0...60_000)) : nil)
        case "List": self = .list(try message.reader)
        case "Foreign": self = .foreign(try message.reader)
        case "Delete": self = .delete(try one(), try message.reader)
        case "Clear": self = .clear(try message.reader)
        case "Compare":
            guard templates.count == 2 else { throw OperationFault() }
            self = .compare(templates[0], templates[1])
        case "Describe":
            let (finger, user) = (try message.knownIfPresent("finger", as: Finger.self), try message.userIfPresent)
            self = .describe(try one(), as: finger, of: user)
        case "Suspend": self = .suspend(within: .milliseconds(try message.number("milliseconds", in: 0...60_000)))
        case "Resume": self = .resume
        case "Rest": self = .rest
        case "Ping": self = .ping
        case "Stop": self = .stop
        case "Arm": self = .arm
        case "Cancel": self = .cancel
        default: throw OperationFault()
        }
    }
}

extension OperationMessage {
    fileprivate init(_ operation: UInt32, _ name: String, _ reader: ReaderID, _ templates: [Template] = []) {
        self.init(operation, name, parameters: ["reader": .name(reader)], templates: templates)
    }

    fileprivate init(
        _ operation: UInt32, _ name: String, parameters: KeyValuePairs<String, WireValue?> = [:],
        templates: [Template] = []
    ) {
        self.init(
            operation: operation, name: name, parameters: WireObject(present: parameters), templates: templates)
    }

    fileprivate var reader: ReaderID {
        get throws(OperationFault) { ReaderID(rawValue: try text("reader", ReaderReport.textBytes)) }
    }

    func text(_ key: String, _ limit: Int) throws(OperationFault) -> String {
        guard let text = parameters[key]?.stringValue, text.utf8.count <= limit else { throw OperationFault() }
        return text
    }

    /// Nil if the parameter is missing.
    func knownIfPresent<Choice: RawRepresentable<String>>(
        _ key: String, as: Choice.Type
    ) throws(OperationFault) -> Choice? {
        parameters[key] == nil ? nil : try known(key)
    }

    /// The new user of the print; nil keeps the present one.
    fileprivate var userIfPresent: UserName? {
        get throws(OperationFault) {
            guard parameters["user"] != nil else { return nil }
            return UserName(rawValue: try text("user", ReaderReport.textBytes))
        }
    }

    func known<Choice: RawRepresentable<String>>(_ key: String) throws(OperationFault) -> Choice {
        guard let choice = Choice(rawValue: try text(key, 64)) else { throw OperationFault() }
        return choice
    }

    func number(_ key: String, in range: ClosedRange<Int64>) throws(OperationFault) -> Int {
        guard let number = parameters[key]?.integerValue, range.contains(number) else { throw OperationFault() }
        return Int(number)
    }
}
