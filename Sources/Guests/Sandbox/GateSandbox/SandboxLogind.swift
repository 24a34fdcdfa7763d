internal import GateSystem
internal import Glibc
internal import Synchronization

/// A message bus with only a logind, instead of the machine's, for a sandbox's daemon. Commands inside the sandbox
/// simulate sleep and locked sessions.
final class SandboxLogind: Sendable {
    fileprivate struct State {
        /// The connected daemon, and the number of messages sent to it.
        var daemon: Int32?
        var sent: UInt32 = 0
        var isLocked = false
        /// Whether another user's session has the screen.
        var isAway = false
        var isAsleep = false
        /// Its other end closes once the daemon lets the machine sleep.
        var inhibitor: Int32?
        /// Resumed when the daemon has handled all signals so far.
        var waiting: CheckedContinuation<Void, Never>?
    }

    private static let name = "org.freedesktop.login1"
    private static let ownName = ":1.0"
    private static let manager = "/org/freedesktop/login1"
    private static let managerInterface = name + ".Manager"
    private static let sessionInterface = name + ".Session"
    /// A nonexistent session, about which the daemon asks when it is reported.
    private static let nobodysSession = manager + "/session/none"
    private static var nobody: [SentValue] { [.text("none"), .path(nobodysSession)] }
    /// logind's longest wait before sleep (InhibitDelayMaxSec), in milliseconds.
    private static let patience: Int32 = 5000

    private let state = Mutex(State())
    /// The users in front of the machine: the one who runs the sandbox, even through sudo.
    private let users: Set<UInt32>

    init() {
        let login = (try? Descriptor.open("/proc/self/loginuid", O_RDONLY).readAll()).flatMap { bytes in
            UInt32(String(decoding: bytes, as: UTF8.self))
        }
        // The largest number is no user.
        users = Set([getuid(), login ?? .max].filter { $0 != .max })
    }

    /// The value of `DBUS_SYSTEM_BUS_ADDRESS` for a bus at a path (D-Bus Specification, "Server Addresses").
    static func address(_ path: String) -> String {
        "unix:path="
            + path.utf8.map { byte in
                let isPlain =
                    byte.isASCIILetterOrDigit
                    || [UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-")].contains(byte)
                return isPlain ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }.joined()
    }

    /// Serves every connection until the process ends.
    func serve(_ listener: consuming Descriptor) {
        LocalSocket.acceptAll(listener) { [self] connection in
            let thread = startThread { [self] in
                let connection = Descriptor(owning: connection, path: "the sandbox's bus")
                if signIn(connection) { converse(connection) }
                state.withLock { state in
                    if state.daemon == connection.number { state.leave() }
                }
            }
            pthread_detach(thread)
        }
    }

    // MARK: Simulated events

    func lock(_ isLocked: Bool) async {
        state.withLock { state in
            state.isLocked = isLocked
            for user in users {
                if isLocked { state.emit("Lock", of: Self.sessionInterface, on: Self.session(of: user)) }
                let changed = SentValue.properties(["LockedHint": .bool(isLocked)])
                state.emit(
                    "PropertiesChanged", of: "org.freedesktop.DBus.Properties", on: Self.session(of: user),
                    [.text(Self.sessionInterface), changed, .array(of: "s", [])])
            }
        }
        await untilHandled()
    }

    /// Fast user switching: the session stays, and another user's has the screen, until it is back.
    func leave(_ isAway: Bool) async {
        state.withLock { state in
            state.isAway = isAway
            for user in users {
                let changed = SentValue.properties(["Active": .bool(!isAway)])
                state.emit(
                    "PropertiesChanged", of: "org.freedesktop.DBus.Properties", on: Self.session(of: user),
                    [.text(Self.sessionInterface), changed, .array(of: "s", [])])
            }
        }
        await untilHandled()
    }

    /// Returns when the daemon is ready for sleep, or logind would stop waiting.
    func sleep() async {
        let inhibitor = state.withLock { state in
            state.isAsleep = true
            state.emit("PrepareForSleep", of: Self.managerInterface, on: Self.manager, [.bool(true)])
            return state.inhibitor.take()
        }
        guard let inhibitor else { return await untilHandled() }
        await onThread {
            var end = pollfd(fd: inhibitor, events: Int16(POLLIN), revents: 0)
            // The pointer is to a local that lives during the call.
            while unsafe poll(&end, 1, Self.patience) < 0 && errno == EINTR {}
            close(inhibitor)
        }
    }

    func wake() async {
        state.withLock { state in
            state.isAsleep = false
            state.emit("PrepareForSleep", of: Self.managerInterface, on: Self.manager, [.bool(false)])
        }
        await untilHandled()
    }

    /// The daemon handles signals in order, and asks logind about an unknown session: its question shows that it is
    /// done.
    private func untilHandled() async {
        await withCheckedContinuation { continuation in
            let isAlone = state.withLock { state in
                guard state.daemon != nil, state.waiting == nil else { return true }
                state.waiting = continuation
                state.emit("SessionNew", of: Self.managerInterface, on: Self.manager, Self.nobody)
                return false
            }
            if isAlone { continuation.resume() }
        }
    }

    // MARK: The bus

    /// Authenticates the daemon (D-Bus Specification, "Authentication Protocol"): opening the socket is enough.
    private func signIn(_ connection: borrowing Descriptor) -> Bool {
        var line: [UInt8] = []
        // Byte by byte, since a message follows the last line.
        while let byte = connection.nextByte() {
            line.append(byte)
            guard line.suffix(2) == [0x0D, 0x0A] else { continue }
            let words = String(decoding: line.drop { $0 == 0 }.dropLast(2), as: UTF8.self).split(separator: " ")
            line = []
            let answer: String
            switch (words.first, words.count) {
            case ("BEGIN", _): return true
            case ("AUTH", 3), ("DATA", _): answer = "OK 00000000000000000000000000000000"
            case ("AUTH", 2) where words[1] == "EXTERNAL": answer = "DATA"
            case ("AUTH", _): answer = "REJECTED EXTERNAL"
            case ("NEGOTIATE_UNIX_FD", _): answer = "AGREE_UNIX_FD"
            default: answer = "ERROR"
            }
            guard (try? connection.write(answer + "\r\n")) != nil else { return false }
        }
        return false
    }

    private func converse(_ connection: borrowing Descriptor) {
        var unread: [UInt8] = []
        while let more = connection.readMore(4096) {
            unread += more
            do {
                while let call = try ReceivedCall.next(in: &unread) { answer(call, on: connection.number) }
            } catch {
                return
            }
        }
    }

    private func answer(_ call: ReceivedCall, on connection: Int32) {
        state.withLock { state in
            if call.member == "Hello" {
                state.leave()
                state.daemon = connection
            }
            guard call.wantsAnswer, state.daemon == connection else { return }
            if call.member == "Inhibit", !state.isAsleep {
                state.inhibit(call)
            } else if let values = values(call, state) {
                state.send(.answer, [.replySerial: .number(call.serial)], values)
            } else {
                let error = SentValue.text("org.freedesktop.DBus.Error.Failed")
                state.send(.failure, [.errorName: error, .replySerial: .number(call.serial)])
            }
            if call.path == Self.nobodysSession {
                state.emit("SessionRemoved", of: Self.managerInterface, on: Self.manager, Self.nobody)
                state.waiting.take()?.resume()
            }
        }
    }

    /// The answer to a call; nil refuses it.
    private func values(_ call: ReceivedCall, _ state: State) -> [SentValue]? {
        let user = users.first { Self.session(of: $0) == call.path }
        switch (call.member, call.arguments.last) {
        case ("Hello", _): return [.text(":1.1")]
        case ("AddMatch", _), ("RemoveMatch", _): return []
        case ("GetNameOwner", Self.name): return [.text(Self.ownName)]
        case ("ListSessions", _):
            let sessions = users.map { user in
                SentValue.structure([
                    .text("u\(user)"), .number(user), .text("somebody"), .text("seat0"), .path(Self.session(of: user)),
                ])
            }
            return [.array(of: "(susso)", sessions)]
        case ("Get", "PreparingForSleep"): return [.variant(.bool(state.isAsleep))]
        case ("Get", "LidClosed"), ("Get", "Docked"): return [.variant(.bool(false))]
        case ("Get", "User"): return user.map { [.variant(Self.owner($0))] }
        case ("GetAll", _):
            return user.map { user in
                [
                    .properties([
                        "User": Self.owner(user), "Class": .text("user"), "Remote": .bool(false),
                        "Active": .bool(!state.isAway),
                        "LockedHint": .bool(state.isLocked),
                    ])
                ]
            }
        default: return nil
        }
    }

    private static func session(of user: UInt32) -> String { "\(manager)/session/u\(user)" }

    private static func owner(_ user: UInt32) -> SentValue {
        .structure([.number(user), .path("\(manager)/user/_\(user)")])
    }
}

extension SandboxLogind.State {
    /// The daemon is gone, and with it its descriptors.
    fileprivate mutating func leave() {
        daemon = nil
        if let end = inhibitor.take() { close(end) }
        waiting.take()?.resume()
    }

    fileprivate mutating func emit(
        _ member: String, of interface: String, on path: String, _ values: [SentValue] = []
    ) {
        send(.signal, [.path: .path(path), .interface: .text(interface), .member: .text(member)], values)
    }

    fileprivate mutating func send(
        _ kind: SentMessage.Kind, _ fields: KeyValuePairs<SentMessage.Field, SentValue>, _ values: [SentValue] = [],
        descriptor: Int32? = nil
    ) {
        guard let daemon else { return }
        sent += 1
        var all = fields.map { ($0.key, $0.value) }
        all.append((.sender, .text(":1.0")))
        let message = SentMessage(kind, serial: sent, all, values, descriptors: descriptor == nil ? 0 : 1)
        Descriptor.send(message.bytes, with: descriptor, to: daemon)
    }

    /// Returns the descriptor that delays sleep.
    fileprivate mutating func inhibit(_ call: ReceivedCall) {
        var ends: [Int32] = [-1, -1]
        // Room for the two descriptors (socketpair(2)).
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, type, 0, &ends) == 0 else { return }
        if let old = inhibitor { close(old) }
        inhibitor = ends[0]
        send(.answer, [.replySerial: .number(call.serial)], [.descriptor(0)], descriptor: ends[1])
        close(ends[1])
    }
}

extension UInt8 {
    fileprivate var isASCIILetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
