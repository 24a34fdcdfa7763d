import GateModel

/// The variables of an env file: `NAME=value` a line, or `NAME=biogate://ITEM` for a stored item, percent-encoded.
struct EnvFile {
    enum Value: Hashable {
        case plain(String)
        case item(ItemName)
    }

    /// Why a file is not read.
    enum Fault: Error, Hashable {
        /// The line, counted from 1, is none of these.
        case line(Int)
        /// The variable changes how programs are loaded or found.
        case reserved(String)
    }

    let variables: [(name: String, value: Value)]

    /// A line that is not UTF-8 is at fault, because a variable would get other bytes than the file has.
    init(_ bytes: [UInt8], allowing allowed: Set<String>) throws(Fault) {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            throw .line((lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1)
        }
        try self.init(text, allowing: allowed)
    }

    /// Empty lines and comments (`#`) are left out. A value may be in quotation marks. `allowed`: the reserved names that
    /// the user allows.
    init(_ text: String, allowing allowed: Set<String> = []) throws(Fault) {
        var variables: [(name: String, value: Value)] = []
        for (index, line) in text.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }
        ).enumerated() {
            var line = ItemReference.trimmed(line)
            if line.isEmpty || line.hasPrefix("#") { continue }
            if line.hasPrefix("export ") { line = ItemReference.trimmed(line.dropFirst(7)) }
            guard let equals = line.firstIndex(of: "="), let value = Self.value(line[line.index(after: equals)...])
            else { throw .line(index + 1) }
            let name = String(ItemReference.trimmed(line[..<equals]))
            guard Self.isName(name) else { throw .line(index + 1) }
            guard !Self.isReserved(name) || allowed.contains(name) else { throw .reserved(name) }
            // The last line of a name counts, as in a shell.
            variables.removeAll { $0.name == name }
            variables.append((name, value))
        }
        self.variables = variables
    }

    /// Whether the variable makes programs load or run other code, or is the command line's own.
    static func isReserved(_ name: String) -> Bool {
        ["PATH", "BASH_ENV", "IFS", "PYTHONPATH"].contains(name)
            || ["LD_", "BIOGATE_"].contains { name.hasPrefix($0) }
    }

    private static func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else {
            return false
        }
        return name.unicodeScalars.allSatisfy {
            $0 == "_" || ($0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)))
        }
    }

    private static func value(_ text: Substring) -> Value? {
        var text = ItemReference.trimmed(text)
        if text.count > 1, let mark = text.first, mark == "\"" || mark == "'", text.last == mark {
            text = text.dropFirst().dropLast()
        }
        guard let reference = ItemReference(text) else { return text.utf8.contains(0) ? nil : .plain(String(text)) }
        return reference.item.map { .item($0) }
    }
}
