import Testing

@testable import GateWire

@Suite("The interfaces' comments") struct CommentTests {
    /// The comment of a name in a text, and the members of its definition.
    private struct Definition {
        let name: String
        let comment: String
        /// The lines from the one with the name to the last.
        var lines: [String]
    }

    /// The comment before `interface`, and the definitions after it, each with the comment directly above.
    private func read(_ text: String) -> (head: [String], definitions: [Definition]) {
        var head: [String] = []
        var definitions: [Definition] = []
        var comment: [String] = []
        var depth = 0
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map({ $0.trimmed }) {
            if depth > 0 {
                definitions[definitions.count - 1].lines.append(line)
            } else if line.hasPrefix("#") {
                comment.append(line)
                continue
            } else if line.hasPrefix("interface ") {
                head = comment
            } else if let name = ["type ", "method ", "error "].first(where: line.hasPrefix) {
                let name = String(line.dropFirst(name.count).prefix { $0.isLetter })
                definitions.append(Definition(name: name, comment: comment.joined(separator: "\n"), lines: [line]))
            }
            comment = []
            guard !line.hasPrefix("#") else { continue }
            depth += line.count { $0 == "(" } - line.count { $0 == ")" }
        }
        return (head, definitions)
    }

    /// The names that the first comment explains for all methods and errors: `  name, name: …`.
    private func glossary(_ head: [String]) -> Set<String> {
        Set(
            head.filter { $0.hasPrefix("#   ") }
                .flatMap { $0.dropFirst(4).prefix { $0 != ":" }.split(separator: ",") }
                .map { String($0).trimmed })
    }

    /// The names without a comment: a definition's, or a member's after its definition's.
    private func uncommented(_ interface: VarlinkInterface) -> [String] {
        let (head, definitions) = read(interface.text)
        let known = glossary(head)
        return definitions.flatMap { definition -> [String] in
            var fields: [VarlinkField] = interface.errors[definition.name] ?? []
            if case .structure(let members) = interface.types[definition.name] { fields += members }
            if let method = interface.methods[definition.name] { fields += method.parameters + method.results }
            let isType = interface.types[definition.name] != nil
            let members = fields.map(\.name).filter { member in
                if !isType, known.contains(member) { return false }
                if definition.comment.words.contains(member) { return false }
                return !definition.lines.indices.contains { index in
                    index > 0 && definition.lines[index].hasPrefix(member + ":")
                        && definition.lines[index - 1].hasPrefix("#")
                }
            }
            return (definition.comment.isEmpty ? [definition.name] : [])
                + members.map { "\(definition.name).\($0)" }
        }
    }

    @Test("Every type, method, error and member of the gate interface has a comment")
    func gate() {
        #expect(uncommented(.gate) == [])
        let names = read(VarlinkInterface.gate.text).definitions.map(\.name)
        #expect(
            Set(names)
                == Set(VarlinkInterface.gate.methodNames + VarlinkInterface.gate.errorNames)
                .union(VarlinkInterface.gate.types.keys))
    }

    @Test("Every type, method, error and member of the passkeys interface has a comment")
    func passkeys() { #expect(uncommented(.passkeys) == []) }

    @Test("A member without a comment is found")
    func found() throws {
        let interface = try VarlinkInterface(
            parsing: """
                # Of the members:
                #   c, d: everywhere the same.
                interface a.b

                # a: said.
                type T (
                  a: int,
                  # Said.
                  b: (
                    x,
                    y
                  ),
                  c: int
                )
                type U (a: int)

                # Does it.
                method M(c: int, e: int) -> (d: int, f: int)

                error E (d: int)
                """)
        #expect(uncommented(interface) == ["T.c", "U", "U.a", "M.e", "M.f", "E"])
    }
}

extension StringProtocol {
    /// Without white space around it.
    fileprivate var trimmed: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// Its runs of letters.
    fileprivate var words: Set<String> { Set(split(whereSeparator: { !$0.isLetter }).map { String($0) }) }
}
