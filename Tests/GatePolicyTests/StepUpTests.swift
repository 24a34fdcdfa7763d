import GateModel
import Testing

@testable import GatePolicy

@Suite("Step-up")
struct StepUpTests {
    private func ledger(_ factor: Factor = .fingerprint, at seconds: Double = 100) -> AuthenticationLedger {
        var ledger = AuthenticationLedger()
        ledger.record(Authentication(factor: factor, at: moment(seconds), reader: nil))
        return ledger
    }

    private func isReused(_ access: Access, call: Int, age: Double, _ factor: Factor = .fingerprint) -> Bool {
        ledger(factor).reusable(for: access, maximumAge: .seconds(call), at: moment(100 + age)) != nil
    }

    @Test("An authentication counts up to exactly the age that call and item allow, and zero is never")
    func ages() {
        let access = Access(factors: [.fingerprint], maximumAge: .seconds(120))
        #expect(isReused(access, call: 120, age: 120))
        #expect(!isReused(access, call: 120, age: 120.001))
        #expect(!isReused(access, call: 60, age: 61))
        #expect(!isReused(access, call: 300, age: 121))
        #expect(!isReused(access, call: 0, age: 0))
        #expect(!isReused(Access(), call: 300, age: 0))
        #expect(!isReused(Access(maximumAge: .seconds(900)), call: 900, age: 301))
    }

    @Test("A PIN counts for an item only if the item allows it, and only the PIN whose key is kept")
    func keptPIN() {
        let allowing = Access(factors: Factor.allCases, maximumAge: .seconds(60), reusesPIN: true)
        let refusing = Access(factors: Factor.allCases, maximumAge: .seconds(60))
        let pin = Authentication(factor: .pin, at: moment(100), reader: nil)
        func isReused(_ access: Access, _ pin: Authentication?, _ seconds: Int = 60, after age: Double = 1) -> Bool {
            ledger(.pin).reusable(for: access, pin: pin, maximumAge: .seconds(seconds), at: moment(100 + age)) != nil
        }
        #expect(isReused(allowing, pin))
        #expect(isReused(allowing, pin, after: 60))
        #expect(!isReused(allowing, pin, after: 60.001))
        #expect(!isReused(allowing, pin, 5, after: 6))
        #expect(!isReused(allowing, pin, 0, after: 0))
        #expect(!isReused(allowing, nil))
        #expect(!isReused(refusing, pin))
        #expect(!isReused(Access(factors: [.fingerprint], maximumAge: .seconds(60), reusesPIN: true), pin))
    }

    @Test("Only a factor of the item counts, and never a PIN")
    func factors() {
        let all = Access(factors: Factor.allCases, maximumAge: .seconds(60))
        #expect(isReused(all, call: 60, age: 1, .password))
        #expect(!isReused(all, call: 60, age: 1, .pin))
        #expect(!isReused(Access(factors: [.fingerprint], maximumAge: .seconds(60)), call: 60, age: 1, .password))
    }

    @Test("The newest authentication counts; another boot, a clock set back and forgetting end it")
    func ends() {
        var ledger = ledger()
        ledger.record(Authentication(factor: .pin, at: moment(150), reader: nil))
        #expect(ledger.newest?.factor == .pin)
        func factor(by factors: [Factor], at now: Moment) -> Factor? {
            switch ledger.reusable(by: factors, maximumAge: .seconds(300), at: now) {
            case .some(let reuse): reuse.authentication.factor
            case .none: nil
            }
        }
        #expect(factor(by: Factor.allCases, at: moment(160)) == .pin)
        #expect(factor(by: [.fingerprint], at: moment(160)) == .fingerprint)
        #expect(factor(by: Factor.allCases, at: moment(160, boot: "second")) == nil)
        #expect(factor(by: Factor.allCases, at: moment(50)) == nil)
        ledger.forget()
        #expect(ledger.newest == nil)
    }

    @Test("A bank's ages work: new recipient and PIN change 0, known recipient 300, card 120, export 300 seconds")
    func bank() {
        let table: [(action: String, seconds: Int)] = [
            ("new recipient", 0), ("change PIN", 0), ("existing recipient", 300), ("card details", 120),
            ("export", 300),
        ]
        let fresh = table.filter { row in
            ledger().reusable(by: [.fingerprint], maximumAge: .seconds(row.seconds), at: moment(200)) != nil
        }
        #expect(fresh.map(\.action) == ["existing recipient", "card details", "export"])
        let older = table.filter { row in
            ledger().reusable(by: [.fingerprint], maximumAge: .seconds(row.seconds), at: moment(280)) != nil
        }
        #expect(older.map(\.action) == ["existing recipient", "export"])
    }
}
