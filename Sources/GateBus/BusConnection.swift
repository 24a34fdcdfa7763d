import CGio

/// A private connection to a message bus (`GDBusConnection`), used on one `BusExecutor`, where its reports come, too.
///
/// It ends with the last reference to it.
// Values passed to GLib live during the call: the connection as long as this object, texts as C strings. User data is a
// retained object, which GLib releases once, on the same thread.
@safe
package final class BusConnection {
    /// The machine's bus, or the user session's.
    package enum Bus: Sendable {
        case system
        case session
    }

    /// The result of a call.
    package enum Outcome: Sendable {
        case reply(Reply)
        /// The peer, or the bus for it, refused; with the error's name.
        case refused(error: String)
        /// No answer came in time, or the connection is gone.
        case none
    }

    /// The reply's values and descriptors.
    package struct Reply: Sendable {
        package let values: BusValue
        fileprivate let descriptors: ObjectReference?

        /// A descriptor, close-on-exec, which the caller has to close; nil if the reply has none at `index`.
        package func descriptor(at index: Int32) -> Int32? {
            guard let descriptors else { return nil }
            let number = unsafe g_unix_fd_list_get(UnsafeMutablePointer(descriptors.pointer), index, nil)
            return number >= 0 ? number : nil
        }
    }

    /// The longest wait for an answer.
    private static let answerMilliseconds: Int32 = 5000
    /// The longest wait for an answer by a person. A bus with a full queue loses answers; callers give up long before.
    private static let questionMilliseconds: Int32 = 300_000

    let connection: ObjectReference
    private var nameWatches: [guint] = []
    var ownedNames: [guint] = []
    /// By path.
    var exports: [String: [guint]] = [:]
    var subscriptions: [guint] = []
    /// Nil without limits on calls.
    var callFilter: CallFilter?
    var filterNumber: guint = 0
    var callers = BusCallers()
    private var closedHandlers: [gulong] = []

    private init(_ connection: ObjectReference) {
        self.connection = connection
    }

    deinit {
        // Stops all reports, even arrived ones; the loop releases the handlers' data.
        for watch in nameWatches { g_bus_unwatch_name(watch) }
        for name in ownedNames { g_bus_unown_name(name) }
        for path in Array(exports.keys) { unexport(path) }
        for subscription in subscriptions {
            unsafe g_dbus_connection_signal_unsubscribe(connection.pointer, subscription)
        }
        for handler in closedHandlers {
            unsafe g_signal_handler_disconnect(UnsafeMutableRawPointer(connection.pointer), handler)
        }
        if filterNumber != 0 { unsafe g_dbus_connection_remove_filter(connection.pointer, filterNumber) }
        unsafe g_dbus_connection_close(connection.pointer, nil, nil, nil)
    }

    /// Connects to a bus, at its place in the environment (`g_dbus_address_get_for_bus_sync`); nil if there is none.
    /// Call it on the executor, where the completion runs, too.
    package static func open(_ bus: Bus, _ completion: @escaping (BusConnection?) -> Void) {
        guard let address = unsafe address(of: bus) else { return completion(nil) }
        defer { unsafe g_free(address) }
        let flags = GDBusConnectionFlags(
            rawValue: G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT.rawValue
                | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION.rawValue)
        let call = unsafe BusCall { result in
            completion(unsafe made(g_dbus_connection_new_for_address_finish(result, nil)))
        }
        unsafe g_dbus_connection_new_for_address(address, flags, nil, nil, BusCall.ended, call.passRetained())
    }

    /// To be freed; nil if there is no bus.
    static func address(of bus: Bus) -> UnsafeMutablePointer<CChar>? {
        let kind =
            switch bus {
            case .system: G_BUS_TYPE_SYSTEM
            case .session: G_BUS_TYPE_SESSION
            }
        return unsafe g_dbus_address_get_for_bus_sync(kind, nil, nil)
    }

    /// Takes over the reference, if there is one.
    static func made(_ connection: OpaquePointer?) -> BusConnection? {
        guard let connection = unsafe connection else { return nil }
        // The process outlives the bus.
        unsafe g_dbus_connection_set_exit_on_close(connection, 0)
        return BusConnection(unsafe ObjectReference(adopting: connection))
    }

    /// Reports that the other side closed the connection.
    package func onClosed(_ body: @escaping () -> Void) {
        let handler = BusHandler { _ in body() }
        let number = unsafe gate_connect_closed(
            connection.pointer, { _, _, _, handler in unsafe BusHandler.call(handler, with: .none) },
            handler.passRetained(), { handler, _ in unsafe BusHandler.release(handler) })
        closedHandlers.append(number)
    }

    /// Reports a name's present owner or its absence, and each change.
    package func onOwner(
        of name: String, appeared: @escaping () -> Void, vanished: @escaping () -> Void
    ) {
        let handler = BusHandler { report in
            switch report {
            case .appeared: appeared()
            case .none, .signal: vanished()
            }
        }
        let watch = unsafe g_bus_watch_name_on_connection(
            connection.pointer, name, G_BUS_NAME_WATCHER_FLAGS_NONE,
            { _, _, _, handler in unsafe BusHandler.call(handler, with: .appeared) },
            { _, _, handler in unsafe BusHandler.call(handler, with: .none) }, handler.passRetained(),
            BusHandler.release)
        nameWatches.append(watch)
    }

    /// Reports a signal of a name's owner, with the object's path; `argument` and `object` filter it.
    package func onSignal(
        _ member: String, of interface: String, from sender: String, argument: String? = nil, object: String? = nil,
        _ body: @escaping (_ path: String, _ values: BusValue) -> Void
    ) {
        let handler = BusHandler { report in
            if case .signal(let path, let values) = report { body(path, values) }
        }
        subscribe(
            to: member, of: interface, from: sender, argument: argument, on: object, G_DBUS_SIGNAL_FLAGS_NONE, handler)
    }

    func subscribe(
        to member: String, of interface: String, from sender: String, argument: String? = nil, on object: String?,
        _ flags: GDBusSignalFlags, _ handler: BusHandler
    ) {
        let number = unsafe g_dbus_connection_signal_subscribe(
            connection.pointer, sender, interface, member, object, argument, flags,
            { _, _, path, _, _, values, handler in
                guard let path = unsafe path, let values = unsafe values else { return }
                unsafe BusHandler.call(handler, with: .signal(path: String(cString: path), BusValue(values)))
            }, handler.passRetained(), BusHandler.release)
        subscriptions.append(number)
    }

    /// Calls a method. `mayStart` starts a missing service; `mayAskUser` allows people five minutes to answer.
    package func call(
        _ method: String, of interface: String, on path: String, at name: String, _ arguments: [BusArgument],
        mayStart: Bool = false, mayAskUser: Bool = false, _ completion: @escaping (Outcome) -> Void
    ) {
        let call = unsafe BusCall { [connection] result in
            var descriptors: UnsafeMutablePointer<GUnixFDList>?
            var error: UnsafeMutablePointer<GError>?
            let values = unsafe g_dbus_connection_call_with_unix_fd_list_finish(
                connection.pointer, &descriptors, result, &error)
            let list = unsafe descriptors.map { unsafe ObjectReference(adopting: OpaquePointer($0)) }
            if let values = unsafe values {
                let reply = Reply(values: unsafe BusValue(values), descriptors: list)
                unsafe g_variant_unref(values)
                completion(.reply(reply))
            } else {
                let name = unsafe error.flatMap { unsafe g_dbus_error_get_remote_error($0) }
                defer {
                    unsafe g_free(name)
                    unsafe g_clear_error(&error)
                }
                completion(unsafe name.map { unsafe .refused(error: String(cString: $0)) } ?? .none)
            }
        }
        // The call takes over the arguments' floating reference.
        unsafe g_dbus_connection_call_with_unix_fd_list(
            connection.pointer, name, path, interface, method, BusArgument.tuple(arguments), nil,
            mayStart ? G_DBUS_CALL_FLAGS_NONE : G_DBUS_CALL_FLAGS_NO_AUTO_START,
            mayAskUser ? Self.questionMilliseconds : Self.answerMilliseconds, nil, nil, BusCall.ended,
            call.passRetained())
    }

    /// Calls a method without a reply.
    package func send(
        _ method: String, of interface: String, on path: String, at name: String, _ arguments: [BusArgument]
    ) {
        // The call takes over the arguments' floating reference.
        unsafe g_dbus_connection_call(
            connection.pointer, name, path, interface, method, BusArgument.tuple(arguments), nil,
            G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, nil, nil, nil)
    }
}

// Used only by its thread: the owner is an actor on a BusExecutor, where reports come, too.
extension BusConnection: @unchecked Sendable {}

/// One reference to a GObject.
@safe
final class ObjectReference {
    let pointer: OpaquePointer

    init(adopting pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit { unsafe g_object_unref(UnsafeMutableRawPointer(pointer)) }
}

// Only init writes the pointer. Any thread may use a connection; a list of descriptors is only read.
extension ObjectReference: @unchecked Sendable {}

/// The user data of one asynchronous call, retained until its completion, which runs exactly once.
@safe
final class BusCall {
    private let end: (OpaquePointer) -> Void

    init(_ end: @escaping (OpaquePointer) -> Void) {
        unsafe self.end = end
    }

    /// Returns the reference that `ended` releases.
    func passRetained() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    static let ended: GAsyncReadyCallback = { _, result, call in
        guard let call = unsafe call else { return }
        let retained = unsafe Unmanaged<BusCall>.fromOpaque(call).takeRetainedValue()
        if let result = unsafe result { unsafe retained.end(result) }
    }
}

/// The user data of a subscription, freed by GLib with it.
@safe
final class BusHandler {
    enum Report {
        case none
        case appeared
        case signal(path: String, BusValue)
    }

    private let body: (Report) -> Void

    init(_ body: @escaping (Report) -> Void) {
        self.body = body
    }

    /// Returns the reference that `release` releases.
    func passRetained() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    static func call(_ handler: UnsafeMutableRawPointer?, with report: Report) {
        guard let handler = unsafe handler else { return }
        unsafe Unmanaged<BusHandler>.fromOpaque(handler).takeUnretainedValue().body(report)
    }

    static let release: GDestroyNotify = { handler in
        guard let handler = unsafe handler else { return }
        unsafe Unmanaged<BusHandler>.fromOpaque(handler).release()
    }
}
