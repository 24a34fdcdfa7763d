/// One of ten fingers; the raw value is the contract's name.
public enum Finger: String, CaseIterable, Sendable {
    case leftThumb, leftIndex, leftMiddle, leftRing, leftLittle
    case rightThumb, rightIndex, rightMiddle, rightRing, rightLittle
}

extension Finger {
    /// libfprint's number (`FpFinger`): from 1, in the order of the cases.
    package var libfprintNumber: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }

    /// In lower case, with a hyphen: `right-index`.
    package var hyphenated: String {
        rawValue.reduce(into: "") { text, character in
            text += character.isUppercase ? "-" + character.lowercased() : String(character)
        }
    }
}

/// A factor that can open an item; the raw value is the contract's name.
public enum Factor: String, CaseIterable, Sendable {
    case fingerprint, pin, password
}
