import Testing

/// A client that knows nothing but the contract: it sends what it is told, and checks whatever comes back.
final class GateConnection {
    /// One message of the daemon's.
    struct Reply: Hashable {
        let parameters: JSON
        /// The error's name without the gate's interface; nil for a result.
        let error: String?
        let continues: Bool
    }

    static let interface = "org.biometricgate.Gate"

    private let descriptor: Descriptor
    /// Behind a connection as another user; it ends with this.
    private let relay: ChildProcess?
    private var received: [UInt8] = []
    /// What was called and is not wholly answered, in order.
    private var unanswered: [(method: String, more: Bool)] = []

    init(to path: String) throws {
        descriptor = try .connected(to: path)
        relay = nil
    }

    /// As another user, which takes root.
    ///
    /// - Parameter group: the directory of a control group to be in.
    /// - Parameter departed: the process that connected has ended, and left the connection to another.
    init(to path: String, user: Int, group: String? = nil, departed: Bool = false, errors: String) throws {
        let (near, far) = try Descriptor.socketPair()
        descriptor = near
        relay = try ChildProcess(
            [Python.interpreter, Python.script("as_user.py"), "\(user)", path]
                + (group.map { ["--group", $0] } ?? []) + (departed ? ["--departed"] : []),
            environment: Python.environment, errors: errors, standard: far)
    }

    /// Whose connection it is, as far as the daemon can know.
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

    /// Whatever bytes; those of a call that is answered name it.
    @discardableResult
    func send(raw bytes: some Collection<UInt8>, calling method: String? = nil) throws -> Bool {
        if let method { unanswered.append(("\(Self.interface).\(method)", false)) }
        return try descriptor.write(bytes)
    }

    func send(raw text: String, calling method: String? = nil) throws {
        try send(raw: Array(text.utf8), calling: method)
    }

    // MARK: Receiving

    /// The next message; nil where the daemon closed the connection.
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

    /// The first of the connections on which a message has come, or the end; nil where none does in time.
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

    /// Whether the daemon closes the connection, although nothing of what it sent was read.
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

    /// Calls, and expects this error; returns its parameters.
    @discardableResult
    func refusal(
        _ error: String, of method: String, _ parameters: JSON = [:], at location: SourceLocation = #_sourceLocation
    ) throws -> JSON {
        try send(method, parameters)
        return try refusal(error, at: location)
    }

    // MARK: Calls that ask the user

    /// Calls with `more`, and leaves the answers to be awaited.
    func ask(_ method: String, _ parameters: JSON = [:]) throws {
        try send(method, parameters, more: true)
    }

    /// The next progress, which is of this event.
    @discardableResult
    func progress(_ event: String, at location: SourceLocation = #_sourceLocation) throws -> JSON {
        let reply = try receive(at: location)
        let progress = reply.parameters["progress"]
        guard reply.continues, progress["event"].string == event else {
            throw HarnessFailure("not \(event), but \(reply) (at \(location))")
        }
        return progress
    }

    /// The progress with this event, past those before it.
    @discardableResult
    func awaitProgress(_ event: String, at location: SourceLocation = #_sourceLocation) throws -> JSON {
        while true {
            let reply = try receive(at: location)
            guard reply.continues else { throw HarnessFailure("no \(event), but \(reply) (at \(location))") }
            let progress = reply.parameters["progress"]
            if progress["event"].string == event { return progress }
        }
    }

    /// The last reply, past the progress before it.
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
