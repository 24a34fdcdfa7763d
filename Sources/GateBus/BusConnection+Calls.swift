import CSDBus

/// Calls of other programs' methods, their signals, and their names.
extension BusConnection {
    /// The longest wait for an answer.
    private static let answerMicroseconds: UInt64 = 5_000_000
    /// The longest wait for an answer by a person. A bus with a full queue loses answers; callers give up long before.
    static let questionMicroseconds: UInt64 = 300_000_000
    /// The errors by which sd-bus and the bus report a missing answer.
    private static let silence = ["NoReply", "Disconnected", "Timeout", "TimedOut"].map { BusName.errors + $0 }

    /// Reports a name's present owner or its absence, and each change.
    package func onOwner(of name: String, appeared: @escaping () -> Void, vanished: @escaping () -> Void) {
        followOwner(of: name) { owner in if owner == nil { vanished() } else { appeared() } }
    }

    /// Reports a signal of a name's owner, with the object's path; `argument` and `object` filter it.
    package func onSignal(
        _ member: String, of interface: String, from sender: String, argument: String? = nil, object: String? = nil,
        _ body: @escaping (_ path: String, _ values: BusValue) -> Void
    ) {
        // Any program may send any signal to this connection alone, so the bus's rule is not enough.
        if sender != BusName.bus { followOwner(of: sender) }
        let signal = SignalFilter(
            member: member, interface: interface, sender: sender, argument: argument, path: object)
        subscriptions.append((signal, body))
        addRule(signal.rule)
    }

    /// Asks the bus to send the signals of a rule (`AddMatch`).
    func addRule(_ rule: String, _ completion: @escaping (Outcome) -> Void = { _ in }) {
        call("AddMatch", of: BusName.bus, on: BusName.busPath, at: BusName.bus, [.text(rule)], completion)
    }

    /// Learns who owns a name now, and from then on; `changed` gets each owner's unique name, or nil.
    func followOwner(of name: String, _ changed: @escaping (String?) -> Void = { _ in }) {
        ownerReports[name, default: []].append(changed)
        if let known = owners[name] { return changed(known) }
        guard ownerReports[name]?.count == 1 else { return }
        let change = SignalFilter(
            member: "NameOwnerChanged", interface: BusName.bus, sender: BusName.bus, argument: name,
            path: BusName.busPath)
        subscriptions.append(
            (
                change,
                { [unowned self] _, values in
                    owned(name, by: values[2]?.text.flatMap { $0.isEmpty ? nil : $0 })
                }
            ))
        addRule(change.rule)
        call("GetNameOwner", of: BusName.bus, on: BusName.busPath, at: BusName.bus, [.text(name)]) {
            [unowned self] outcome in
            if case .reply(let values) = outcome { owned(name, by: values[0]?.text) } else { owned(name, by: nil) }
        }
    }

    /// Calls a method. `mayStart` starts a missing service; `mayAskUser` allows people five minutes to answer.
    package func call(
        _ method: String, of interface: String, on path: String, at name: String, _ arguments: [BusArgument],
        mayStart: Bool = false, mayAskUser: Bool = false, _ completion: @escaping (Outcome) -> Void
    ) {
        let limit = mayAskUser ? Self.questionMicroseconds : Self.answerMicroseconds
        let isSent = unsafe request(method, of: interface, on: path, at: name, arguments, mayStart: mayStart) {
            message in
            unsafe call(message, within: limit) { answer in
                guard let answer = unsafe answer else { return completion(.none) }
                guard let error = unsafe sd_bus_message_get_error(answer)?.pointee.name else {
                    return completion(.reply(unsafe BusReader.values(of: answer)))
                }
                let name = unsafe String(cString: error)
                completion(Self.silence.contains(name) ? .none : .refused(error: name))
            }
        }
        if !isSent { completion(.none) }
    }

    /// Calls a method without a reply.
    package func send(
        _ method: String, of interface: String, on path: String, at name: String, _ arguments: [BusArgument]
    ) {
        _ = unsafe request(method, of: interface, on: path, at: name, arguments, mayStart: false) { message in
            unsafe _ = sd_bus_message_set_expect_reply(message, 0)
            return unsafe send(message)
        }
    }

    private func request(
        _ method: String, of interface: String, on path: String, at name: String, _ arguments: [BusArgument],
        mayStart: Bool, _ send: (OpaquePointer) -> Bool
    ) -> Bool {
        unsafe message(
            { unsafe sd_bus_message_new_method_call(bus, &$0, name, path, interface, method) }, arguments
        ) { message in
            unsafe _ = sd_bus_message_set_auto_start(message, mayStart ? 1 : 0)
            return unsafe send(message)
        }
    }

    /// Makes a message, and lets `send` send it; false if it could not be made or sent.
    func message(
        _ make: (inout OpaquePointer?) -> Int32, _ arguments: [BusArgument], _ send: (OpaquePointer) -> Bool
    ) -> Bool {
        var made: OpaquePointer?
        guard !isEnded, unsafe make(&made) >= 0, let message = unsafe made else { return false }
        defer { unsafe _ = sd_bus_message_unref(message) }
        guard arguments.allSatisfy({ unsafe $0.append(to: message) }) else { return false }
        return unsafe send(message)
    }

    /// Sends a message, at once if the socket has room; false if the connection is gone, or the message is not valid.
    @discardableResult
    func send(_ message: OpaquePointer) -> Bool { unsafe sd_bus_send(bus, message, nil) >= 0 }

    /// Sends a call, whose answer comes to `completion` once; nil for none.
    func call(
        _ message: OpaquePointer, within microseconds: UInt64, _ completion: @escaping (OpaquePointer?) -> Void
    ) -> Bool {
        let call = unsafe BusCall(self, completion)
        let code = unsafe sd_bus_call_async(
            bus, nil, message, BusCall.answered, Unmanaged.passUnretained(call).toOpaque(), microseconds)
        guard code >= 0 else { return false }
        pending[ObjectIdentifier(call)] = call
        return true
    }

    private func owned(_ name: String, by owner: String?) {
        owners[name] = .some(owner)
        for report in ownerReports[name] ?? [] { report(owner) }
    }
}

/// A signal to be reported.
struct SignalFilter {
    let member: String
    let interface: String
    /// A name, whose owner has to send it.
    let sender: String
    /// The first argument; nil for any.
    var argument: String?
    /// nil for any.
    var path: String?

    /// The rule for the bus.
    var rule: String {
        var rule = "type='signal',sender='\(sender)',interface='\(interface)',member='\(member)'"
        if let path { rule += ",path='\(path)'" }
        if let argument { rule += ",arg0='\(argument)'" }
        return rule
    }
}

/// Names of the bus itself.
enum BusName {
    static let bus = "org.freedesktop.DBus"
    static let busPath = "/org/freedesktop/DBus"
    static let errors = "org.freedesktop.DBus.Error."
    /// sd-bus's own reports about the connection.
    static let local = "org.freedesktop.DBus.Local"

    /// A path as a bus address has it.
    static func escaped(_ path: String) -> String {
        let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_/.".utf8)
        return path.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return plain.contains(byte) ? String(Unicode.Scalar(byte)) : "%" + (byte < 16 ? "0" : "") + digits
        }.joined()
    }
}

/// One call that waits for its answer, kept by the connection.
@safe
final class BusCall {
    private unowned let connection: BusConnection
    private var completion: ((OpaquePointer?) -> Void)?

    fileprivate init(_ connection: BusConnection, _ completion: @escaping (OpaquePointer?) -> Void) {
        self.connection = connection
        unsafe self.completion = completion
    }

    /// Only for the first answer.
    func end(_ answer: OpaquePointer?) { unsafe completion.take()?(answer) }

    fileprivate static let answered: sd_bus_message_handler_t = { message, call, _ in
        guard let call = unsafe call else { return 1 }
        let waiting = unsafe Unmanaged<BusCall>.fromOpaque(call).takeUnretainedValue()
        waiting.connection.pending[ObjectIdentifier(waiting)] = nil
        unsafe waiting.end(message)
        return 1
    }
}
