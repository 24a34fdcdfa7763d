public import GateModel

extension PINRule {
    /// The longest PIN.
    public static let maximumLength = 64

    /// The first rule that a PIN breaks, nil where it may be set: digits only, of `minimumLength` to 64, neither one
    /// digit repeated nor a straight run up or down, with 0 before 1 or after 9.
    public static func broken(by pin: some RandomAccessCollection<UInt8>, minimumLength: Int) -> PINRule? {
        let digits: ClosedRange<UInt8> = 0x30...0x39
        if !pin.allSatisfy(digits.contains) { return .notDigits }
        if pin.count < minimumLength { return .tooShort }
        if pin.count > maximumLength { return .tooLong }
        let isSimple =
            isRun(pin, step: 0, zero: 0)
            || [0, 10].contains { zero in isRun(pin, step: 1, zero: zero) || isRun(pin, step: -1, zero: zero) }
        return isSimple ? .tooSimple : nil
    }

    /// Whether each digit differs from the one before it by `step`, with 0 standing for `zero`.
    private static func isRun(_ pin: some RandomAccessCollection<UInt8>, step: Int, zero: Int) -> Bool {
        func value(_ digit: UInt8) -> Int { digit == 0x30 ? zero : Int(digit) - 0x30 }
        return zip(pin, pin.dropFirst()).allSatisfy { value($1) - value($0) == step }
    }
}
