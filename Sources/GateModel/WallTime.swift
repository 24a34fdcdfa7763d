/// A moment of the civil calendar, for people and the log; never the only basis of a grant.
public struct WallTime: Hashable, Comparable, Sendable {
    /// Milliseconds since 1970-01-01T00:00:00Z.
    public let millisecondsSinceEpoch: Int64

    public init(millisecondsSinceEpoch: Int64) {
        self.millisecondsSinceEpoch = millisecondsSinceEpoch
    }

    public static func < (left: WallTime, right: WallTime) -> Bool {
        left.millisecondsSinceEpoch < right.millisecondsSinceEpoch
    }

    /// The time from `earlier` to this; negative if the clock was set back in between.
    public func since(_ earlier: WallTime) -> Duration {
        .milliseconds(millisecondsSinceEpoch.subtractingReportingOverflow(earlier.millisecondsSinceEpoch).partialValue)
    }

    /// The moment in UTC with milliseconds (RFC 3339, section 5.6), for example `2026-03-01T09:30:00.250Z`.
    public var rfc3339: String {
        let (days, millisecondOfDay) = millisecondsSinceEpoch.quotientAndRemainder(dividingBy: 86_400_000)
        let dayNumber = millisecondOfDay < 0 ? days - 1 : days
        let rest = millisecondOfDay < 0 ? millisecondOfDay + 86_400_000 : millisecondOfDay
        let (year, month, day) = Self.civilDate(dayNumber)
        let second = rest / 1000
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))T"
            + "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2)).\(padded(rest % 1000, 3))Z"
    }

    /// The proleptic Gregorian date of a day counted from 1970-01-01 (Hinnant, "chrono-compatible low-level date
    /// algorithms", civil_from_days).
    private static func civilDate(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = day + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    private func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

/// One boot of the machine (`/proc/sys/kernel/random/boot_id`).
public struct BootID: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }
}

/// The present moment for the policy: the clock that counts suspend and cannot be set, its boot, and the wall clock.
public struct Moment: Hashable, Sendable {
    public let boot: BootID
    /// Time since boot, including suspend (`CLOCK_BOOTTIME`).
    public let sinceBoot: Duration
    public let wall: WallTime

    public init(boot: BootID, sinceBoot: Duration, wall: WallTime) {
        self.boot = boot
        self.sinceBoot = sinceBoot
        self.wall = wall
    }
}

extension Duration {
    /// Whole milliseconds, rounded up, so that a client that waits this long has waited long enough.
    public var millisecondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        let fraction = (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        return overflow ? (seconds < 0 ? .min : .max) : whole.addingReportingOverflow(fraction).partialValue
    }

    /// Whole seconds, rounded up.
    public var secondsRoundedUp: Int64 {
        let (seconds, attoseconds) = components
        return attoseconds > 0 ? seconds + 1 : seconds
    }
}
