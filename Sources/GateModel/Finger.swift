/// One of ten fingers; the raw value is the contract's name.
public enum Finger: String, CaseIterable, Sendable {
    case leftThumb, leftIndex, leftMiddle, leftRing, leftLittle
    case rightThumb, rightIndex, rightMiddle, rightRing, rightLittle
}

/// A factor that can open an item; the raw value is the contract's name.
public enum Factor: String, CaseIterable, Sendable {
    case fingerprint, pin, password
}
