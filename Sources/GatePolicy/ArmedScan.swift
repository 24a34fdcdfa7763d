public import GateModel

/// One arming for a call, from the write of its pending record to the settling of it; at one reader or at several, of which
/// the first judgement decides.
public struct ArmedScan: Hashable, Sendable {
    /// How an arming ended.
    public enum End: Hashable, Sendable {
        case judged(ScanOutcome)
        /// The caller left, was cancelled, ran out of time, or the machine goes to sleep.
        case withdrawn
        /// The reader was unplugged, or failed.
        case failed(SensorError)
    }

    /// The readers at which a finger was seen since they were armed, or since the last scan that was too poor to judge.
    private var seen: Set<ReaderID> = []
    /// The readers that ended before the arming did.
    private var failures: [ReaderID: SensorError] = [:]

    public init() {}

    public mutating func reported(_ event: ScanEvent, at reader: ReaderID) {
        switch event {
        case .fingerPresent: seen.insert(reader)
        case .retry: seen.remove(reader)
        // A finger that was there was looked at.
        case .waitingForFinger, .fingerLifted, .stagePassed, .judged: break
        }
    }

    /// The reader ended, while the arming goes on at others.
    public mutating func failed(_ error: SensorError, at reader: ReaderID) { failures[reader] = error }

    public func wasFingerSeen(at reader: ReaderID) -> Bool { seen.contains(reader) }

    /// Whether a call that ends now waits for a judgement first: no free look at a finger.
    public var mustAwaitJudgement: Bool { seen.contains { failures[$0] == nil } }

    /// How many misses become of the pending record: of the reader that ended the arming, and of each other one that was
    /// withdrawn under a finger.
    public func misses(_ end: End, at reader: ReaderID) -> Int {
        let others = seen.filter { $0 != reader && isMiss(failures[$0].map(End.failed) ?? .withdrawn, at: $0) }
        return others.count + (isMiss(end, at: reader) ? 1 : 0)
    }

    private func isMiss(_ end: End, at reader: ReaderID) -> Bool {
        switch end {
        case .judged(.matched): false
        case .judged(.noMatch), .judged(.foreign): true
        case .withdrawn: seen.contains(reader)
        case .failed(let error): isMiss(error) && seen.contains(reader)
        }
    }

    /// Unplugging a reader, breaking what drives it, or cancelling or suspending under a finger that was seen, is no way
    /// around a miss; a fault of the reader is nobody's guess.
    private func isMiss(_ error: SensorError) -> Bool {
        switch error {
        case .disconnected, .cancelled, .suspended, .driverLost: true
        case .readerNotFound, .busy, .inUse, .overheated, .faulted, .protocolBroken, .notSupported, .printNotStored,
            .storageFull, .duplicate, .invalidTemplate, .unknown:
            false
        }
    }
}
