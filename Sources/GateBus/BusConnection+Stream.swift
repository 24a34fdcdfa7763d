import CGio
import Glibc

extension BusConnection {
    /// As `open`, for a program that any client may send to: skips longer messages before GDBus uses a hundred times
    /// their memory, and answers skipped calls with an error. Such a connection carries no descriptors.
    ///
    /// - Parameter longestMessage: the bytes of a message with its header.
    package static func open(
        _ bus: Bus, longestMessage: Int, _ completion: @escaping (BusConnection?) -> Void
    ) {
        guard let address = unsafe address(of: bus) else { return completion(nil) }
        defer { unsafe g_free(address) }
        let call = unsafe BusCall { result in
            let refuser = LongCallRefuser()
            guard let socket = unsafe g_dbus_address_get_stream_finish(result, nil, nil),
                let stream = unsafe limited(socket, to: longestMessage, refuser)
            else { return completion(nil) }
            defer { unsafe g_object_unref(UnsafeMutableRawPointer(stream)) }
            let call = unsafe BusCall { result in
                let opened = unsafe made(g_dbus_connection_new_finish(result, nil))
                if let opened { refuser.answer(by: opened) }
                completion(opened)
            }
            unsafe g_dbus_connection_new(
                stream, nil, G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, nil, nil, BusCall.ended,
                call.passRetained())
        }
        unsafe g_dbus_address_get_stream(address, nil, BusCall.ended, call.passRetained())
    }

    /// A stream over a socket, without long messages in its input; nil if the bus is gone. Takes over the socket.
    ///
    /// GDBus cannot authenticate over a stream that is not a socket's, so this sends the client's part at once: the
    /// kernel identifies the client.
    private static func limited(
        _ socket: UnsafeMutablePointer<GIOStream>, to longest: Int, _ refuser: LongCallRefuser
    ) -> UnsafeMutablePointer<GIOStream>? {
        let input = unsafe g_io_stream_get_input_stream(socket)
        let output = unsafe g_io_stream_get_output_stream(socket)
        let digits = String(geteuid()).utf8.map { String($0, radix: 16) }.joined()
        let greeting = Array("\0AUTH EXTERNAL \(digits)\r\nBEGIN\r\n".utf8)
        // The socket is still empty and has room.
        guard unsafe g_output_stream_write_all(output, greeting, gsize(greeting.count), nil, nil, nil) != 0,
            let converter = unsafe MessageConverter.make(longest: longest, refuser)
        else {
            unsafe g_object_unref(socket)
            return nil
        }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(converter)) }
        guard let filtered = unsafe g_converter_input_stream_new(input, converter) else {
            unsafe g_object_unref(socket)
            return nil
        }
        defer { unsafe g_object_unref(filtered) }
        // GDBus would send descriptors over a socket's output.
        let socketConnection = unsafe UnsafeMutableRawPointer(socket).assumingMemoryBound(to: GSocketConnection.self)
        let descriptor = unsafe g_socket_get_fd(g_socket_connection_get_socket(socketConnection))
        let plain = unsafe g_unix_output_stream_new(descriptor, 0)
        defer { unsafe g_object_unref(plain) }
        let stream = unsafe g_simple_io_stream_new(filtered, plain)
        // The socket closes with its last reference.
        unsafe g_object_set_data_full(
            UnsafeMutableRawPointer(stream)?.assumingMemoryBound(to: GObject.self), "biogate-socket", socket
        ) {
            unsafe g_object_unref($0)
        }
        return unsafe stream
    }
}

/// Answers calls that are too long to be read, which GDBus never sees.
// Any thread may use GLib's weak reference: the loop sets it, GDBus's thread reads it.
@safe
private final class LongCallRefuser: @unchecked Sendable {
    /// Refers to nothing before the connection exists and after it is gone.
    private let connection = UnsafeMutablePointer<GWeakRef>.allocate(capacity: 1)

    init() {
        unsafe g_weak_ref_init(connection, nil)
    }

    deinit {
        unsafe g_weak_ref_clear(connection)
        unsafe connection.deallocate()
    }

    func answer(by opened: BusConnection) {
        unsafe g_weak_ref_set(connection, UnsafeMutableRawPointer(opened.connection.pointer))
    }

    func refuse(_ call: LongCall) {
        guard let found = unsafe g_weak_ref_get(connection) else { return }
        defer { unsafe g_object_unref(found) }
        guard let reply = unsafe g_dbus_message_new() else { return }
        defer { unsafe g_object_unref(UnsafeMutableRawPointer(reply)) }
        unsafe g_dbus_message_set_message_type(reply, G_DBUS_MESSAGE_TYPE_ERROR)
        unsafe g_dbus_message_set_flags(reply, G_DBUS_MESSAGE_FLAGS_NO_REPLY_EXPECTED)
        unsafe g_dbus_message_set_reply_serial(reply, call.serial)
        unsafe g_dbus_message_set_destination(reply, call.sender)
        unsafe g_dbus_message_set_error_name(reply, CallFilter.limitsExceeded)
        unsafe g_dbus_message_set_body(reply, BusArgument.tuple([.text(CallFilter.longText)]))
        unsafe _ = g_dbus_connection_send_message(
            OpaquePointer(found), reply, G_DBUS_SEND_MESSAGE_FLAGS_NONE, nil, nil)
    }
}

/// `MessageLimit` as a `GConverter` between the socket and GDBus.
private enum MessageConverter {
    private final class State {
        var limit: MessageLimit
        let refuser: LongCallRefuser

        init(_ limit: MessageLimit, _ refuser: LongCallRefuser) {
            self.limit = limit
            self.refuser = refuser
        }
    }

    private static let key = "biogate-message-limit"

    /// Registered once, for the life of the process.
    private static let type: GType = {
        let type = unsafe g_type_register_static_simple(
            g_object_get_type(), "BiogateMessageConverter", guint(MemoryLayout<GObjectClass>.size), nil,
            guint(MemoryLayout<GObject>.size), nil, GTypeFlags(rawValue: 0))
        var interface = unsafe GInterfaceInfo(
            interface_init: { table, _ in
                guard let table = unsafe table?.assumingMemoryBound(to: GConverterIface.self) else { return }
                unsafe table.pointee.convert = convert
                unsafe table.pointee.reset = { _ in }
            }, interface_finalize: nil, interface_data: nil)
        unsafe g_type_add_interface_static(type, g_converter_get_type(), &interface)
        return type
    }()

    /// Returns a reference that the caller releases.
    static func make(longest: Int, _ refuser: LongCallRefuser) -> OpaquePointer? {
        guard let object = unsafe g_object_new_with_properties(type, 0, nil, nil) else { return nil }
        unsafe g_object_set_data_full(
            object, key, Unmanaged.passRetained(State(MessageLimit(longest: longest), refuser)).toOpaque()
        ) { state in
            guard let state = unsafe state else { return }
            unsafe Unmanaged<State>.fromOpaque(state).release()
        }
        return OpaquePointer(object)
    }

    /// Runs on GDBus's thread.
    private static let convert: GateConvert = {
        converter, input, inputSize, output, outputSize, flags, read, written, error in
        guard let converter = unsafe converter, let read = unsafe read, let written = unsafe written,
            let data = unsafe g_object_get_data(
                UnsafeMutableRawPointer(converter).assumingMemoryBound(to: GObject.self), key)
        else { return G_CONVERTER_ERROR }
        let state = unsafe Unmanaged<State>.fromOpaque(data).takeUnretainedValue()
        let bytes = unsafe UnsafeRawBufferPointer(start: input, count: Int(inputSize))
        let isAtEnd = flags.rawValue & G_CONVERTER_INPUT_AT_END.rawValue != 0
        unsafe (read.pointee, written.pointee) = (0, 0)
        switch unsafe state.limit.step(bytes, room: Int(outputSize)) {
        case .pass(let count):
            unsafe output?.copyMemory(from: bytes.baseAddress ?? UnsafeRawPointer(converter), byteCount: count)
            unsafe (read.pointee, written.pointee) = (gsize(count), gsize(count))
            return G_CONVERTER_CONVERTED
        case .drop(let count):
            unsafe read.pointee = gsize(count)
            return G_CONVERTER_CONVERTED
        case .refuse(let call, let count):
            unsafe read.pointee = gsize(count)
            state.refuser.refuse(call)
            return G_CONVERTER_CONVERTED
        case .wait:
            if isAtEnd { return G_CONVERTER_FINISHED }
            unsafe g_set_error_literal(
                error, g_io_error_quark(), Int32(bitPattern: G_IO_ERROR_PARTIAL_INPUT.rawValue), "more")
        case .end:
            unsafe g_set_error_literal(
                error, g_io_error_quark(), Int32(bitPattern: G_IO_ERROR_INVALID_DATA.rawValue), "no message bus")
        }
        return G_CONVERTER_ERROR
    }
}

private typealias GateConvert =
    @convention(c) (
        OpaquePointer?, UnsafeRawPointer?, gsize, UnsafeMutableRawPointer?, gsize, GConverterFlags,
        UnsafeMutablePointer<gsize>?, UnsafeMutablePointer<gsize>?, UnsafeMutablePointer<UnsafeMutablePointer<GError>?>?
    ) -> GConverterResult
