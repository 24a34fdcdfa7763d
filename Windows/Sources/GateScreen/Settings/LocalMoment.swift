// A moment in local time.

public import GateGuidance

/// A day and a time of day, for people, who do not count in UTC.
public struct LocalMoment: Hashable, Sendable {
    private let year, month, day, hour, minute: Int

    public init(year: Int, month: Int, day: Int, hour: Int, minute: Int) {
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
    }

    /// The day and the time, as written in the language.
    public func text(in language: Language) -> String {
        language.text(year: year, month: month, day: day, hour: hour, minute: minute)
    }
}
