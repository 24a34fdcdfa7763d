import Foundation

/// The bank's own side: accounts, and the tokens that let an app in.
final class BankServer {
    /// The bank does not do what it is asked to.
    enum Refusal: Error { case wrongPassword, unknownToken }

    private(set) var balance = 5_000
    private let ledger: URL?
    private var token: [UInt8]?

    /// One that knows the token in its ledger, where there is one.
    init(ledger path: String?) {
        ledger = path.map { URL(filePath: $0) }
        token = ledger.flatMap { try? Data(contentsOf: $0) }.map { [UInt8]($0) }
    }

    /// A new token; the one before is revoked.
    func issueToken(password: String) throws(Refusal) -> [UInt8] {
        guard password == "example" else { throw .wrongPassword }
        return newToken()
    }

    /// A new token in place of one that lets in.
    func renewToken(_ old: [UInt8]) throws(Refusal) -> [UInt8] {
        guard admits(old) else { throw .unknownToken }
        return newToken()
    }

    func admits(_ token: [UInt8]) -> Bool { token == self.token }

    func pay(_ amount: Int, token: [UInt8]) throws(Refusal) {
        guard admits(token) else { throw .unknownToken }
        balance -= amount
    }

    private func newToken() -> [UInt8] {
        let fresh = (0..<32).map { _ in UInt8.random(in: .min ... .max) }
        token = fresh
        if let ledger { try? Data(fresh).write(to: ledger) }
        return fresh
    }
}
