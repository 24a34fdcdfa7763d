/// Reads the interface definition language (varlink.org, "Interface Definition").
struct InterfaceParser {
    private enum Token: Equatable {
        /// A place in the text: most words are only compared, so none is copied.
        case word(Range<Int>)
        case sign(Sign)
        case end
    }

    /// `(`, `)`, `,`, `:`, `->`, `?`, `[]` and `[string]`.
    private enum Sign { case opening, closing, comma, colon, arrow, optional, array, map }

    /// The number of fields that the checker can note in one word.
    private static let maximumFields = 64

    private(set) var name = ""
    private(set) var methodNames: [String] = []
    private(set) var errorNames: [String] = []
    private(set) var types: [String: VarlinkType] = [:]
    private(set) var methods: [String: VarlinkMethod] = [:]
    private(set) var errors: [String: [VarlinkField]] = [:]

    private let text: [UInt8]
    private var position = 0
    private var line = 1
    private var token = Token.end
    /// The used types' names, with the place of their first use.
    private var uses: [String: Int] = [:]

    /// - Parameter text: UTF-8.
    init(_ text: [UInt8]) {
        self.text = text
    }

    mutating func parse() throws(InterfaceFault) {
        try advance()
        guard try word() == "interface" else { throw fault }
        name = try word()
        guard name.contains(".") else { throw fault }
        while token != .end {
            switch try word() {
            case "type": try parseType()
            case "method": try parseMethod()
            case "error": try parseError()
            default: throw fault
            }
        }
        for (use, line) in uses where types[use] == nil { throw InterfaceFault(line: line) }
    }

    private mutating func parseType() throws(InterfaceFault) {
        let name = try memberName()
        guard types.updateValue(try parseParenthesis(), forKey: name) == nil else { throw fault }
    }

    private mutating func parseMethod() throws(InterfaceFault) {
        let method = try memberName()
        let parameters = try parseFields()
        try expect(.arrow)
        let results = try parseFields()
        let parsed = VarlinkMethod(
            fullName: "\(name).\(method)", name: method, parameters: parameters, results: results)
        guard methods.updateValue(parsed, forKey: method) == nil else { throw fault }
        methodNames.append(method)
    }

    private mutating func parseError() throws(InterfaceFault) {
        let name = try memberName()
        guard errors.updateValue(try parseFields(), forKey: name) == nil else { throw fault }
        errorNames.append(name)
    }

    /// The name of a type, a method or an error.
    private mutating func memberName() throws(InterfaceFault) -> String {
        let name = try word()
        guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first),
            !name.contains("."), !name.contains("-"), !name.contains("_")
        else { throw fault }
        return name
    }

    private mutating func parseFields() throws(InterfaceFault) -> [VarlinkField] {
        guard case .structure(let fields) = try parseParenthesis() else { throw fault }
        return fields
    }

    /// A structure or an enumeration; the token after the first name decides.
    private mutating func parseParenthesis() throws(InterfaceFault) -> VarlinkType {
        try expect(.opening)
        if try skip(.closing) { return .structure([]) }
        var fields: [VarlinkField] = []
        var values: [String] = []
        repeat {
            let name = try word()
            guard !values.contains(name), !fields.contains(where: { $0.name == name }) else { throw fault }
            if try skip(.colon) {
                fields.append(VarlinkField(name: name, type: try parseFieldType()))
            } else {
                values.append(name)
            }
            guard fields.isEmpty || values.isEmpty, fields.count <= Self.maximumFields else { throw fault }
        } while try skip(.comma)
        try expect(.closing)
        return fields.isEmpty ? .enumeration(values) : .structure(fields)
    }

    private mutating func parseFieldType() throws(InterfaceFault) -> VarlinkType {
        if try skip(.optional) {
            let inner = try parseFieldType()
            guard !inner.isNullable else { throw fault }
            return .nullable(inner)
        }
        if try skip(.array) { return .array(try parseFieldType()) }
        if try skip(.map) { return .map(try parseFieldType()) }
        if token == .sign(.opening) { return try parseParenthesis() }
        let line = line
        let name = try word()
        switch name {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        default:
            if uses[name] == nil { uses[name] = line }
            return .named(name)
        }
    }

    private var fault: InterfaceFault { InterfaceFault(line: line) }

    private mutating func word() throws(InterfaceFault) -> String {
        guard case .word(let place) = token else { throw fault }
        try advance()
        return String(decoding: text[place], as: UTF8.self)
    }

    private mutating func expect(_ expected: Sign) throws(InterfaceFault) {
        guard try skip(expected) else { throw fault }
    }

    private mutating func skip(_ wanted: Sign) throws(InterfaceFault) -> Bool {
        guard token == .sign(wanted) else { return false }
        try advance()
        return true
    }

    /// Reads the next token, skipping white space and comments.
    private mutating func advance() throws(InterfaceFault) {
        while position < text.count {
            switch text[position] {
            case UInt8(ascii: "\n"):
                line += 1
                position += 1
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                position += 1
            case UInt8(ascii: "#"):
                while position < text.count, text[position] != UInt8(ascii: "\n") { position += 1 }
            default:
                token = try nextToken()
                return
            }
        }
        token = .end
    }

    private mutating func nextToken() throws(InterfaceFault) -> Token {
        switch text[position] {
        case UInt8(ascii: "("): return taken(.opening, 1)
        case UInt8(ascii: ")"): return taken(.closing, 1)
        case UInt8(ascii: ","): return taken(.comma, 1)
        case UInt8(ascii: ":"): return taken(.colon, 1)
        case UInt8(ascii: "?"): return taken(.optional, 1)
        case UInt8(ascii: "-") where isNext("->"): return taken(.arrow, 2)
        case UInt8(ascii: "[") where isNext("[]"): return taken(.array, 2)
        case UInt8(ascii: "[") where isNext("[string]"): return taken(.map, 8)
        default: break
        }
        let start = position
        while position < text.count, Self.isWordByte(text[position]) { position += 1 }
        guard position > start else { throw fault }
        return .word(start..<position)
    }

    private func isNext(_ sign: String) -> Bool { text[position...].starts(with: sign.utf8) }

    private mutating func taken(_ sign: Sign, _ length: Int) -> Token {
        position += length
        return .sign(sign)
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}
