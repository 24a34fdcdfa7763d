import GateModel
import GateReader
import GateSystem
import GateTestSupport
import GateWire
import Logging
import Synchronization

@testable import GateCore
@testable import GateReaders

/// A reader process whose behaviour a test scripts.
final class ScriptedProcess: ReaderLauncher {
    final class Life: ReaderLine {
        let listener: any ReaderListener
        let said = Mutex<[OperationMessage]>([])
        let hasEnded = Mutex(false)
        let felt = Mutex<UInt64>(0)
        private let end: Pledge<Void>

        init(_ listener: any ReaderListener, end: Pledge<Void>) { (self.listener, self.end) = (listener, end) }

        func send(_ message: OperationMessage) { said.withLock { $0.append(message) } }

        func takeFelt() -> UInt64 { felt.withLock { $0 } }

        func end() async -> Int32? {
            hasEnded.withLock { $0 = true }
            await end.value()
            return 139
        }
    }

    private let lives = Mutex<[Life]>([])
    private let end = Pledge<Void>()

    init(holdsEnds: Bool) {
        if !holdsEnds { end.fulfil(()) }
    }

    /// Lets the processes end whose end was held back.
    func release() { end.fulfil(()) }

    let cannotStart = Mutex(0)
    /// Whether the next process reports its end while it starts.
    let isStillborn = Mutex(false)

    func launch(for listener: any ReaderListener) async throws(SystemCallFailure) -> any ReaderLine {
        let isRefused = cannotStart.withLock { count in
            count -= 1
            return count >= 0
        }
        let life = Life(listener, end: end)
        lives.withLock { $0.append(life) }
        let isStillborn = isStillborn.withLock { isStillborn in
            defer { isStillborn = false }
            return isStillborn
        }
        // The executor's other jobs run in between, as on the loop.
        if isStillborn {
            listener.ended()
            await Task.yield()
        }
        if isRefused { throw SystemCallFailure(function: "posix_spawn", path: "reader", errno: 2) }
        return life
    }

    var starts: Int { lives.withLock(\.count) }

    var life: Life { lives.withLock { $0[$0.count - 1] } }
}

final class Notes: Sendable {
    let ends = Mutex<[String]>([])
    let events = Mutex<[ScanEvent]>([])
}

/// Devices that appear and disappear as a test says.
final class Devices: DeviceWatcher {
    private final class Watch: DeviceWatch {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    private struct Weak: Sendable { weak var watch: Watch? }
    private let last = Mutex(Weak())

    func watch(_ body: @escaping @Sendable () -> Void) async -> (any DeviceWatch)? {
        let watch = Watch(body)
        last.withLock { $0.watch = watch }
        return watch
    }

    /// Whether the event is observed.
    func come() -> Bool {
        let watch = last.withLock { $0.watch }
        watch?.body()
        return watch != nil
    }
}

/// A sensor, its process, and the results of the calls.
final class LineScene {
    static let reader = ScriptedSensor.reader("goodix", onChip: true)
    static let gallery = ["left", "right"].map {
        GalleryPrint(
            id: PrintID(rawValue: $0), finger: .leftIndex, template: ScriptedSensor.template(of: $0))
    }

    let loop = ManualLoop()
    let program: ScriptedProcess
    let devices = Devices()
    let sensor: RemoteSensor
    let notes = Notes()
    var ends: [String] { notes.ends.withLock { $0 } }
    var events: [ScanEvent] { notes.events.withLock { $0 } }

    init(holdsEnds: Bool = false) {
        program = ScriptedProcess(holdsEnds: holdsEnds)
        sensor = RemoteSensor(
            on: loop, launcher: program, devices: devices, logger: Logger(label: "test") { _ in Silent() })
        run { await $0.start() }
        says(.readers([Self.reader]), in: 0)
    }

    @discardableResult
    func run(_ body: @escaping @Sendable (isolated RemoteSensor) async -> Void) -> Task<Void, Never> {
        let task = Task(executorPreference: loop.taskExecutor) { [sensor] in await body(sensor) }
        loop.drain()
        return task
    }

    /// Begins a call, and records its end.
    @discardableResult
    func call(
        _ body: @escaping @Sendable (isolated RemoteSensor) async throws(SensorError) -> String
    ) -> Task<Void, Never> {
        run { [notes] sensor in
            let end: String
            do throws(SensorError) { end = try await body(sensor) } catch { end = "\(error)" }
            notes.ends.withLock { $0.append(end) }
        }
    }

    @discardableResult
    func identify(once mayArm: @escaping @Sendable () async -> Bool = { true }) -> Task<Void, Never> {
        call { [notes] sensor throws(SensorError) in
            try await sensor.identify(Self.gallery, on: Self.reader.id, once: mayArm) { event in
                notes.events.withLock { $0.append(event) }
            }
            let last = notes.events.withLock { $0.last }
            return if case .judged(let outcome)? = last { "\(outcome)" } else { "nothing judged" }
        }
    }

    @discardableResult
    func says(_ report: ReaderReport, in number: UInt32) -> Bool {
        says(report.message(in: number))
    }

    @discardableResult
    func says(_ message: OperationMessage) -> Bool {
        defer { loop.drain() }
        return program.life.listener.received(message)
    }

    func dies() {
        program.life.listener.ended()
        loop.drain()
    }

    /// The messages sent to the process, as `Name number`.
    var told: [String] { program.life.said.withLock { $0.map { "\($0.name) \($0.operation)" } } }

    var states: [Reader.State] { sensor.readers().map(\.state) }
}

private struct Silent: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.critical
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {}
}
