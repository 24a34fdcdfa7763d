import CSDBus
package import GateSystem
import Glibc

/// A connection to a message bus (sd-bus), used on one `PollLoop`, where its reports come, too.
///
/// The loop keeps it until `close`, or until the bus ends it. sd-bus reads one message at a time, and the next one only
/// after this one was handled, so what waits stays with the bus. What is kept of a message that was handled is limited
/// by its handler.
// Pointers passed to sd-bus live during the call. The connection is the user data of its callbacks, and closes sd-bus's
// own before it goes. Used only on its loop.
@safe
package final class BusConnection: PollSource, @unchecked Sendable {
    /// The machine's bus, or the user session's.
    package enum Bus: Sendable {
        case system
        case session
        /// The bus at this address.
        case at(String)
    }

    /// The result of a call.
    package enum Outcome: Sendable {
        case reply(BusValue)
        /// The peer, or the bus for it, refused; with the error's name.
        case refused(error: String)
        /// No answer came in time, or the connection is gone.
        case none
    }

    /// Messages taken in one go, before other descriptors have a turn.
    private static let messagesInTurn = 32

    private let loop: PollLoop
    let bus: OpaquePointer
    /// Called once, when the bus has accepted the client or has not.
    private var opened: ((_ isOpen: Bool) -> Void)?
    private var closed: (() -> Void)?
    var subscriptions: [(signal: SignalFilter, report: (_ path: String, _ values: BusValue) -> Void)] = []
    /// The unique names of owners, nil for a name without one.
    var owners: [String: String?] = [:]
    var ownerReports: [String: [(String?) -> Void]] = [:]
    /// Served objects, by path.
    var objects: [String: ServedObject] = [:]
    /// The path below which all calls go to one handler, and the handler.
    var subtree: (path: String, body: (BusForeignCall) -> Void)?
    /// Handlers of all signals of a name's owner from below a path.
    var taps: [(sender: String, path: String, body: (BusSignal) -> Void)] = []
    /// Nil without limits on calls.
    var ledger: CallLedger?
    var callers = BusCallers()
    /// Calls without an answer.
    var pending: [ObjectIdentifier: BusCall] = [:]
    private var isLost = false
    private(set) var isEnded = false

    /// Nil if nothing listens at the address. On the loop.
    private init?(_ address: String, on loop: PollLoop, takesDescriptors: Bool) {
        var made: OpaquePointer?
        guard unsafe sd_bus_new(&made) >= 0, let made = unsafe made else { return nil }
        self.loop = loop
        unsafe bus = made
        let isStarted =
            unsafe sd_bus_set_address(bus, address) >= 0 && sd_bus_set_bus_client(bus, 1) >= 0
            && sd_bus_negotiate_fds(bus, takesDescriptors ? 1 : 0) >= 0 && sd_bus_set_connected_signal(bus, 1) >= 0
            && sd_bus_add_filter(bus, nil, Self.received, Unmanaged.passUnretained(self).toOpaque()) >= 0
            && sd_bus_start(bus) >= 0
        guard isStarted else { return nil }
        loop.watch(self)
    }

    deinit { unsafe sd_bus_close_unref(bus) }

    /// Connects to a bus, at its place in the environment; nil if there is none. Call it on the loop, where the
    /// completion runs, too.
    ///
    /// - Parameter takesDescriptors: whether messages may carry open files.
    package static func open(
        _ bus: Bus, on loop: PollLoop, takesDescriptors: Bool = true,
        _ completion: @escaping (BusConnection?) -> Void
    ) {
        guard let address = address(of: bus),
            let made = BusConnection(address, on: loop, takesDescriptors: takesDescriptors)
        else { return completion(nil) }
        // Ends with the first report, or with the connection.
        made.opened = { [unowned made] isOpen in completion(isOpen ? made : nil) }
    }

    private static func address(of bus: Bus) -> String? {
        switch bus {
        case .system: OwnProcess.variable("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
        case .at(let address): address
        case .session:
            OwnProcess.variable("DBUS_SESSION_BUS_ADDRESS")
                ?? OwnProcess.variable("XDG_RUNTIME_DIR").map { "unix:path=" + BusName.escaped($0) + "/bus" }
        }
    }

    /// Reports that the other side closed the connection.
    package func onClosed(_ body: @escaping () -> Void) { closed = body }

    /// Closes the connection and ends all reports; calls without an answer end without one.
    package func close() {
        guard !isEnded else { return }
        isEnded = true
        loop.forget(self)
        (opened, closed) = (nil, nil)
        (subscriptions, owners, ownerReports, objects, subtree, taps) = ([], [:], [:], [:], nil, [])
        unsafe sd_bus_close(bus)
        let unanswered = pending.values
        pending = [:]
        for call in unanswered { unsafe call.end(nil) }
    }

    // MARK: The loop

    package var descriptor: Int32 { unsafe sd_bus_get_fd(bus) }

    package var events: Int16 { Int16(truncatingIfNeeded: max(0, unsafe sd_bus_get_events(bus))) }

    package var deadline: UInt64? {
        var time: UInt64 = .max
        return unsafe sd_bus_get_timeout(bus, &time) >= 0 && time != .max ? time : nil
    }

    package func ready(_ events: Int16) {
        for _ in 0..<Self.messagesInTurn {
            let result = unsafe sd_bus_process(bus, nil)
            if result < 0 || isLost { return lost() }
            guard !isEnded, result != 0 else { return }
        }
    }

    private func lost() {
        let (opened, closed) = (opened, closed)
        close()
        opened?(false)
        closed?()
    }

    // MARK: In

    private static let received: sd_bus_message_handler_t = { message, connection, _ in
        guard let message = unsafe message, let connection = unsafe connection else { return 0 }
        unsafe Unmanaged<BusConnection>.fromOpaque(connection).takeUnretainedValue().received(message)
        // Nothing is left to sd-bus.
        return 1
    }

    private func received(_ message: OpaquePointer) {
        var type: UInt8 = 0
        unsafe _ = sd_bus_message_get_type(message, &type)
        switch Int(type) {
        case SD_BUS_MESSAGE_SIGNAL: unsafe signalled(message)
        case SD_BUS_MESSAGE_METHOD_CALL: unsafe called(message)
        default: break
        }
    }

    private func signalled(_ message: OpaquePointer) {
        let interface = unsafe Self.text(sd_bus_message_get_interface(message))
        let member = unsafe Self.text(sd_bus_message_get_member(message))
        if interface == BusName.local {
            // Not ended in the middle of sd-bus's own work.
            if member == "Connected" { opened.take()?(true) } else { isLost = true }
            return
        }
        let sender = unsafe Self.text(sd_bus_message_get_sender(message))
        let path = unsafe Self.text(sd_bus_message_get_path(message))
        unsafe tap(message, from: sender, path, interface, member)
        var values: BusValue?
        for (signal, report) in subscriptions
        where signal.member == member && signal.interface == interface && signal.path ?? path == path {
            guard signal.sender == sender || owners[signal.sender] == .some(.some(sender)) else { continue }
            let found = unsafe values ?? BusReader.values(of: message)
            values = found
            guard signal.argument == nil || signal.argument == found[0]?.text else { continue }
            report(path, found)
        }
    }

    static func text(_ text: UnsafePointer<CChar>?) -> String { unsafe text.map { unsafe String(cString: $0) } ?? "" }
}
