public import GateModel

extension WallTime {
    /// The moment of a text (RFC 3339, section 5.6), with any offset; nil if the text is not one. Digits beyond
    /// milliseconds are cut off.
    public init?(rfc3339 text: String) {
        let bytes = Array(text.utf8)
        var reader = DigitReader(bytes)
        guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2), reader.skip("-"),
            let day = reader.number(2), reader.skip("T") || reader.skip("t"), let hour = reader.number(2),
            reader.skip(":"), let minute = reader.number(2), reader.skip(":"), let second = reader.number(2)
        else { return nil }
        var milliseconds: Int64 = 0
        if reader.skip(".") {
            guard let fraction = reader.fractionInMilliseconds() else { return nil }
            milliseconds = fraction
        }
        guard let offset = reader.offsetInMinutes(), reader.isAtEnd else { return nil }
        // A second of 60 is a leap second, which the count since 1970 leaves out.
        guard (1...12).contains(month), (1...Self.daysInMonth(month, of: year)).contains(day), hour <= 23, minute <= 59,
            second <= 60
        else { return nil }
        let days = Self.dayNumber(year, month, day)
        let minutes = (days * 24 + hour) * 60 + minute - offset
        self.init(millisecondsSinceEpoch: (minutes * 60 + second) * 1000 + milliseconds)
    }

    private static func daysInMonth(_ month: Int64, of year: Int64) -> Int64 {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The day, counted from 1970-01-01, of a proleptic Gregorian date (Hinnant, "chrono-compatible low-level date
    /// algorithms", days_from_civil), for years from 0 on.
    private static func dayNumber(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shiftedYear = year + 400 - (month <= 2 ? 1 : 0)
        let era = shiftedYear / 400 - 1
        let yearOfEra = shiftedYear % 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

/// Reads fixed fields of digits.
private struct DigitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    var isAtEnd: Bool { position == bytes.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
        position += 1
        return true
    }

    mutating func digit() -> Int64? {
        guard position < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) else {
            return nil
        }
        position += 1
        return Int64(bytes[position - 1] - UInt8(ascii: "0"))
    }

    /// Reads a number of exactly `digits` digits.
    mutating func number(_ digits: Int) -> Int64? {
        var value: Int64 = 0
        for _ in 0..<digits {
            guard let digit = digit() else { return nil }
            value = value * 10 + digit
        }
        return value
    }

    mutating func fractionInMilliseconds() -> Int64? {
        guard var value = digit() else { return nil }
        var count = 1
        while let digit = digit() {
            if count < 3 { value = value * 10 + digit }
            count += 1
        }
        for _ in min(count, 3)..<3 { value *= 10 }
        return value
    }

    mutating func offsetInMinutes() -> Int64? {
        if skip("Z") || skip("z") { return 0 }
        let isWest = skip("-")
        guard isWest || skip("+"), let hours = number(2), skip(":"), let minutes = number(2), hours <= 23, minutes <= 59
        else { return nil }
        return (hours * 60 + minutes) * (isWest ? -1 : 1)
    }
}
