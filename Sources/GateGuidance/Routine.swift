/// How often something comes round, in the largest unit that it is a whole number of.
enum Routine {
    case days(Int64)
    case hours(Int64)

    /// Whole hours, rounded up, at least one.
    init(_ interval: Duration) {
        let hours = max(0, interval.components.seconds - 1) / 3600 + 1
        self = hours.isMultiple(of: 24) ? .days(hours / 24) : .hours(hours)
    }
}
