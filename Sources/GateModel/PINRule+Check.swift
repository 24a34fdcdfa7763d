extension PINRule {
    /// The longest PIN.
    public static let maximumLength = 64

    /// The shortest PIN, where the daemon is not told otherwise.
    public static let minimumLength = 6

    /// The first rule that a PIN breaks, nil where it may be set: digits only, of `minimumLength` to 64, neither one
    /// digit repeated nor a straight run up or down, with 0 after 9.
    public static func broken(by pin: some RandomAccessCollection<UInt8>, minimumLength: Int) -> PINRule? {
        let digits: ClosedRange<UInt8> = 0x30...0x39
        if !pin.allSatisfy(digits.contains) { return .notDigits }
        if pin.count < minimumLength { return .tooShort }
        if pin.count > maximumLength { return .tooLong }
        return [0, 1, 9].contains { isRun(pin, step: $0) } ? .tooSimple : nil
    }

    /// Whether it could be anybody's PIN, under whatever rule that was set: 1 to 64 digits.
    public static func couldBePIN(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
        (1...maximumLength).contains(bytes.count) && bytes.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether each digit follows the one before it by `step`, with 0 after 9: 1 is a run up, 9 a run down.
    private static func isRun(_ pin: some RandomAccessCollection<UInt8>, step: Int) -> Bool {
        zip(pin, pin.dropFirst()).allSatisfy { (Int($1) - Int($0) + 10) % 10 == step }
    }
}
