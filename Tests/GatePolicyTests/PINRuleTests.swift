import GateModel
import Testing

@testable import GatePolicy

@Suite("PIN rules")
struct PINRuleTests {
    @Test(
        "A PIN consists only of digits, is long enough, and is neither one repeated digit nor a straight run",
        arguments: [
            ("135246", nil), ("12345", PINRule.tooShort), ("", .tooShort), ("12a456", .notDigits),
            ("１２３４５６", .notDigits),
            ("111111", .tooSimple), ("123456", .tooSimple), ("654321", .tooSimple), ("567890", .tooSimple),
            ("012345", .tooSimple), ("098765", .tooSimple), ("890123", .tooSimple), ("112233", nil), ("246802", nil),
            (String(repeating: "13", count: 32), nil), (String(repeating: "13", count: 33), .tooLong),
        ])
    func rules(pin: String, rule: PINRule?) {
        #expect(PINRule.broken(by: Array(pin.utf8), minimumLength: 6) == rule)
    }
}
