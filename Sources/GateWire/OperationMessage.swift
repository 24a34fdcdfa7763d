public import GateModel
public import GateSecret

/// The message does not have the form of `OperationMessage`, or exceeds one of its limits.
public struct OperationFault: Error, Hashable, Sendable {
    public init() {}
}

/// A message on a connection between the daemon and one of its processes that serves several operations at once. Like
/// Varlink's, it is a JSON object and a NUL, with the number of its operation.
public struct OperationMessage: Sendable {
    /// Templates in one message, and the bytes of each.
    public static let templates = 1024
    public static let templateBytes = 131_072
    /// Bytes of a text in the parameters, as written: room for 255 bytes that are all escaped. Comparing a text takes
    /// time quadratic in its length.
    private static let textBytes = 2048
    /// Keys and values of the parameters, enough for more than 64 readers.
    private static let values = 4096

    /// Chosen by the side that began the operation; 0 is for none.
    public let operation: UInt32
    public let name: String
    public let parameters: WireObject
    public let templates: [Template]

    public init(operation: UInt32, name: String, parameters: WireObject = [:], templates: [Template] = []) {
        self.operation = operation
        self.name = name
        self.parameters = parameters
        self.templates = templates
    }

    /// In memory that is wiped if it holds templates.
    public var frame: OutgoingFrame {
        var writer = JSONWriter()
        writer.open()
        writer.member("operation", .integer(Int64(operation)))
        writer.member("name", .string(name))
        if !parameters.isEmpty { writer.member("parameters", .object(parameters)) }
        if !templates.isEmpty { writer.holes("templates", templates.count) }
        writer.close()
        writer.end()
        guard !templates.isEmpty else { return OutgoingFrame(plain: writer.bytes) }
        let count = templates.reduce(0) { $0 + Base64.encodedCount($1.bytes.count) }
        return unsafe OutgoingFrame(writer, secretCount: count) { hole, room in
            let start = unsafe room
            var written = 0
            let template = templates[hole].bytes
            Base64.encode(template.span) { byte in
                // The frame has room for each encoded template.
                unsafe start[written] = byte
                written += 1
            }
            unsafe room = UnsafeMutableRawBufferPointer(rebasing: start[written...])
        }
    }

    /// Reads a frame, given without its NUL; takes any bytes.
    public init(_ frame: borrowing SecretBytes) throws(OperationFault) {
        self = try frame.withSpan { (bytes) throws(OperationFault) -> OperationMessage in
            guard let document = try? JSONDocument(bytes), document.repeatedKey == nil, document.uncomparedKey == nil,
                document.nodes[0].kind == .object
            else { throw OperationFault() }
            var operation: UInt32?
            var name: String?
            var parameters = WireObject()
            var templates: [Template] = []
            try document.forEachMember(of: 0) { (key, value) throws(OperationFault) in
                let (key, node) = (document.nodes[key], document.nodes[value])
                if key.isString("operation", in: bytes) {
                    operation = node.integer(in: bytes).flatMap(UInt32.init(exactly:))
                } else if key.isString("name", in: bytes) {
                    guard node.isString, node.end - node.start <= 64 else { throw OperationFault() }
                    name = node.text(in: bytes)
                } else if key.isString("parameters", in: bytes) {
                    let texts = document.nodes[value..<Int(node.next)].filter(\.isString)
                    guard Int(node.next) - value <= Self.values,
                        texts.allSatisfy({ $0.end - $0.start <= Self.textBytes }),
                        let object = document.value(at: value, in: bytes)?.objectValue
                    else { throw OperationFault() }
                    parameters = object
                } else if key.isString("templates", in: bytes), node.kind == .array {
                    try document.forEachElement(of: value) { (element) throws(OperationFault) in
                        templates.append(try Self.template(document.nodes[element], bytes))
                        guard templates.count <= Self.templates else { throw OperationFault() }
                    }
                } else {
                    throw OperationFault()
                }
            }
            guard let operation, let name else { throw OperationFault() }
            return OperationMessage(
                operation: operation, name: name, parameters: parameters, templates: templates)
        }
    }

    private static func template(_ node: JSONNode, _ bytes: Span<UInt8>) throws(OperationFault) -> Template {
        guard node.isString, Int(node.end - node.start) <= Base64.encodedCount(templateBytes) else {
            throw OperationFault()
        }
        var decoder = Base64Decoder()
        var decoded: [UInt8] = []
        decoded.reserveCapacity(Int(node.end - node.start) / 4 * 3)
        node.forEachByte(in: bytes) { character in decoder.feed(character) { decoded.append($0) } }
        guard decoder.isComplete else { throw OperationFault() }
        return Template(bytes: decoded)
    }
}
