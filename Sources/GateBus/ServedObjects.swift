/// The interfaces and the handler of an object at a path of the bus.
struct ServedObject {
    let interfaces: [BusInterface]
    let property: (_ interface: String, _ name: String) -> BusArgument?
    let call: (BusMethodCall) -> Void
}

/// Finds what a call asks for among the served objects. Pure.
struct CallTarget: Hashable {
    let path: String
    /// Empty if the call names none.
    let interface: String
    let method: String
    /// The types of its arguments.
    let signature: String

    enum Found: Equatable {
        /// A method of the object itself, in this interface.
        case method(of: String)
        case get
        case getAll
        case set
        case introspect
        case ping
        case machine
        case refused(BusRefusal)
    }

    /// sd-bus would answer calls of `Peer` itself, and count a machine without a number as the connection's end.
    func found(among objects: [String: [BusInterface]]) -> Found {
        if interface == BusInterface.peer.name {
            switch (method, signature) {
            case ("Ping", ""): return .ping
            case ("GetMachineId", ""): return .machine
            case ("Ping", _), ("GetMachineId", _): return .refused(.wrongTypes(signature, expected: ""))
            default: return .refused(.noMethod(method))
            }
        }
        let own = objects[path]
        let isParent = objects.keys.contains { Self.child(of: path, towards: $0) != nil }
        guard own != nil || isParent else { return .refused(.noObject(path)) }
        let standard = own == nil ? [BusInterface.introspection] : [.properties, .introspection]
        let named = ((own ?? []) + standard).filter { interface.isEmpty || $0.name == interface }
        guard !named.isEmpty else { return .refused(.noInterface(interface, path)) }
        for described in named {
            guard let method = described.methods.first(where: { $0.name == self.method }) else { continue }
            guard method.signature == signature else {
                return .refused(.wrongTypes(signature, expected: method.signature))
            }
            switch (described.name, method.name) {
            case (BusInterface.properties.name, "Get"): return .get
            case (BusInterface.properties.name, "GetAll"): return .getAll
            case (BusInterface.properties.name, _): return .set
            case (BusInterface.introspection.name, _): return .introspect
            default: return .method(of: described.name)
            }
        }
        return .refused(.noMethod(method))
    }

    /// The description of the path: its interfaces and the names below it.
    func introspection(among objects: [String: [BusInterface]]) -> String {
        let own = objects[path]
        let interfaces = own.map { [.properties, .introspection, .peer] + $0 } ?? []
        let names = Set(objects.keys.compactMap { Self.child(of: path, towards: $0) }).sorted()
        let lines =
            [
                "<!DOCTYPE node PUBLIC \"-//freedesktop//DTD D-BUS Object Introspection 1.0//EN\"",
                "  \"http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd\">", "<node>",
            ] + interfaces.map(\.xml) + names.map { "  <node name=\"\($0)\"/>" } + ["</node>", ""]
        return lines.joined(separator: "\n")
    }

    /// The name below `parent` on the way to a path further down; nil if it is not below.
    private static func child(of parent: String, towards path: String) -> String? {
        let beginning = parent == "/" ? parent : parent + "/"
        guard path.hasPrefix(beginning), path.count > beginning.count else { return nil }
        return path.dropFirst(beginning.count).split(separator: "/").first.map(String.init)
    }
}

/// Why a call does not reach an object, in the words of GDBus, which fprintd uses.
enum BusRefusal: Hashable {
    case noObject(String)
    case noInterface(String, String)
    case noMethod(String)
    case wrongTypes(String, expected: String)
    case noProperty(String)
    case noPropertyInterface(String)
    case readOnly(String)
    case noMachine

    var name: String {
        switch self {
        case .noObject, .noInterface, .noMethod: BusName.errors + "UnknownMethod"
        case .wrongTypes, .noProperty, .noPropertyInterface, .readOnly: BusName.errors + "InvalidArgs"
        case .noMachine: BusName.errors + "Failed"
        }
    }

    var text: String {
        switch self {
        case .noObject(let path): "Object does not exist at path “\(path)”"
        case .noInterface(let interface, let path): "No such interface “\(interface)” on object at path \(path)"
        case .noMethod(let method): "No such method “\(method)”"
        case .wrongTypes(let types, let expected):
            "Type of message, “(\(types))”, does not match expected type “(\(expected))”"
        case .noProperty(let name): "No such property “\(name)”"
        case .noPropertyInterface(let name): "No such interface “\(name)”"
        case .readOnly(let name): "Property “\(name)” is not writable"
        case .noMachine: "This machine has no number"
        }
    }
}
