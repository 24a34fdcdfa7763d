/// The interval of a routine check: in days if it is a whole number of days, otherwise in hours.
enum Routine {
    case days(Int64)
    case hours(Int64)

    /// Rounds up to whole hours, at least one.
    init(_ interval: Duration) {
        let hours = max(0, interval.components.seconds - 1) / 3600 + 1
        self = hours.isMultiple(of: 24) ? .days(hours / 24) : .hours(hours)
    }
}
