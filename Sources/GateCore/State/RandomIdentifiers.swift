import GateModel

extension RequestID {
    static func random() -> RequestID { RequestID(rawValue: randomDigits()) }
}

extension PrintID {
    static func random() -> PrintID { PrintID(rawValue: randomDigits()) }
}

/// 128 random bits in hexadecimal, so that nobody guesses the identifier of another user's call or print.
private func randomDigits() -> String {
    var generator = SystemRandomNumberGenerator()
    return [generator.next(), generator.next()].map { (half: UInt64) in
        let digits = String(half, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
}
