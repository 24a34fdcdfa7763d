import CGio

/// A method call from another program to an object served here.
package struct BusMethodCall: Sendable {
    /// The caller's unique name on the bus.
    package let sender: String
    package let path: String
    package let interface: String
    package let method: String
    /// A structure with the types of the object's description.
    package let arguments: BusValue
    package let invocation: BusInvocation
}

/// Answers one method call, once; without an answer it fails with an error.
@safe
package final class BusInvocation {
    /// Nil once answered.
    private var pointer: OpaquePointer?
    private let sender: String
    /// Counts the call; nil without limits.
    private let filter: CallFilter?

    /// - Parameter pointer: a reference that this value takes over.
    fileprivate init(adopting pointer: OpaquePointer, from sender: String, countedBy filter: CallFilter?) {
        unsafe self.pointer = pointer
        self.sender = sender
        self.filter = filter
    }

    deinit { refuse("org.freedesktop.DBus.Error.NoReply", "There is no answer.") }

    /// Does nothing if the call is answered already.
    package func reply(_ values: [BusArgument] = []) {
        // Takes over the references of the invocation and the values. The next call may follow at once, so the place is
        // freed before the answer.
        if let pointer = unsafe pointer.take() {
            filter?.ended(from: sender)
            unsafe g_dbus_method_invocation_return_value(pointer, BusArgument.tuple(values))
        }
    }

    /// Answers with an error; does nothing if the call is answered already.
    package func refuse(_ name: String, _ message: String) {
        if let pointer = unsafe pointer.take() {
            filter?.ended(from: sender)
            unsafe g_dbus_method_invocation_return_dbus_error(pointer, name, message)
        }
    }
}

// Any thread may answer an invocation; its holders stay on the bus executor.
extension BusInvocation: @unchecked Sendable {}

extension BusConnection {
    /// Requests a name, and reports when this connection gets it, does not get it, or loses it.
    package func own(_ name: String, acquired: @escaping () -> Void, lost: @escaping () -> Void) {
        let handler = BusHandler { report in
            switch report {
            case .appeared: acquired()
            case .none, .signal: lost()
            }
        }
        let number = unsafe g_bus_own_name_on_connection(
            connection.pointer, name, G_BUS_NAME_OWNER_FLAGS_NONE,
            { _, _, handler in unsafe BusHandler.call(handler, with: .appeared) },
            { _, _, handler in unsafe BusHandler.call(handler, with: .none) }, handler.passRetained(),
            BusHandler.release)
        ownedNames.append(number)
    }

    /// Serves an object whose interfaces are described in the language of `Introspect`; false if the description is
    /// invalid, or the path is served already.
    ///
    /// Calls that do not fit the description are refused before. `property` returns a described property; nil refuses.
    package func export(
        _ path: String, describedBy description: String,
        property: @escaping (_ interface: String, _ name: String) -> BusArgument?,
        call: @escaping (BusMethodCall) -> Void
    ) -> Bool {
        guard let node = unsafe g_dbus_node_info_new_for_xml(description, nil) else { return false }
        defer { unsafe g_dbus_node_info_unref(node) }
        var interfaces = unsafe node.pointee.interfaces
        while let interface = unsafe interfaces?.pointee {
            let served = ServedInterface(property: property, call: call, filter: callFilter)
            var table = GDBusInterfaceVTable()
            unsafe table.method_call = ServedInterface.called
            unsafe table.get_property = ServedInterface.read
            // The call copies the table and retains the description.
            let number = unsafe g_dbus_connection_register_object(
                connection.pointer, path, interface, &table, served.passRetained(), ServedInterface.release, nil)
            guard number != 0 else {
                unexport(path)
                return false
            }
            exports[path, default: []].append(number)
            unsafe interfaces = interfaces?.successor()
        }
        return true
    }

    /// Stops serving an object, if it is served.
    package func unexport(_ path: String) {
        for number in exports.removeValue(forKey: path) ?? [] {
            unsafe _ = g_dbus_connection_unregister_object(connection.pointer, number)
        }
    }

    /// Sends a signal to all listeners, or only to one connection.
    package func emit(
        _ member: String, of interface: String, on path: String, to destination: String? = nil, _ values: [BusArgument]
    ) {
        // Fails only if a name is invalid.
        unsafe _ = g_dbus_connection_emit_signal(
            connection.pointer, destination, path, interface, member, BusArgument.tuple(values), nil)
    }

    /// Announces changed properties to all listeners (`org.freedesktop.DBus.Properties`).
    package func emitChanged(_ properties: [(String, BusArgument)], of interface: String, on path: String) {
        emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties", on: path,
            [.text(interface), .dictionary(properties), .texts([])])
    }
}

/// The user data of a served interface, freed by GLib with it.
@safe
private final class ServedInterface {
    private let property: (String, String) -> BusArgument?
    private let call: (BusMethodCall) -> Void
    private let filter: CallFilter?

    init(
        property: @escaping (String, String) -> BusArgument?, call: @escaping (BusMethodCall) -> Void,
        filter: CallFilter?
    ) {
        self.property = property
        self.call = call
        self.filter = filter
    }

    /// Returns the reference that `release` releases.
    func passRetained() -> UnsafeMutableRawPointer { unsafe Unmanaged.passRetained(self).toOpaque() }

    static let release: GDestroyNotify = { served in
        guard let served = unsafe served else { return }
        unsafe Unmanaged<ServedInterface>.fromOpaque(served).release()
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> ServedInterface? {
        guard let data = unsafe data else { return nil }
        return unsafe Unmanaged<ServedInterface>.fromOpaque(data).takeUnretainedValue()
    }

    static let called: GDBusInterfaceMethodCallFunc = { _, sender, path, interface, method, arguments, pointer, data in
        guard let pointer = unsafe pointer else { return }
        let served = unsafe of(data)
        let caller = unsafe sender.map { unsafe String(cString: $0) } ?? ""
        let isTaken = served?.filter?.begun(from: caller) ?? true
        let invocation = unsafe BusInvocation(
            adopting: pointer, from: caller, countedBy: isTaken ? served?.filter : nil)
        guard isTaken else { return invocation.refuse(CallFilter.limitsExceeded, CallFilter.refusalText) }
        guard let served, let path = unsafe path, let interface = unsafe interface, let method = unsafe method,
            let arguments = unsafe arguments
        else { return }
        served.call(
            unsafe BusMethodCall(
                sender: caller, path: String(cString: path), interface: String(cString: interface),
                method: String(cString: method), arguments: BusValue(arguments), invocation: invocation))
    }

    static let read: GDBusInterfaceGetPropertyFunc = { _, _, _, interface, name, error, data in
        if let served = unsafe of(data), let interface = unsafe interface, let name = unsafe name,
            let value = unsafe served.property(String(cString: interface), String(cString: name))
        {
            return unsafe value.variant
        }
        unsafe g_set_error_literal(error, g_dbus_error_quark(), Int32(bitPattern: G_DBUS_ERROR_FAILED.rawValue), "none")
        return nil
    }
}
