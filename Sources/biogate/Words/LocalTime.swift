import GateGuidance
import GateModel
import Glibc

/// A moment in local time, for people.
struct LocalTime: Hashable {
    let year: Int
    let month: Int
    let day: Int
    let hour: Int
    let minute: Int
    let second: Int

    static var now: LocalTime {
        var now = timespec()
        // The structure is a local that the call fills in.
        unsafe clock_gettime(CLOCK_REALTIME, &now)
        return LocalTime(WallTime(millisecondsSinceEpoch: Int64(now.tv_sec) * 1000))
    }
}

extension LocalTime {
    init(_ moment: WallTime) {
        var seconds = time_t(moment.millisecondsSinceEpoch / 1000)
        var parts = unsafe tm()
        // localtime_r need not read TZ by itself (localtime_r(3)); both structures are locals.
        tzset()
        unsafe localtime_r(&seconds, &parts)
        unsafe self.init(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min), second: Int(parts.tm_sec))
    }

    /// For consecutive lines: `09:05:59`.
    var clock: String { "\(padded(hour)):\(padded(minute)):\(padded(second))" }

    /// The day and the time in the language's form.
    func text(in language: Language) -> String {
        language.text(year: year, month: month, day: day, hour: hour, minute: minute)
    }

    private func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
