import BlockingTests
import Glibc
import Testing
import VirtualReaders

/// SIGKILL loses what was not yet handed to the kernel, and nothing else: a power loss is another matter.
@Suite("a daemon that is killed", .blocking, .tags(.needsPython))
struct CrashTests {
    private static func number<Number: FixedWidthInteger>(_ variable: String) -> Number? {
        getenv(variable).flatMap { Number(String(cString: $0)) }
    }

    /// `BIOGATE_CRASH_KILLS`: how often; `make crash` does it a thousand times.
    private static var kills: Int { number("BIOGATE_CRASH_KILLS") ?? 100 }
    /// `BIOGATE_CRASH_SEED`: what a failure printed, to repeat it.
    private static var seed: UInt64 { number("BIOGATE_CRASH_SEED") ?? .random(in: 0..<1_000_000_000) }

    @Test("at random moments loses nothing that was acknowledged, revives nothing, forgives nothing, halves nothing")
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
