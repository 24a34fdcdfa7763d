import GateModel
import Synchronization

/// A call from its arrival to its last answer: what ends it counts even before it waits for anybody.
final class CallLife: Sendable {
    private let canceller = Mutex<Canceller?>(nil)

    /// Who ended the call; nil while it goes on.
    var endedBy: Canceller? { canceller.withLock { $0 } }

    /// Ends the call, unless somebody did before. Of any thread: the connection is closed on the I/O thread, and the
    /// call must not begin to wait after that.
    func end(by canceller: Canceller) {
        self.canceller.withLock { $0 = $0 ?? canceller }
    }
}
