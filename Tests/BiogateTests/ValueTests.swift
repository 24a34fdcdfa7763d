import ArgumentParser
import GateGuidance
import Testing

@testable import biogate

@Suite("Values on the command line")
struct ValueTests {
    private static let long = String(repeating: "x", count: 300)

    /// Command lines, each with one value that breaks its rule.
    private static let misfits: [(ValueRule, String, [[String]])] = [
        (
            .timeout, "0",
            [["list", "--timeout", "0"], ["--timeout", "0", "list"], ["finger", "--timeout=0", "list"]]
        ),
        (.timeout, "3m", [["sandbox", "--timeout", "3m", "--", "true"]]),
        (.reuse, "6m", [["store", "a", "--reuse", "6m"], ["key", "new", "a", "--reuse", "6m"]]),
        (.reuse, "1h", [["store", "a", "--reuse", "1h"]]),
        (.lineCount, "0", [["log", "--lines", "0"]]),
        (.touchCount, "101", [["sandbox", "touch", "poor", "--times", "101"]]),
        (.touchCount, "0", [["sandbox", "touch", "poor", "--times", "0"]]),
        (
            .itemName, "",
            [["get", ""], ["store", ""], ["show", ""], ["rm", "a", ""], ["renew", ""], ["key", "sign", ""]]
        ),
        (.itemName, long, [["get", long], ["key", "new", long], ["key", "public", long]]),
        (.itemName, "a\nb", [["get", "a\nb"]]),
        (.label, "", [["store", "a", "--label", ""], ["finger", "add", "--label", ""], ["enroll", "--label", ""]]),
        (.label, long, [["store", "a", "--label", long]]),
        (.reason, "", [["ask", ""], ["get", "a", "--reason", ""], ["key", "sign", "a", "--reason", ""]]),
        (.reason, "a\u{1B}b", [["ask", "a\u{1B}b"]]),
        (
            .reader, "",
            [
                ["ask", "Pay", "--reader", ""], ["get", "a", "--reader", ""], ["run", "--reader", "", "--", "a"],
                ["finger", "add", "--reader", ""], ["finger", "remove", "--reader", ""], ["reader", "clear", ""],
                ["renew", "--all", "--reader", ""], ["store", "a", "--reader", ""],
            ]
        ),
        (.user, "no-such-user", [["reset", "--user", "no-such-user"], ["log", "--user", "no-such-user"]]),
        (.finger, "thumb", [["finger", "add", "thumb"], ["enrol", "thumb"], ["finger", "remove", "thumb"]]),
        (.touch, "thumb", [["sandbox", "touch", "thumb"]]),
        (.verb, "buy", [["ask", "Pay", "--verb", "buy"]]),
        (
            .path, "",
            [
                ["list", "--socket", ""], ["get", "a", "--out", ""], ["log", "--directory", ""],
                ["sandbox", "--daemon", "", "--", "true"],
            ]
        ),
        (
            .file, "",
            [
                ["list", "--pin-from", ""], ["store", "a", "--from", ""], ["key", "sign", "a", "--from", ""],
                ["pin", "set", "--old-pin-from", ""], ["pin", "set", "--password-from", ""],
            ]
        ),
        (.variable, "A", [["run", "--env", "A", "--", "true"]]),
        (.variable, "=a", [["run", "--env", "=a", "--", "a"]]),
        (.descriptor, "2=a", [["run", "--fd", "2=a", "--", "a"]]),
        (.descriptor, "256=a", [["run", "--fd", "256=a", "--", "a"]]), (.descriptor, "3=", [["run", "--fd", "3="]]),
    ]

    @Test("A value that breaks its rule is reported with the rule", arguments: ValueRule.allCases)
    func faults(rule: ValueRule) throws {
        let misfits = Self.misfits.filter { $0.0 == rule }
        #expect(!misfits.isEmpty)
        for (_, value, lines) in misfits {
            for line in lines {
                #expect(throws: ValueFault(value: value, rule: rule), "\(line)") { try Biogate.command(for: line) }
            }
        }
    }

    @Test("A value is quoted, truncated if it is long, and followed by its rule in the user's language")
    func texts() {
        let fault = ValueFault(value: Self.long, rule: .itemName)
        #expect(
            Language.en.words.text(fault)
                == "\"\(Self.long.prefix(59))…\" cannot be used here. "
                + "A name has 1 to 255 bytes, and no line ends or other control characters.")
        #expect(Language.nb.words.text(ValueFault(value: "0", rule: .timeout)).hasPrefix("«0» kan ikke brukes her. "))
    }

    @Test("The parser reports other mistakes")
    func others() {
        for line in [["get"], ["get", "a", "b", "--out", "x"], ["list", "--nonsense"]] {
            #expect {
                try Biogate.command(for: line)
            } throws: {
                !($0 is ValueFault)
            }
        }
    }
}
