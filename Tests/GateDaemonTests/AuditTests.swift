import GateModel
import Logging
import Synchronization
import Testing

@testable import GateCore
@testable import GateDaemon

@Suite("The journal")
struct AuditTests {
    /// Records each line's fields.
    private final class Lines: LogHandler, Sendable {
        let fields = Mutex<[Logger.Metadata]>([])

        // Required by the protocol; the test sets none.
        var metadata: Logger.Metadata {
            get { [:] }
            set {}
        }
        var logLevel: Logger.Level {
            get { .trace }
            set {}
        }
        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { nil }
            set {}
        }

        func log(event: LogEvent) { fields.withLock { $0.append(event.metadata ?? [:]) } }
    }

    @Test("A lockout's wait at logins is logged in whole seconds, rounded up")
    func waits() {
        let lines = Lines()
        let scene = Scene()
        let audit = Audit(
            logger: Logger(label: "test") { _ in lines }, clock: GateClock(), timers: scene.loop)
        scene.begin(on: 1) { _, caller, _ in
            for wait in [Duration.milliseconds(1), .milliseconds(999), .seconds(1), .milliseconds(1001), nil] {
                audit.loginsLocked(caller, Scene.alice.id, LoginLockout(retryAfter: wait))
            }
            return .done
        }
        #expect(lines.fields.withLock { $0.map { $0["waitSeconds"] } } == ["1", "1", "1", "2", nil])
    }
}
