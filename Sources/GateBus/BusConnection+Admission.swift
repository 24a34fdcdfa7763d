import CGio
import Synchronization

extension BusConnection {
    /// Limits the incoming calls that are kept: calls beyond `CallLedger`'s limits, and those longer than 4 KiB, get
    /// `LimitsExceeded` before they reach the loop, even if they expect no reply.
    ///
    /// Call it once, before serving anything. A call counts until its `BusInvocation` is answered.
    package func limitCalls() {
        let filter = CallFilter(for: self)
        callFilter = filter
        filterNumber = unsafe g_dbus_connection_add_filter(
            connection.pointer, CallFilter.pass, filter.passRetained(), CallFilter.release)
    }
}

/// Checks each message on GDBus's own thread, which reads from the bus without a limit.
// The context lives as long as this object, and any thread may attach a source to it; only the loop uses the
// connection.
@safe
final class CallFilter: @unchecked Sendable {
    /// The longest call, in bytes: every argument is a name.
    private static let bodyBytes: gsize = 4096
    static let limitsExceeded = "org.freedesktop.DBus.Error.LimitsExceeded"
    static let refusalText = "Too many calls are waiting for their answers; try again later"
    static let longText = "The call is too long: its arguments may have \(bodyBytes) bytes"

    private let ledger = Mutex(CallLedger())
    /// The loop's context.
    private let context: OpaquePointer
    private weak var connection: BusConnection?

    init(for connection: BusConnection) {
        unsafe context = g_main_context_ref_thread_default()
        self.connection = connection
    }

    deinit { unsafe g_main_context_unref(context) }

    /// Whether a call that reached its object is admitted; it counts until `ended`.
    func begun(from sender: String) -> Bool { ledger.withLock { $0.begun(from: sender) } }

    func ended(from sender: String) { ledger.withLock { $0.ended(from: sender) } }

    func named(_ sender: String, user: UInt32) { ledger.withLock { $0.named(sender, user: user) } }

    func left(_ sender: String) { ledger.withLock { $0.left(sender) } }

    /// Returns the reference that `release` releases.
    fileprivate func passRetained() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    fileprivate static let release: GDestroyNotify = { filter in
        guard let filter = unsafe filter else { return }
        unsafe Unmanaged<CallFilter>.fromOpaque(filter).release()
    }

    /// Takes over the message, and returns it unless it is a refused call.
    fileprivate static let pass: GDBusMessageFilterFunction = { connection, message, isIncoming, data in
        guard let message = unsafe message, let data = unsafe data, isIncoming != 0,
            unsafe g_dbus_message_get_message_type(message) == G_DBUS_MESSAGE_TYPE_METHOD_CALL,
            let name = unsafe g_dbus_message_get_sender(message)
        else { return unsafe message }
        let filter = unsafe Unmanaged<CallFilter>.fromOpaque(data).takeUnretainedValue()
        let sender = unsafe String(cString: name)
        let isShort = unsafe g_dbus_message_get_body(message).map { unsafe g_variant_get_size($0) <= bodyBytes } ?? true
        if isShort, filter.ledger.withLock({ $0.arrived(from: sender) }) {
            filter.noteArrival(of: sender)
            return unsafe message
        }
        let flags = unsafe g_dbus_message_get_flags(message).rawValue
        if flags & G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED.rawValue == 0,
            let reply = unsafe g_dbus_message_new_method_error_literal(
                message, limitsExceeded, isShort ? refusalText : longText)
        {
            unsafe _ = g_dbus_connection_send_message(connection, reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
            unsafe g_object_unref(UnsafeMutableRawPointer(reply))
        }
        unsafe g_object_unref(UnsafeMutableRawPointer(message))
        return nil
    }

    /// A call that the loop has not reached.
    private final class Arrival {
        let filter: CallFilter
        let sender: String

        init(_ filter: CallFilter, _ sender: String) {
            self.filter = filter
            self.sender = sender
        }
    }

    /// Makes the loop count the call as reached just before GDBus delivers it: equal sources run in order.
    private func noteArrival(of sender: String) {
        let source = unsafe g_idle_source_new()
        unsafe g_source_set_priority(source, G_PRIORITY_DEFAULT)
        let arrival = unsafe Unmanaged.passRetained(Arrival(self, sender)).toOpaque()
        unsafe g_source_set_callback(
            source,
            { data in
                if let data = unsafe data {
                    let arrival = unsafe Unmanaged<Arrival>.fromOpaque(data).takeUnretainedValue()
                    arrival.filter.reached(from: arrival.sender)
                }
                return 0
            }, arrival,
            { data in
                guard let data = unsafe data else { return }
                unsafe Unmanaged<Arrival>.fromOpaque(data).release()
            })
        unsafe _ = g_source_attach(source, context)
        unsafe g_source_unref(source)
    }

    private func reached(from sender: String) {
        ledger.withLock { $0.reached(from: sender) }
        // The user's limits apply once the bus has named the user.
        connection?.nameCaller(sender)
    }
}
