extension PINRule {
    /// The longest PIN, in digits.
    public static let maximumLength = 64

    /// The shortest PIN, in digits, unless configured.
    public static let minimumLength = 6

    /// The first rule that a PIN breaks, nil if none: digits only, `minimumLength` to 64 of them, neither one repeated
    /// digit nor a sequence up or down, with 0 after 9.
    public static func broken(by pin: some RandomAccessCollection<UInt8>, minimumLength: Int) -> PINRule? {
        let digits: ClosedRange<UInt8> = 0x30...0x39
        if !pin.allSatisfy(digits.contains) { return .notDigits }
        if pin.count < minimumLength { return .tooShort }
        if pin.count > maximumLength { return .tooLong }
        return [0, 1, 9].contains { isRun(pin, step: $0) } ? .tooSimple : nil
    }

    /// Whether it could be a PIN under any configured rule: 1 to 64 digits.
    public static func couldBePIN(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        (1...maximumLength).contains(bytes.count) && bytes.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether each digit follows the previous one by `step`, with 0 after 9: 1 counts up, 9 counts down.
    private static func isRun(_ pin: some RandomAccessCollection<UInt8>, step: Int) -> Bool {
        zip(pin, pin.dropFirst()).allSatisfy { (Int($1) - Int($0) + 10) % 10 == step }
    }
}
