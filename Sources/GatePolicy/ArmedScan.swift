public import GateModel

/// One arming of a reader, from the write of its pending record to the settling of it.
public struct ArmedScan: Hashable, Sendable {
    /// How an arming ended.
    public enum End: Hashable, Sendable {
        case judged(ScanOutcome)
        /// The caller left, was cancelled, ran out of time, or the machine goes to sleep.
        case withdrawn
        /// The reader was unplugged, or failed.
        case failed(SensorError)
    }

    /// What becomes of the pending record.
    public enum Settlement: Hashable, Sendable {
        case dropped
        case miss
    }

    /// A finger was seen since the reader was armed, or since the last scan that was too poor to judge.
    public private(set) var wasFingerSeen = false

    public init() {}

    public mutating func reported(_ event: ScanEvent) {
        switch event {
        case .fingerPresent: wasFingerSeen = true
        case .retry: wasFingerSeen = false
        case .waitingForFinger, .stagePassed, .judged: break
        }
    }

    /// Whether who leaves now waits for the reader's judgement first: no free look at a finger.
    public var mustAwaitJudgement: Bool { wasFingerSeen }

    public func ended(_ end: End) -> Settlement {
        switch end {
        case .judged(.matched): .dropped
        case .judged(.noMatch), .judged(.foreign): .miss
        case .withdrawn: wasFingerSeen ? .miss : .dropped
        case .failed(let error): settlement(of: error)
        }
    }

    /// Unplugging a reader, breaking what drives it, or cancelling or suspending under a finger that was seen, is no way
    /// around a miss; a fault of the reader is nobody's guess.
    private func settlement(of error: SensorError) -> Settlement {
        switch error {
        case .disconnected, .cancelled, .suspended, .driverLost: wasFingerSeen ? .miss : .dropped
        case .readerNotFound, .busy, .inUse, .overheated, .faulted, .protocolBroken, .notSupported, .printNotStored,
            .storageFull, .duplicate, .invalidTemplate, .unknown:
            .dropped
        }
    }
}
