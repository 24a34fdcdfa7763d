import GateSecret
package import Logging
import Synchronization

/// Tells the journal, once, that secrets are not locked into memory.
package final class LockNotice: Sendable {
    private let logger: Logger
    private let isTold = Mutex(false)

    package init(logger: Logger) {
        self.logger = logger
    }

    /// Logs the notice if memory could not be locked. On any thread.
    package func look() {
        guard let failure = SecretBytes.lockFailure else { return }
        let wasTold = isTold.withLock { told in
            defer { told = true }
            return told
        }
        guard !wasTold else { return }
        logger.warning(
            "secrets cannot be locked into memory, and may reach the swap: raise LimitMEMLOCK=",
            metadata: ["errno": "\(failure)"])
    }
}
