import CGio

/// A method call that another program made of an object that is served here.
package struct BusMethodCall: Sendable {
    /// The caller's unique name, by which the bus names each connection.
    package let sender: String
    package let path: String
    package let interface: String
    package let method: String
    /// A structure of the types that the object's description says.
    package let arguments: BusValue
    package let invocation: BusInvocation
}

/// The answer to one method call, which is given once; one that is never given is an error's.
@safe
package final class BusInvocation {
    /// Nil once it is answered.
    private var pointer: OpaquePointer?
    private let sender: String
    /// Counts the call; nil where calls are not limited.
    private let filter: CallFilter?

    /// - Parameter pointer: a reference that the caller gives up.
    fileprivate init(adopting pointer: OpaquePointer, from sender: String, countedBy filter: CallFilter?) {
        unsafe self.pointer = pointer
        self.sender = sender
        self.filter = filter
    }

    deinit { refuse("org.freedesktop.DBus.Error.NoReply", "There is no answer.") }

    /// Without effect where it is answered already.
    package func reply(_ values: [BusArgument] = []) {
        // Takes the reference over, and that of the values. The answer may be followed by the next call at once, so the
        // place is free before.
        if let pointer = unsafe pointer.take() {
            filter?.ended(from: sender)
            unsafe g_dbus_method_invocation_return_value(pointer, BusArgument.tuple(values))
        }
    }

    /// Answers with an error; without effect where it is answered already.
    package func refuse(_ name: String, _ message: String) {
        if let pointer = unsafe pointer.take() {
            filter?.ended(from: sender)
            unsafe g_dbus_method_invocation_return_dbus_error(pointer, name, message)
        }
    }
}

// An invocation may be answered on any thread; what holds it is the bus executor's alone.
extension BusInvocation: @unchecked Sendable {}

extension BusConnection {
    /// Asks for a name, and reports that it is this connection's, or that it is not, or not any more.
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

    /// Serves an object, whose interfaces are described in the language of `Introspect`; false where the description cannot be
    /// read, or somebody serves that path already.
    ///
    /// Calls whose arguments are not as described are refused before they come here. `property` is asked for those that are
    /// described; nil refuses.
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
            // The table is copied, and the description referenced, by the call.
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

    /// Ends the serving of an object; without effect where there is none.
    package func unexport(_ path: String) {
        for number in exports.removeValue(forKey: path) ?? [] {
            unsafe _ = g_dbus_connection_unregister_object(connection.pointer, number)
        }
    }

    /// Sends a signal to everybody who listens, or to one connection alone.
    package func emit(
        _ member: String, of interface: String, on path: String, to destination: String? = nil, _ values: [BusArgument]
    ) {
        // Fails only where one of the names is none.
        unsafe _ = g_dbus_connection_emit_signal(
            connection.pointer, destination, path, interface, member, BusArgument.tuple(values), nil)
    }

    /// Tells everybody of properties that have changed (`org.freedesktop.DBus.Properties`).
    package func emitChanged(_ properties: [(String, BusArgument)], of interface: String, on path: String) {
        emit(
            "PropertiesChanged", of: "org.freedesktop.DBus.Properties", on: path,
            [.text(interface), .dictionary(properties), .texts([])])
    }
}

/// The user data of an interface that is served, freed by GLib with it.
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

    /// The reference that `release` takes back.
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
