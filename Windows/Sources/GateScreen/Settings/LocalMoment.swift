// A moment as the clocks of the place show it.

public import GateGuidance

/// A day and a time of day: for people, who do not count in UTC.
public struct LocalMoment: Hashable, Sendable {
    private let year, month, day, hour, minute: Int

    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
    }

    /// The day and the time, as they are written in the language.
    public func text(in language: Language) -> String {
        let months =
            switch language {
            case .en: ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
            case .nb:
                ["jan.", "feb.", "mars", "april", "mai", "juni", "juli", "aug.", "sep.", "okt.", "nov.", "des."]
            case .ko: (1...12).map { "\($0)월" }
            }
        // A month is one of twelve.
        let month = months[min(max(month, 1), 12) - 1]
        return switch language {
        case .en: "\(day) \(month) \(year), \(padded(hour)):\(padded(minute))"
        case .nb: "\(day). \(month) \(year) kl. \(padded(hour)).\(padded(minute))"
        case .ko: "\(year)년 \(month) \(day)일 \(padded(hour)):\(padded(minute))"
        }
    }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
