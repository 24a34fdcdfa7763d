import GateWire

/// The interfaces as the tests read them, with a parser of Varlink's language and a checker of values that are
/// independent of the daemon's.
struct Contract: Hashable, Sendable {
    indirect enum Shape: Hashable, Sendable {
        case bool, int, float, string, object
        case array(Shape)
        case map(Shape)
        case optional(Shape)
        case choice([String])
        case structure([String: Shape])
        case named(String)
    }

    struct Method: Hashable, Sendable {
        let parameters: Shape
        let results: Shape
    }

    private var types: [String: Shape] = [:]
    /// Keyed by full name.
    private(set) var methods: [String: Method] = [:]
    private var errors: [String: Shape] = [:]

    /// The interfaces of the gate's socket. Types of one name in two of them are the same.
    static let served: Contract? = try? Contract(VarlinkInterface.gate.onSocket.map(\.text))

    init(_ texts: [String]) throws {
        for text in texts { try read(text) }
    }

    // MARK: Checking

    /// How a reply to a method violates the contract; empty if it does not.
    func violations(of reply: JSON, to method: String, more: Bool) -> [String] {
        guard case .object(let members) = reply else { return ["the reply is no object"] }
        var found = members.keys.filter { !["parameters", "error", "continues"].contains($0) }.map { "unknown \($0)" }
        let continues = reply["continues"] == true
        let parameters = reply["parameters"] == .null ? [:] : reply["parameters"]
        if continues && !more { found.append("continues, although nobody asked for more") }
        if let error = reply["error"].string {
            if continues { found.append("an error that continues") }
            guard let shape = errors[error] else { return found + ["unknown error \(error)"] }
            return found + violations(of: parameters, shape, at: error)
        }
        guard let shape = methods[method]?.results else { return found + ["a result of the unknown method \(method)"] }
        found += violations(of: parameters, shape, at: method)
        if case .structure(let fields) = shape, fields["progress"] != nil {
            let hasResult = fields.keys.contains { $0 != "progress" && parameters[$0] != .null }
            if continues != (parameters["progress"] != .null) || continues == hasResult {
                found.append("neither progress that continues nor a result that ends")
            }
        }
        return found
    }

    /// Whether an error is in the contract, for any method; a result is not an error.
    func knowsError(of reply: JSON) -> Bool {
        guard let error = reply["error"].string else { return reply["error"] == .null }
        guard let shape = errors[error] else { return false }
        let parameters = reply["parameters"] == .null ? [:] : reply["parameters"]
        return violations(of: parameters, shape, at: error).isEmpty
    }

    private func violations(of value: JSON, _ shape: Shape, at place: String) -> [String] {
        switch (shape, value) {
        case (.bool, .bool), (.int, .integer), (.float, .integer), (.float, .number), (.string, .string),
            (.object, .object), (.optional, .null):
            return []
        case (.optional(let inner), _): return violations(of: value, inner, at: place)
        case (.array(let inner), .array(let elements)):
            return elements.flatMap { violations(of: $0, inner, at: place + "[]") }
        case (.map(let inner), .object(let members)):
            return members.flatMap { violations(of: $1, inner, at: "\(place).\($0)") }
        case (.choice(let names), .string(let name)):
            return names.contains(name) ? [] : ["\(place) is the unknown \(name)"]
        case (.structure(let fields), .object(let members)):
            return members.keys.filter { fields[$0] == nil }.map { "\(place) has the unknown \($0)" }
                + fields.flatMap { violations(of: members[$0] ?? .null, $1, at: "\(place).\($0)") }
        case (.named(let name), _):
            return types[name].map { violations(of: value, $0, at: place) } ?? ["\(place) is of the unknown \(name)"]
        default: return ["\(place) is \(value)"]
        }
    }

    // MARK: Reading

    private struct Unreadable: Error {
        let near: String
    }

    private mutating func read(_ text: String) throws {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var tokens = Tokens(text: lines.map { $0.prefix { $0 != "#" } }.joined(separator: "\n"))
        try tokens.expect("interface")
        let interface = try tokens.word()
        while let keyword = tokens.next() {
            let name = try tokens.word()
            switch keyword {
            case "type": types[name] = try tokens.parenthesis()
            case "error": errors["\(interface).\(name)"] = try tokens.structure()
            case "method":
                let parameters = try tokens.structure()
                try tokens.expect("->")
                methods["\(interface).\(name)"] = Method(parameters: parameters, results: try tokens.structure())
            default: throw Unreadable(near: keyword)
            }
        }
    }

    private struct Tokens {
        private var rest: [String]

        init(text: String) {
            var padded = ""
            for character in text { padded += "(),:".contains(character) ? " \(character) " : String(character) }
            rest = padded.split(whereSeparator: \.isWhitespace).reversed().map(String.init)
        }

        mutating func next() -> String? { rest.popLast() }

        mutating func word() throws -> String {
            guard let word = next(), let first = word.first, first.isLetter else { throw Unreadable(near: "name") }
            return word
        }

        mutating func expect(_ token: String) throws {
            guard next() == token else { throw Unreadable(near: token) }
        }

        mutating func structure() throws -> Shape {
            let shape = try parenthesis()
            if case .choice(let names) = shape, names.isEmpty { return .structure([:]) }
            return shape
        }

        /// A structure, or the names of an enumeration.
        mutating func parenthesis() throws -> Shape {
            try expect("(")
            var fields: [String: Shape] = [:]
            var names: [String] = []
            while rest.last != ")" {
                let name = try word()
                if rest.last == ":" {
                    try expect(":")
                    fields[name] = try shape()
                } else {
                    names.append(name)
                }
                if rest.last != ")" { try expect(",") }
            }
            try expect(")")
            return fields.isEmpty ? .choice(names) : .structure(fields)
        }

        private mutating func shape() throws -> Shape {
            guard let token = rest.last else { throw Unreadable(near: "type") }
            for (sign, wrap) in [("?", Shape.optional), ("[]", Shape.array), ("[string]", Shape.map)]
            where token.hasPrefix(sign) {
                rest.removeLast()
                let behind = String(token.dropFirst(sign.count))
                if !behind.isEmpty { rest.append(behind) }
                return wrap(try shape())
            }
            if token == "(" { return try parenthesis() }
            switch try word() {
            case "bool": return .bool
            case "int": return .int
            case "float": return .float
            case "string": return .string
            case "object": return .object
            case let name: return .named(name)
            }
        }
    }
}
