public import GateModel
import Synchronization

/// The events that a test scripts.
extension ScriptedSensor {
    /// Whether an operation on the reader wants a finger.
    public func wantsFinger(on reader: ReaderID = ReaderID(rawValue: "reader")) -> Bool {
        wanting(on: reader) != nil
    }

    /// A finger is on the reader, and not judged yet.
    public func see(on reader: ReaderID = ReaderID(rawValue: "reader")) { wanting(on: reader)?.report(.fingerPresent) }

    /// A poor scan; the reader is armed again.
    public func poor(_ hint: ScanHint = .poorScan, on reader: ReaderID = ReaderID(rawValue: "reader")) {
        guard let wanting = wanting(on: reader) else { return }
        wanting.report(.retry(hint))
        wanting.report(.waitingForFinger)
    }

    /// A good scan: a match, no match, or a touch of an enrolment; false if no operation wants a finger.
    @discardableResult
    public func touch(_ finger: String, on reader: ReaderID = ReaderID(rawValue: "reader")) -> Bool {
        guard let wanting = wanting(on: reader) else { return false }
        wanting.report(.fingerPresent)
        switch wanting.kind {
        case .scan(let gallery): judge(finger, among: gallery, wanting, on: reader)
        case .enrolment: takeStage(finger, wanting, on: reader)
        }
        return true
    }

    private func judge(_ finger: String, among gallery: [GalleryPrint], _ wanting: Wanting, on reader: ReaderID) {
        let bytes = Self.template(of: finger).bytes
        let outcome: ScanOutcome
        if let print = gallery.first(where: { $0.template.bytes == bytes }) {
            outcome = .matched(print.id)
        } else {
            let stored = storedPrints(of: reader).first { $0.bytes == bytes }
            outcome = stored == nil ? .noMatch : .foreign
            state.withLock { state in
                if let index = state.index(of: reader) { state.readers[index].foreign = stored }
            }
        }
        wanting.report(.judged(outcome))
        finish(reader, wanting.number, .success(.judged))
    }

    private func takeStage(_ finger: String, _ wanting: Wanting, on reader: ReaderID) {
        let template = Self.template(of: finger)
        let (stage, stages) = state.withLock { state in
            guard let index = state.index(of: reader) else { return (0, 0) }
            let stage = wanting.stages + 1
            state.readers[index].wanting?.stages = stage
            let all = state.readers[index].reader.enrollStages
            if stage >= all, state.readers[index].reader.capabilities.contains(.storage) {
                state.readers[index].stored.append(template)
            }
            return (stage, all)
        }
        wanting.report(.stagePassed(stage, of: stages))
        if stage >= stages {
            finish(reader, wanting.number, .success(.enrolled(template)))
        } else {
            wanting.report(.waitingForFinger)
        }
    }

    /// Ends the operation that wants a finger with `error`.
    public func fail(_ error: SensorError, on reader: ReaderID = ReaderID(rawValue: "reader")) {
        guard let wanting = wanting(on: reader) else { return }
        finish(reader, wanting.number, .failure(error))
    }

    /// Lets the next operations fail with these errors when a reader opens, one each.
    public func failNext(_ errors: SensorError...) { state.withLock { $0.failures.append(contentsOf: errors) } }

    /// Changes the reader's state, and reports it to all observers.
    public func set(_ new: Reader.State, of reader: ReaderID = ReaderID(rawValue: "reader")) {
        tell { state in
            guard let index = state.index(of: reader) else { return nil }
            state.readers[index].reader.state = new
            return .changed(state.readers[index].reader)
        }
    }

    /// Makes the reader too hot, and ends its operation.
    public func heat(for length: Duration, on reader: ReaderID = ReaderID(rawValue: "reader")) {
        fail(.overheated(retryAfter: length), on: reader)
        set(.overheated, of: reader)
    }

    /// Unplugs the reader, and ends its operation. Its chip keeps its prints.
    public func unplug(_ reader: ReaderID = ReaderID(rawValue: "reader")) {
        var ended: Wanting?
        tell { state in
            guard let index = state.index(of: reader) else { return nil }
            var gone = state.readers.remove(at: index)
            ended = gone.wanting
            if let ended, case .enrolment = ended.kind, ended.stages > 0,
                gone.reader.capabilities.contains(.storageDelete)
            {
                gone.unfinished.append(Self.template(of: "unfinished \(ended.number)"))
            }
            gone.operation = nil
            gone.wanting = nil
            gone.reader.state = .ready
            state.absent[reader] = gone
            return .removed(gone.reader)
        }
        ended?.end.resume(returning: .failure(.disconnected))
    }

    /// Plugs an unplugged reader back in, or a new one.
    public func plugIn(_ reader: Reader = ScriptedSensor.reader()) {
        tell { state in
            guard state.index(of: reader.id) == nil else { return nil }
            state.readers.append(state.absent.removeValue(forKey: reader.id) ?? Attached(reader: reader))
            return .added(reader)
        }
    }

    /// The prints on the reader's chip.
    public func storedPrints(of reader: ReaderID) -> [Template] {
        state.withLock { state in state.index(of: reader).map { state.readers[$0].stored } ?? [] }
    }

    /// Changes the prints on the chip, like another system.
    public func setStoredPrints(_ prints: [Template], of reader: ReaderID) {
        state.withLock { state in
            if let index = state.index(of: reader) { state.readers[index].stored = prints }
        }
    }

    /// Ends the stream of changes.
    public func stop() {
        let watchers = state.withLock { state in
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.finish() }
    }

    // MARK: Within

    func wanting(on reader: ReaderID) -> Wanting? {
        state.withLock { state in state.index(of: reader).flatMap { state.readers[$0].wanting } }
    }

    /// Ends an operation that wants a finger; has no effect on one that has ended.
    func finish(_ reader: ReaderID, _ number: UInt64, _ result: Result<Ending, SensorError>) {
        let end = state.withLock { state -> CheckedContinuation<Result<Ending, SensorError>, Never>? in
            guard let index = state.index(of: reader), let wanting = state.readers[index].wanting,
                wanting.number == number
            else { return nil }
            state.readers[index].wanting = nil
            // A caller that received the outcome may begin the next operation before this one has returned.
            if case .success = result { state.readers[index].operation = nil }
            return wanting.end
        }
        guard let end else { return }
        if case .success = result { change(reader, from: .busy, to: .ready) }
        end.resume(returning: result)
    }

    func change(_ reader: ReaderID, from old: Reader.State, to new: Reader.State) {
        tell { state in
            guard let index = state.index(of: reader), state.readers[index].reader.state == old else { return nil }
            state.readers[index].reader.state = new
            return .changed(state.readers[index].reader)
        }
    }

    private func tell(_ change: (inout State) -> ReaderChange?) {
        let (told, watchers) = state.withLock { state in (change(&state), state.watchers) }
        guard let told else { return }
        for watcher in watchers { watcher.yield(told) }
    }
}
