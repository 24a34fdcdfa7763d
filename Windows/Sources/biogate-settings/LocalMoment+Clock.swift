// The local time.

import GateModel
import GateScreen
import Glibc

extension LocalMoment {
    /// The local time of a moment.
    nonisolated init(_ moment: WallTime) {
        var seconds = time_t(moment.millisecondsSinceEpoch / 1000)
        var parts = unsafe tm()
        // localtime_r need not read TZ by itself (localtime_r(3)); both structures are locals.
        tzset()
        unsafe localtime_r(&seconds, &parts)
        unsafe self.init(
            year: Int(parts.tm_year) + 1900, month: Int(parts.tm_mon) + 1, day: Int(parts.tm_mday),
            hour: Int(parts.tm_hour), minute: Int(parts.tm_min))
    }
}
