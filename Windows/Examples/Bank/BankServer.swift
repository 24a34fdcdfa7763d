import Foundation

/// The bank's own side: accounts, and the tokens that let an app in.
final class BankServer {
    /// Why the bank refuses.
    enum Refusal: Error { case wrongPassword, unknownToken }

    private(set) var balance = 5_000
    private let ledger: URL?
    /// The session of the signed-in customer.
    private var session: [UInt8]?
    /// The token sealed on the customer's computer.
    private var sealed: [UInt8]?
    /// A new token, which may or may not have replaced the sealed one.
    private var next: [UInt8]?

    /// Knows the tokens in its ledger, if there is one.
    init(ledger path: String?) {
        ledger = path.map { URL(filePath: $0) }
        let known = ledger.flatMap { try? Data(contentsOf: $0) }.map { [UInt8]($0) } ?? []
        sealed = known.count >= Self.size ? Array(known.prefix(Self.size)) : nil
        next = known.count == 2 * Self.size ? Array(known.suffix(Self.size)) : nil
    }

    /// Starts a session; the sealed token stays valid.
    func signIn(password: String) throws(Refusal) -> [UInt8] {
        guard password == "example" else { throw .wrongPassword }
        return newSession()
    }

    /// Starts a session for the sealed token.
    func signIn(sealed token: [UInt8]) throws(Refusal) -> [UInt8] {
        guard knows(token) else { throw .unknownToken }
        return newSession()
    }

    func signOut() { session = nil }

    /// Issues a new token to seal. The earlier one stays valid until `keep()`.
    func issueToken(session token: [UInt8]) throws(Refusal) -> [UInt8] {
        guard token == session else { throw .unknownToken }
        let fresh = Self.newToken()
        next = fresh
        write()
        return fresh
    }

    /// The newest token is sealed; the earlier one is revoked.
    func keep() {
        guard let next else { return }
        sealed = next
        self.next = nil
        write()
    }

    func admits(_ token: [UInt8]) -> Bool { token == session || knows(token) }

    func pay(_ amount: Int, token: [UInt8]) throws(Refusal) {
        guard admits(token) else { throw .unknownToken }
        balance -= amount
    }

    private func knows(_ token: [UInt8]) -> Bool {
        // An app that presents it has sealed it, even if it ended before it could say so.
        if token == next { keep() }
        return token == sealed
    }

    private func newSession() -> [UInt8] {
        let fresh = Self.newToken()
        session = fresh
        return fresh
    }

    private func write() {
        // Without a sealed token, nothing is lost if the issued one replaces it.
        if let ledger { try? Data((sealed ?? next ?? []) + (sealed == nil ? [] : next ?? [])).write(to: ledger) }
    }

    private static let size = 32

    private static func newToken() -> [UInt8] { (0..<size).map { _ in UInt8.random(in: .min ... .max) } }
}
