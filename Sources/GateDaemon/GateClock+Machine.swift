import GateSystem
import GateCore
import GateModel
import Glibc

extension GateClock {
    /// Reads the boot's id once. Without `/proc` every start counts as a boot of its own: waits only grow by that.
    package init() {
        let boot = BootID(rawValue: readSmallFile("/proc/sys/kernel/random/boot_id") ?? "unknown-\(getpid())")
        self.init {
            let wall = Self.read(CLOCK_REALTIME)
            return Moment(
                boot: boot, sinceBoot: Self.read(CLOCK_BOOTTIME),
                wall: WallTime(millisecondsSinceEpoch: wall.components.seconds * 1000 + wall.milliseconds))
        }
    }

    private static func read(_ clock: clockid_t) -> Duration {
        var time = timespec()
        // The pointer is to a local of the right type (clock_gettime(2), which cannot fail for these clocks).
        unsafe clock_gettime(clock, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

extension Duration {
    /// The milliseconds beyond the whole seconds.
    fileprivate var milliseconds: Int64 { components.attoseconds / 1_000_000_000_000_000 }
}
