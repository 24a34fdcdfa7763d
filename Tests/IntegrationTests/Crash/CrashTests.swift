import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// SIGKILL loses only data not yet passed to the kernel; a power loss is another matter.
@Suite("A daemon that is killed", .blocking, .tags(.needsPython))
struct CrashTests {
    private static func number<Number: FixedWidthInteger>(_ variable: String) -> Number? {
        getenv(variable).flatMap { Number(String(cString: $0)) }
    }

    /// `BIOGATE_CRASH_KILLS`: how many kills; `make crash` does a thousand.
    private static var kills: Int { number("BIOGATE_CRASH_KILLS") ?? 100 }
    /// `BIOGATE_CRASH_SEED`: the seed that a failure printed, to repeat it.
    private static var seed: UInt64 { number("BIOGATE_CRASH_SEED") ?? .random(in: 0..<1_000_000_000) }

    @Test("Random kills lose nothing acknowledged, revive and forgive nothing, and leave nothing half done")
    func crashes() throws {
        let seed = Self.seed
        print("Crashes: BIOGATE_CRASH_SEED=\(seed)")
        try DaemonUnderTest.prepared([.device], CrashCourse.configuration, state: .enrolled) { daemon in
            let course = try CrashCourse(daemon, seed: seed)
            try course.run(kills: Self.kills)
            try daemon.stop()
            print("Crashes: \(course.figures)")
        }
    }
}
