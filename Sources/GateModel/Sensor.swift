/// What a reader says while it is armed.
public enum ScanEvent: Hashable, Sendable {
    /// The reader is ready and wants a touch.
    case waitingForFinger
    /// A finger lies on it (`FP_FINGER_STATUS_PRESENT`).
    case fingerPresent
    /// The finger that was told of lies on it no more, and nothing came of it; told of readers that are held.
    case fingerLifted
    /// A scan too poor to judge; the reader is armed again by itself.
    case retry(ScanHint)
    /// An enrolment's touch was taken: how many of how many.
    case stagePassed(Int, of: Int)
    /// The outcome with which the call is about to return: nothing else can come of it any more.
    case judged(ScanOutcome)
}

/// How a good scan was judged.
public enum ScanOutcome: Hashable, Sendable {
    case matched(PrintID)
    case noMatch
    /// No match with the prints that it was compared with, and one with another print in the reader's own storage:
    /// another user's, or another program's.
    case foreign

    public var isMatch: Bool { print != nil }

    /// The print that matched.
    public var print: PrintID? {
        switch self {
        case .matched(let print): print
        case .noMatch, .foreign: nil
        }
    }
}

/// A print in a reader's own storage, as the chip describes it.
public struct StoredPrint: Sendable {
    public let template: Template

    public init(template: Template) {
        self.template = template
    }
}

/// A print as it says of itself, written anew by whatever read it.
public struct PrintDescription: Sendable {
    public let template: Template
    public let driver: String
    /// The driver's name for the unit, often just "0".
    public let deviceID: String
    /// Nil where it is of no finger that has a name.
    public let finger: Finger?
    public let user: String?
    /// The reader's own storage has the print, and this is what it is called there.
    public let isOnChip: Bool
    /// The readers that are plugged in and can compare it.
    public let readers: [ReaderID]

    public init(
        template: Template, driver: String, deviceID: String, finger: Finger?, user: String?, isOnChip: Bool,
        readers: [ReaderID]
    ) {
        self.template = template
        self.driver = driver
        self.deviceID = deviceID
        self.finger = finger
        self.user = user
        self.isOnChip = isOnChip
        self.readers = readers
    }
}

/// What can go wrong at a reader, closed: libfprint's open codes are told apart in the sensor.
public enum SensorError: Error, Hashable, Sendable {
    /// No such reader is plugged in.
    case readerNotFound
    /// The caller's task was cancelled; nothing was judged.
    case cancelled
    /// Another operation of this process has the reader.
    case busy
    /// Another program has the reader open.
    case inUse
    case suspended
    case overheated(retryAfter: Duration)
    /// The reader was unplugged.
    case disconnected
    /// The reader did not answer, or gave an error without a name of its own.
    case faulted
    /// The reader broke its protocol.
    case protocolBroken
    /// What drove the reader is gone, whatever the reader had to say.
    case driverLost
    /// The reader cannot do this.
    case notSupported
    /// The print is not in the reader's storage.
    case printNotStored
    /// The reader's storage has no room.
    case storageFull
    /// The reader's storage knows the finger already.
    case duplicate
    /// The template is not one that libfprint can read.
    case invalidTemplate
    /// A libfprint error outside the known tables.
    case unknown(domain: String, code: Int)
}

/// A reader came, went, or changed.
public enum ReaderChange: Hashable, Sendable {
    case added(Reader)
    case removed(Reader)
    case changed(Reader)
}

/// The fingerprint readers of this machine.
///
/// One operation runs on a reader at a time; a second answers `busy`. Cancelling the calling task ends an operation
/// with `cancelled` and leaves the reader idle before the call returns.
public protocol FingerprintSensor: Sendable {
    /// The readers present now, in the order they were found; of any thread, without a wait. What a change tells of, or
    /// an operation fails with, is in here by then.
    func readers() -> [Reader]

    /// Every change of the readers from now on. Each call gives a stream of its own, which the sensor ends when it
    /// stops.
    func changes() async -> AsyncStream<ReaderChange>

    /// Waits for one good scan and looks for it among `gallery` (1:N); poor scans are reported and scanned again.
    ///
    /// Returns at the reader's report, before the finger lifts: the reader is busy until then, and the next operation
    /// waits for it.
    ///
    /// - Parameter mayArm: awaited by the open reader before it wants a finger; false ends the call with `cancelled`.
    func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome

    /// Somebody wants a reader that is not among `readers()`: what drives them may overlook one that another program has
    /// open as it looks. Of any thread; returns at once, and what is found is told as a change.
    func lookAgain()

    /// Waits for one good scan and compares it with one print (1:1); else as `identify`.
    func verify(
        _ print: GalleryPrint, on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome

    /// Opens the reader, and keeps it open between operations until `letGo`. Any operation may run on it meanwhile, and one
    /// that runs is not waited for. It is closed while the machine sleeps, and opened again afterwards.
    func hold(_ reader: ReaderID) async throws(SensorError)

    /// Ends `hold`: closes the reader, and throws what closing it failed with. Where an operation runs on it, it is closed
    /// some time after that, and this call does not wait.
    func letGo(of reader: ReaderID) async throws(SensorError)

    /// Waits until a scan that was judged has ended at the reader, which is when the finger lifts; at once where none is
    /// left. Where it has not ended after `patience`, it is cancelled; nil waits on.
    func settle(_ reader: ReaderID, within patience: Duration?) async throws(SensorError)

    /// Takes a new print in the reader's number of touches. On a reader with storage the print is in the storage too
    /// when this returns; cancelled or failed, it is not.
    func enroll(
        _ finger: Finger, label: Label?, user: UserName, on reader: ReaderID,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Template

    /// What the reader's storage will have when the enrolment that runs on it ends; nil where none runs, where the
    /// reader has no storage to delete from, and until its driver has named the print.
    func unfinishedPrint(on reader: ReaderID) async -> Template?

    /// The prints that enrolments which were cut off, by unplugging or a fault, may have left in the reader's storage;
    /// each is told once.
    func takeUnfinishedPrints(of reader: ReaderID) async -> [Template]

    /// The print in the reader's own storage that its last scan found, where that was `foreign`; nil where it does not say.
    func foreignPrint(on reader: ReaderID) async -> Template?

    /// The prints in the reader's own storage, the newest first, and those last of which it does not say when they were made.
    func storedPrints(on reader: ReaderID) async throws(SensorError) -> [StoredPrint]

    /// Deletes a print from the reader's own storage.
    func delete(_ template: Template, on reader: ReaderID) async throws(SensorError)

    /// Deletes every print in the reader's own storage, whoever enrolled it.
    func clearStorage(of reader: ReaderID) async throws(SensorError)

    /// Whether two templates are of the same stored print (`fp_print_equal`).
    func isSamePrint(_ one: Template, _ other: Template) async throws(SensorError) -> Bool

    /// Reads a template of whatever origin; `invalidTemplate` where it is none.
    ///
    /// - Parameters finger, user: whose the description's template says that it is; nil: whose it said before.
    func describe(
        _ template: Template, as finger: Finger?, of user: UserName?
    ) async throws(SensorError) -> PrintDescription
}

/// Readers that can be put to rest: before the machine sleeps, and at the end.
public protocol SleepingSensor: FingerprintSensor {
    /// Prepares the readers for the machine's sleep: what runs on them ends with `suspended`, and so does every call until
    /// `resume`. Returns when nothing runs on them, or, where a reader does not answer, when `patience` is over, at once
    /// where it is zero or less.
    func suspend(within patience: Duration) async

    /// Ends `suspend`.
    func resume() async

    /// Returns when whatever drives the readers has looked at it, for a watchdog.
    func ping() async

    /// Cancels what runs, closes the readers, ends the streams of changes and forgets the readers: every later call throws
    /// `readerNotFound`. A reader that does not answer is given some seconds.
    func stop() async
}

extension FingerprintSensor {
    /// Where nothing is overlooked there is nothing to do.
    public func lookAgain() {}

    /// As the other one, of a reader that may be armed as soon as it is open.
    public func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome {
        try await identify(gallery, on: reader, once: { true }, report: report)
    }

    /// As the other one, of a reader that may be armed as soon as it is open.
    public func verify(
        _ print: GalleryPrint, on reader: ReaderID, report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> ScanOutcome {
        try await verify(print, on: reader, once: { true }, report: report)
    }
}
