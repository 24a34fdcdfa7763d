public import GateModel

/// One arming for a call, from the write of its pending record until that is settled. It covers one reader or several,
/// of which the first judgement decides.
public struct ArmedScan: Hashable, Sendable {
    /// Readers that reported a finger since they were armed, or since the last scan too poor to judge.
    private var seen: Set<ReaderID> = []
    /// Readers that failed before the arming ended.
    private var failures: [ReaderID: SensorError] = [:]

    public init() {}

    public mutating func reported(_ event: ScanEvent, at reader: ReaderID) {
        switch event {
        case .fingerPresent: seen.insert(reader)
        case .retry: seen.remove(reader)
        // The reader has judged the finger that was there.
        case .waitingForFinger, .fingerLifted, .stagePassed, .judged: break
        }
    }

    /// Notes that a reader failed while the arming goes on at others.
    public mutating func failed(_ error: SensorError, at reader: ReaderID) { failures[reader] = error }

    public func wasFingerSeen(at reader: ReaderID) -> Bool { seen.contains(reader) }

    /// Whether a call that ends now must first await a judgement: otherwise it would look at a finger for free.
    public var mustAwaitJudgement: Bool { seen.contains { failures[$0] == nil } }

    /// The misses to count for the pending record: for the reader whose judgement, or failure, ended the arming, and for
    /// each other reader that was withdrawn with a finger on it. A caller that left, was cancelled or ran out of time is
    /// `.cancelled`.
    public func misses(_ end: Result<ScanOutcome, SensorError>, at reader: ReaderID) -> Int {
        let others = seen.filter { $0 != reader && isMiss(.failure(failures[$0] ?? .cancelled), at: $0) }
        return others.count + (isMiss(end, at: reader) ? 1 : 0)
    }

    private func isMiss(_ end: Result<ScanOutcome, SensorError>, at reader: ReaderID) -> Bool {
        switch end {
        case .success(let outcome): !outcome.isMatch
        case .failure(let error): isMiss(error) && seen.contains(reader)
        }
    }

    /// Unplugging a reader, crashing its driver, or cancelling or suspending after a finger was seen must not avoid a
    /// miss; a fault of the reader is not a guess.
    private func isMiss(_ error: SensorError) -> Bool {
        switch error {
        case .disconnected, .cancelled, .suspended, .driverLost: true
        case .readerNotFound, .busy, .inUse, .overheated, .faulted, .protocolBroken, .notSupported, .printNotStored,
            .storageFull, .duplicate, .invalidTemplate, .unknown:
            false
        }
    }
}
