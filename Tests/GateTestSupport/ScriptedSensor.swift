public import GateModel
import Synchronization

/// Readers whose fingers a test scripts.
///
/// A finger is a text: its template is the text's bytes, so a print matches the finger that it was enrolled with. A
/// call suspends while a reader waits for a finger, and while the test holds it. A touch of a reader on which no
/// operation wants a finger has no effect.
public final class ScriptedSensor: FingerprintSensor {
    struct Wanting {
        enum Kind {
            case scan([GalleryPrint])
            case enrolment
        }

        let number: UInt64
        let kind: Kind
        let report: @Sendable (ScanEvent) -> Void
        let end: CheckedContinuation<Result<Ending, SensorError>, Never>
        var stages = 0
    }

    enum Ending {
        case judged
        case enrolled(Template)
    }

    struct Attached {
        var reader: Reader
        /// The operation that has the reader, also while it opens.
        var operation: UInt64?
        /// That operation, once it wants a finger.
        var wanting: Wanting?
        var stored: [Template] = []
        var unfinished: [Template] = []
        /// The print that the last scan found on the chip outside its gallery.
        var foreign: Template?
        /// Whether the reader is held open.
        var isHeld = false
        /// Whether a judged finger still rests on it, and the calls that wait for its lifting.
        var isFingerResting = false
        var settling: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    struct State {
        var readers: [Attached] = []
        /// The chips' prints of readers that are not plugged in.
        var absent: [ReaderID: Attached] = [:]
        var watchers: [AsyncStream<ReaderChange>.Continuation] = []
        var failures: [SensorError] = []
        var closingFailures: [SensorError] = []
        var operations: UInt64 = 0
        var described: [[UInt8]: PrintDescription] = [:]

        func index(of reader: ReaderID) -> Int? { readers.firstIndex { $0.reader.id == reader } }
    }

    /// Where operations wait while a reader opens.
    public let opening = Turnstile()
    /// Where calls wait that release a reader.
    public let closing = Turnstile()
    let state: Mutex<State>

    public init(_ readers: [Reader] = [ScriptedSensor.reader()]) {
        state = Mutex(State(readers: readers.map { Attached(reader: $0) }))
    }

    /// A reader that identifies on the host; with `onChip`, one that stores prints and can list and delete them.
    public static func reader(
        _ id: String = "reader", stages: Int = 2, onChip: Bool = false, identifies: Bool = true
    ) -> Reader {
        var capabilities: Set<Reader.Capability> = [.verify]
        if identifies { capabilities.insert(.identify) }
        if onChip { capabilities.formUnion([.storage, .storageList, .storageDelete, .storageClear]) }
        return Reader(
            id: ReaderID(rawValue: id), name: "Scripted reader", driver: "scripted", bus: .usb, scanType: .press,
            enrollStages: stages, matching: onChip ? .onChip : .onHost, capabilities: capabilities, state: .ready)
    }

    public static func template(of finger: String) -> Template { Template(bytes: Array(finger.utf8)) }

    // MARK: FingerprintSensor

    public func readers() -> [Reader] { state.withLock { $0.readers.map(\.reader) } }

    public func changes() async -> AsyncStream<ReaderChange> {
        let (stream, watcher) = AsyncStream<ReaderChange>.makeStream()
        state.withLock { $0.watchers.append(watcher) }
        return stream
    }

    public func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) {
        guard case .judged = try await operate(.scan(gallery), on: reader, once: mayArm, report) else { throw .faulted }
    }

    public func verify(
        _ print: GalleryPrint, on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) {
        try await identify([print], on: reader, once: mayArm, report: report)
    }

    public func enroll(
        _ finger: Finger, label: Label?, user: UserName, on reader: ReaderID,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Template {
        guard case .enrolled(let template) = try await operate(.enrolment, on: reader, once: { true }, report) else {
            throw .faulted
        }
        return template
    }

    public func unfinishedPrint(on reader: ReaderID) async -> Template? {
        state.withLock { state in
            guard let index = state.index(of: reader), let wanting = state.readers[index].wanting,
                case .enrolment = wanting.kind, wanting.stages > 0,
                state.readers[index].reader.capabilities.contains(.storageDelete)
            else { return nil }
            return Self.template(of: "unfinished \(wanting.number)")
        }
    }

    public func takeUnfinishedPrints(of reader: ReaderID) async -> [Template] {
        state.withLock { state in
            guard let index = state.index(of: reader) else { return [] }
            defer { state.readers[index].unfinished = [] }
            return state.readers[index].unfinished
        }
    }

    public func foreignPrint(on reader: ReaderID) async -> Template? {
        state.withLock { state in state.index(of: reader).flatMap { state.readers[$0].foreign } }
    }

    public func storedPrints(on reader: ReaderID) async throws(SensorError) -> [StoredPrint] {
        try await atOnce(reader, .storageList) { attached throws(SensorError) in
            attached.stored.map(StoredPrint.init(template:))
        }
    }

    public func delete(_ template: Template, on reader: ReaderID) async throws(SensorError) {
        try await atOnce(reader, .storageDelete) { attached throws(SensorError) in
            guard attached.stored.contains(where: { $0.bytes == template.bytes }) else { throw .printNotStored }
            attached.stored.removeAll { $0.bytes == template.bytes }
        }
    }

    public func clearStorage(of reader: ReaderID) async throws(SensorError) {
        try await atOnce(reader, .storageClear) { attached throws(SensorError) in attached.stored = [] }
    }

    public func isSamePrint(_ one: Template, _ other: Template) async -> Bool { one.bytes == other.bytes }

    /// Sets the description of a template, by its bytes; other templates are not prints.
    public func tell(_ description: PrintDescription) {
        state.withLock { $0.described[description.template.bytes] = description }
    }

    public func describe(
        _ template: Template, as finger: Finger?, of user: UserName?
    ) async throws(SensorError) -> PrintDescription {
        try state.withLock { state throws(SensorError) in
            guard let known = state.described[template.bytes] else { throw .invalidTemplate }
            return PrintDescription(
                template: template, driver: known.driver, deviceID: known.deviceID, finger: finger ?? known.finger,
                user: user?.rawValue ?? known.user, isOnChip: known.isOnChip, readers: known.readers)
        }
    }

    // MARK: Operations

    private func operate(
        _ kind: Wanting.Kind, on reader: ReaderID, once mayArm: @Sendable () async -> Bool,
        _ report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Ending {
        let number = try begin(on: reader)
        defer { end(number, on: reader) }
        await opening.pass()
        if let failure = state.withLock({ $0.failures.isEmpty ? nil : $0.failures.removeFirst() }) { throw failure }
        guard await mayArm() else { throw .cancelled }
        return try await awaitFinger(kind, on: reader, number, report).get()
    }

    /// The body stays on its caller's executor only because it captures `isolation`; otherwise it would leave the
    /// test's.
    private func awaitFinger(
        _ kind: Wanting.Kind, on reader: ReaderID, _ number: UInt64, _ report: @escaping @Sendable (ScanEvent) -> Void,
        isolation: isolated (any Actor)? = #isolation
    ) async -> Result<Ending, SensorError> {
        await withTaskCancellationHandler {
            _ = isolation
            return await withCheckedContinuation { end in
                let wanting = Wanting(number: number, kind: kind, report: report, end: end)
                if let refusal = want(wanting, on: reader) {
                    end.resume(returning: .failure(refusal))
                } else {
                    report(.waitingForFinger)
                }
            }
        } onCancel: {
            finish(reader, number, .failure(.cancelled))
        }
    }

    /// The error that keeps the operation from wanting a finger; nil if it wants one.
    private func want(_ wanting: Wanting, on reader: ReaderID) -> SensorError? {
        state.withLock { state in
            // Set before the handler is called, so the handler finds the operation or comes too late.
            guard !Task.isCancelled else { return .cancelled }
            guard let index = state.index(of: reader), state.readers[index].operation == wanting.number else {
                return .disconnected
            }
            state.readers[index].wanting = wanting
            return nil
        }
    }

    private func begin(on reader: ReaderID) throws(SensorError) -> UInt64 {
        let number = try state.withLock { state throws(SensorError) in
            guard let index = state.index(of: reader) else { throw .readerNotFound }
            guard state.readers[index].operation == nil else { throw .busy }
            state.operations += 1
            state.readers[index].operation = state.operations
            return state.operations
        }
        change(reader, from: .ready, to: .busy)
        return number
    }

    private func end(_ number: UInt64, on reader: ReaderID) {
        let isEnded = state.withLock { state in
            guard let index = state.index(of: reader), state.readers[index].operation == number else { return false }
            state.readers[index].operation = nil
            state.readers[index].wanting = nil
            return true
        }
        if isEnded { change(reader, from: .busy, to: .ready) }
    }

    /// Operations that want no finger.
    private func atOnce<Value>(
        _ reader: ReaderID, _ capability: Reader.Capability,
        _ body: (inout Attached) throws(SensorError) -> Value
    ) async throws(SensorError) -> Value {
        let number = try begin(on: reader)
        defer { end(number, on: reader) }
        await opening.pass()
        if let failure = state.withLock({ $0.failures.isEmpty ? nil : $0.failures.removeFirst() }) { throw failure }
        var attached = try state.withLock { state throws(SensorError) in
            guard let index = state.index(of: reader) else { throw .disconnected }
            guard state.readers[index].reader.capabilities.contains(capability) else { throw .notSupported }
            return state.readers[index]
        }
        let value = try body(&attached)
        let stored = attached.stored
        state.withLock { state in
            if let index = state.index(of: reader) { state.readers[index].stored = stored }
        }
        return value
    }
}
