import Foundation

/// The bank's own side: accounts, and the tokens that let an app in.
final class BankServer {
    /// The bank does not do what it is asked to.
    enum Refusal: Error { case wrongPassword, unknownToken }

    private(set) var balance = 5_000
    private let ledger: URL?
    /// Of whoever is signed in.
    private var session: [UInt8]?
    /// What is sealed on the customer's computer.
    private var sealed: [UInt8]?
    /// What is to take its place. Nobody knows yet whether it does.
    private var next: [UInt8]?

    /// One that knows the tokens in its ledger, where there is one.
    init(ledger path: String?) {
        ledger = path.map { URL(filePath: $0) }
        let known = ledger.flatMap { try? Data(contentsOf: $0) }.map { [UInt8]($0) } ?? []
        sealed = known.count >= Self.size ? Array(known.prefix(Self.size)) : nil
        next = known.count == 2 * Self.size ? Array(known.suffix(Self.size)) : nil
    }

    /// A session; what is sealed goes on opening.
    func signIn(password: String) throws(Refusal) -> [UInt8] {
        guard password == "example" else { throw .wrongPassword }
        return newSession()
    }

    /// A session for what was sealed.
    func signIn(sealed token: [UInt8]) throws(Refusal) -> [UInt8] {
        guard knows(token) else { throw .unknownToken }
        return newSession()
    }

    func signOut() { session = nil }

    /// A new token to be sealed. The one before lets in until `keep()`.
    func issueToken(session token: [UInt8]) throws(Refusal) -> [UInt8] {
        guard token == session else { throw .unknownToken }
        let fresh = Self.newToken()
        next = fresh
        write()
        return fresh
    }

    /// The token that was issued last is sealed; the one before is revoked.
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
        // Whoever shows it has it sealed, also where the app ended before it could say so.
        if token == next { keep() }
        return token == sealed
    }

    private func newSession() -> [UInt8] {
        let fresh = Self.newToken()
        session = fresh
        return fresh
    }

    private func write() {
        // Without one that is sealed, nothing is lost where what is issued takes its place.
        if let ledger { try? Data((sealed ?? next ?? []) + (sealed == nil ? [] : next ?? [])).write(to: ledger) }
    }

    private static let size = 32

    private static func newToken() -> [UInt8] { (0..<size).map { _ in UInt8.random(in: .min ... .max) } }
}
