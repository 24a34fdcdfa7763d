import Testing

/// A client that knows only the contract: it sends what it is given, and checks every answer.
final class GateConnection {
    /// One message from the daemon.
    struct Reply: Hashable {
        let parameters: JSON
        /// The error's name without the gate interface; nil for a result.
        let error: String?
        let continues: Bool
    }

    static let interface = "org.biometricgate.Gate"

    private let descriptor: Descriptor
    /// The process behind a connection as another user; it ends with this.
    private let relay: ChildProcess?
    private var received: [UInt8] = []
    /// Calls that are not completely answered, in order.
    private var unanswered: [(method: String, more: Bool)] = []

    init(to path: String) throws {
        descriptor = try .connected(to: path)
        relay = nil
    }

    /// Connects as another user, which takes root.
    ///
    /// - Parameter group: the directory of the control group to join.
    /// - Parameter departed: the daemon's process, if the process that connects is to end before the daemon accepts it,
    ///   and to leave the connection to another.
    init(to path: String, user: Int, group: String? = nil, departed: Int? = nil, errors: String) throws {
        let (near, far) = try Descriptor.socketPair()
        descriptor = near
        relay = try ChildProcess(
            [Python.interpreter, Python.script("as_user.py"), "\(user)", path]
                + (group.map { ["--group", $0] } ?? []) + (departed.map { ["--departed", "\($0)"] } ?? []),
            environment: Python.environment, errors: errors, standard: far)
    }

    /// The process that the daemon sees as the connection's owner.
    var relayProcess: Int? { relay.map { Int($0.id) } }

    // MARK: Sending

    func send(_ method: String, _ parameters: JSON = [:], more: Bool = false, oneway: Bool = false) throws {
        let method = method.contains(".") ? method : "\(Self.interface).\(method)"
        var message: JSON = ["method": .string(method), "parameters": parameters]
        if more { message = message.with(["more": true]) }
        if oneway { message = message.with(["oneway": true]) }
        if !oneway { unanswered.append((method, more)) }
        try descriptor.write(Array(message.description.utf8) + [0])
    }

    /// Sends any bytes; for a call that is answered, `calling` is its method.
    @discardableResult
    func send(raw bytes: some Collection<UInt8>, calling method: String? = nil) throws -> Bool {
        if let method { unanswered.append(("\(Self.interface).\(method)", false)) }
        return try descriptor.write(bytes)
    }

    func send(raw text: String, calling method: String? = nil) throws {
        try send(raw: Array(text.utf8), calling: method)
    }

    // MARK: Receiving

    /// The next message; nil if the daemon closed the connection.
    func receiveIfOpen(
        within time: Duration = Descriptor.patience, at location: SourceLocation = #_sourceLocation
    ) throws -> Reply? {
        while true {
            if let end = received.firstIndex(of: 0) {
                let frame = received[..<end]
                received = Array(received[(end + 1)...])
                return try checked(frame, location)
            }
            guard try Descriptor.firstReady(of: [descriptor], within: time) != nil else {
                throw HarnessFailure("no reply came (waited for at \(location))")
            }
            let bytes = try descriptor.read()
            guard !bytes.isEmpty else { return nil }
            received += bytes
        }
    }

    /// The first of the connections with a message or an end; nil if none has one in time.
    static func firstReady(of connections: [GateConnection], within time: Duration) throws -> Int? {
        if let first = connections.firstIndex(where: { $0.received.contains(0) }) { return first }
        return try Descriptor.firstReady(of: connections.map(\.descriptor), within: time)
    }

    @discardableResult
    func receive(at location: SourceLocation = #_sourceLocation) throws -> Reply {
        guard let reply = try receiveIfOpen(at: location) else {
            throw HarnessFailure("the daemon closed the connection (at \(location))")
        }
        return reply
    }

    /// Reads on until the daemon has closed the connection.
    func awaitClosing(at location: SourceLocation = #_sourceLocation) throws {
        while try receiveIfOpen(at: location) != nil {}
    }

    /// Whether the daemon closes the connection, although nothing that it sent was read.
    func isHungUp() throws -> Bool { try descriptor.isHungUp() }

    private func checked(_ frame: some Collection<UInt8>, _ location: SourceLocation) throws -> Reply {
        guard let body = JSON(frame) else {
            throw HarnessFailure("no JSON: \(String(decoding: frame, as: UTF8.self)) (at \(location))")
        }
        guard let call = unanswered.first else {
            throw HarnessFailure("nobody asked for \(body) (at \(location))")
        }
        let contract = try #require(Contract.served)
        for violation in contract.violations(of: body, to: call.method, more: call.more) {
            Issue.record("\(call.method): \(violation) in \(body)", sourceLocation: location)
        }
        let continues = body["continues"] == true
        if !continues { unanswered.removeFirst() }
        let error = body["error"].string
        return Reply(
            parameters: body["parameters"],
            error: error.map {
                $0.hasPrefix(Self.interface + ".") ? String($0.dropFirst(Self.interface.count + 1)) : $0
            },
            continues: continues)
    }

    // MARK: Calls that answer once

    @discardableResult
    func call(
        _ method: String, _ parameters: JSON = [:], at location: SourceLocation = #_sourceLocation
    ) throws -> Reply {
        try send(method, parameters)
        return try receive(at: location)
    }

    /// The results of a call that succeeds.
    @discardableResult
    func result(
        of method: String, _ parameters: JSON = [:], at location: SourceLocation = #_sourceLocation
    ) throws -> JSON {
        try send(method, parameters)
        return try result(at: location)
    }

    /// Calls, expects this error, and returns its parameters.
    @discardableResult
    func refusal(
        _ error: String, of method: String, _ parameters: JSON = [:], at location: SourceLocation = #_sourceLocation
    ) throws -> JSON {
        try send(method, parameters)
        return try refusal(error, at: location)
    }

    // MARK: Calls that ask the user

    /// Calls with `more`; the answers are awaited later.
    func ask(_ method: String, _ parameters: JSON = [:]) throws {
        try send(method, parameters, more: true)
    }

    /// The next progress, which must be this event.
    @discardableResult
    func progress(_ event: String, at location: SourceLocation = #_sourceLocation) throws -> JSON {
        let reply = try receive(at: location)
        let progress = reply.parameters["progress"]
        guard reply.continues, progress["event"].string == event else {
            throw HarnessFailure("not \(event), but \(reply) (at \(location))")
        }
        return progress
    }

    /// The progress with this event, after others.
    @discardableResult
    func awaitProgress(_ event: String, at location: SourceLocation = #_sourceLocation) throws -> JSON {
        while true {
            let reply = try receive(at: location)
            guard reply.continues else { throw HarnessFailure("no \(event), but \(reply) (at \(location))") }
            let progress = reply.parameters["progress"]
            if progress["event"].string == event { return progress }
        }
    }

    /// The last reply, after any progress.
    @discardableResult
    func last(at location: SourceLocation = #_sourceLocation) throws -> Reply {
        while true {
            let reply = try receive(at: location)
            if !reply.continues { return reply }
        }
    }

    /// The results that the call ends with.
    @discardableResult
    func result(at location: SourceLocation = #_sourceLocation) throws -> JSON {
        let reply = try last(at: location)
        guard reply.error == nil else { throw HarnessFailure("refused with \(reply) (at \(location))") }
        return reply.parameters
    }

    /// The parameters of the error that the call ends with.
    @discardableResult
    func refusal(_ error: String, at location: SourceLocation = #_sourceLocation) throws -> JSON {
        let reply = try last(at: location)
        guard reply.error == error else { throw HarnessFailure("not \(error), but \(reply) (at \(location))") }
        return reply.parameters
    }
}
