package import GateModel

extension RequestID {
    static func random() -> RequestID { RequestID(rawValue: randomDigits()) }
}

extension PrintID {
    static func random() -> PrintID { PrintID(rawValue: randomDigits()) }
}

extension Passkey {
    /// The id of a new passkey.
    package static func randomID() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<idBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }
}

extension ItemName {
    /// The name of a new passkey's item: people and the journal know the site by it. Nil never, for such an id.
    static func ofPasskey(_ party: RelyingPartyID) -> ItemName? {
        ItemName("passkey/\(party.rawValue.prefix(200))/\(randomDigits().prefix(8))")
    }
}

/// 128 random bits in hexadecimal, so that nobody guesses the identifier of another user's call or print.
private func randomDigits() -> String {
    var generator = SystemRandomNumberGenerator()
    return [generator.next(), generator.next()].map { (half: UInt64) in
        let digits = String(half, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
}
