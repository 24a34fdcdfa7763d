/// An interface of a served object, as introspection tells it.
package struct BusInterface: Sendable {
    /// A value's name and type.
    package struct Member: Sendable {
        let name: String
        let type: String

        package init(_ name: String, _ type: String) {
            self.name = name
            self.type = type
        }
    }

    package struct Method: Sendable {
        let name: String
        let takes: [Member]
        let gives: [Member]

        package init(_ name: String, _ takes: [Member] = [], gives: [Member] = []) {
            self.name = name
            self.takes = takes
            self.gives = gives
        }

        /// The types of its arguments.
        var signature: String { takes.map(\.type).joined() }
    }

    package struct Signal: Sendable {
        let name: String
        let values: [Member]

        package init(_ name: String, _ values: [Member]) {
            self.name = name
            self.values = values
        }
    }

    let name: String
    let methods: [Method]
    let signals: [Signal]
    /// Other programs read them, and do not write them.
    let properties: [Member]

    package init(_ name: String, methods: [Method], signals: [Signal] = [], properties: [Member] = []) {
        self.name = name
        self.methods = methods
        self.signals = signals
        self.properties = properties
    }

    var xml: String {
        var lines = ["  <interface name=\"\(name)\">"]
        for method in methods {
            lines.append("    <method name=\"\(method.name)\">")
            lines += method.takes.map { "      <arg type=\"\($0.type)\" name=\"\($0.name)\" direction=\"in\"/>" }
            lines += method.gives.map { "      <arg type=\"\($0.type)\" name=\"\($0.name)\" direction=\"out\"/>" }
            lines.append("    </method>")
        }
        for signal in signals {
            lines.append("    <signal name=\"\(signal.name)\">")
            lines += signal.values.map { "      <arg type=\"\($0.type)\" name=\"\($0.name)\"/>" }
            lines.append("    </signal>")
        }
        lines += properties.map { "    <property type=\"\($0.type)\" name=\"\($0.name)\" access=\"read\"/>" }
        return (lines + ["  </interface>"]).joined(separator: "\n")
    }

    /// The interfaces that every served object has.
    static let properties = BusInterface(
        "org.freedesktop.DBus.Properties",
        methods: [
            Method(
                "Get", [Member("interface_name", "s"), Member("property_name", "s")], gives: [Member("value", "v")]),
            Method("GetAll", [Member("interface_name", "s")], gives: [Member("properties", "a{sv}")]),
            Method("Set", [Member("interface_name", "s"), Member("property_name", "s"), Member("value", "v")]),
        ],
        signals: [
            Signal(
                "PropertiesChanged",
                [
                    Member("interface_name", "s"), Member("changed_properties", "a{sv}"),
                    Member("invalidated_properties", "as"),
                ])
        ])
    static let introspection = BusInterface(
        "org.freedesktop.DBus.Introspectable", methods: [Method("Introspect", gives: [Member("xml_data", "s")])])
    static let peer = BusInterface(
        "org.freedesktop.DBus.Peer",
        methods: [Method("Ping"), Method("GetMachineId", gives: [Member("machine_uuid", "s")])])
}
