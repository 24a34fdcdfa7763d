/// A `biogate` command line, to be typed into a POSIX shell.
struct ShellCommand {
    let line: String

    /// Quotes `operand` if the shell needs that, and puts `--` before one that looks like an option.
    init(_ verb: String, _ operand: String? = nil, options: String...) {
        let command = ["biogate", verb]
        guard let operand else {
            line = (command + options).joined(separator: " ")
            return
        }
        let word = Self.quoted(operand)
        let rest = operand.unicodeScalars.first == "-" ? options + ["--", word] : [word] + options
        line = (command + rest).joined(separator: " ")
    }

    /// `text` as one word of the shell, in single quotes if needed (POSIX.1-2024, Shell Command Language, section
    /// 2.2.2).
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: ","):
                true
            default: false
            }
        }
        guard !isPlain || text.isEmpty else { return text }
        let escaped = text.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }
        return "'" + escaped.joined() + "'"
    }
}
