/// A Varlink interface: its text and the parsed definitions.
public struct VarlinkInterface: Sendable {
    /// The reverse-domain name, for example `org.biometricgate.Gate`.
    public let name: String
    /// The description in the interface definition language, as `GetInterfaceDescription` returns it.
    public let text: String
    /// In the text's order.
    public let methodNames: [String]
    /// In the text's order.
    public let errorNames: [String]

    let types: [String: VarlinkType]
    let methods: [String: VarlinkMethod]
    let errors: [String: [VarlinkField]]

    /// Parses a description; throws if it is malformed, uses an undefined type, or defines a name twice.
    public init(parsing text: String) throws(InterfaceFault) {
        try self.init(parsing: Array(text.utf8))
    }

    init(parsing text: [UInt8]) throws(InterfaceFault) {
        var parser = InterfaceParser(text)
        try parser.parse()
        self.text = String(decoding: text, as: UTF8.self)
        name = parser.name
        methodNames = parser.methodNames
        errorNames = parser.errorNames
        types = parser.types
        methods = parser.methods
        errors = parser.errors
    }
}

/// The text is not an interface description.
public struct InterfaceFault: Error, Hashable, Sendable {
    /// The line, counted from 1, at which parsing stopped.
    public let line: Int
}

/// The type of a value.
indirect enum VarlinkType: Hashable, Sendable {
    case bool, int, float, string
    /// Any object.
    case object
    case array(VarlinkType)
    /// An object whose values all have one type.
    case map(VarlinkType)
    case nullable(VarlinkType)
    case enumeration([String])
    case structure([VarlinkField])
    /// A type that the interface defines by this name.
    case named(String)

    var isNullable: Bool {
        if case .nullable = self { true } else { false }
    }
}

/// A member of a structure, a parameter or a result.
struct VarlinkField: Hashable, Sendable {
    let name: String
    let type: VarlinkType
}

/// A method's parameters and results.
struct VarlinkMethod: Hashable, Sendable {
    let fullName: String
    let name: String
    let parameters: [VarlinkField]
    let results: [VarlinkField]
}
