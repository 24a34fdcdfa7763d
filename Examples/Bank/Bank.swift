/// The bank's own side: accounts, and the tokens that let an app in.
///
/// It stands for a server, so it forgets its tokens when the program ends.
struct Bank {
    /// The bank's reason for a refusal.
    enum Refusal: Error {
        case wrongPassword, unknownToken, notEnoughMoney
    }

    private(set) var balance = 5_000
    /// The customer's previous recipients.
    private(set) var recipients: Set<String> = ["Kari"]
    private var token: [UInt8]?

    /// A new token, which revokes the previous one.
    mutating func issueToken(password: String) throws(Refusal) -> [UInt8] {
        guard password == "example" else { throw .wrongPassword }
        let fresh = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        token = fresh
        return fresh
    }

    func admits(_ token: [UInt8]) -> Bool { token == self.token }

    mutating func pay(_ amount: Int, to recipient: String, token: [UInt8]) throws(Refusal) {
        guard admits(token) else { throw .unknownToken }
        guard amount <= balance else { throw .notEnoughMoney }
        balance -= amount
        recipients.insert(recipient)
    }
}
