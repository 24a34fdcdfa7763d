/// An event of an armed reader.
public enum ScanEvent: Hashable, Sendable {
    /// The reader is ready and wants a touch.
    case waitingForFinger
    /// A finger lies on it (`FP_FINGER_STATUS_PRESENT`).
    case fingerPresent
    /// The reported finger was lifted without a result; only for held readers.
    case fingerLifted
    /// A scan was too poor to judge; the reader stays armed.
    case retry(ScanHint)
    /// An enrolment's touch succeeded: its number, and the total.
    case stagePassed(Int, of: Int)
    /// The result of a scan, the last event of its call.
    case judged(ScanOutcome)
}

/// The judgement of a good scan.
public enum ScanOutcome: Hashable, Sendable {
    case matched(PrintID)
    case noMatch
    /// No match with the gallery, but with another print in the reader's own storage: another user's or program's.
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

/// A print in a reader's own storage, as the chip reports it.
public struct StoredPrint: Sendable {
    public let template: Template

    public init(template: Template) {
        self.template = template
    }
}

/// A template's description, with the template serialized again by the reading sensor.
public struct PrintDescription: Sendable {
    public let template: Template
    public let driver: String
    /// The driver's name for the device, often just "0".
    public let deviceID: String
    /// Nil if the print names no known finger.
    public let finger: Finger?
    public let user: String?
    /// The reader's own storage has the print, and the template is only its name there.
    public let isOnChip: Bool
    /// The readers plugged in that can compare it.
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

/// An error of a reader, as a closed type: the sensor maps libfprint's open codes.
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
    /// The reader did not answer, or gave an error without its own case.
    case faulted
    /// The reader broke its protocol.
    case protocolBroken
    /// The process that drives the reader is gone.
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

/// A reader was added, removed or changed.
public enum ReaderChange: Hashable, Sendable {
    case added(Reader)
    case removed(Reader)
    case changed(Reader)
}

/// The fingerprint readers of this machine.
///
/// A reader runs one operation at a time; a second throws `busy`. Cancelling the calling task ends an operation with
/// `cancelled` and leaves the reader idle before the call returns.
public protocol FingerprintSensor: Sendable {
    /// The readers present, in the order of discovery. Of any thread; never waits. Includes every change already
    /// reported, by an event or an error.
    func readers() -> [Reader]

    /// A new stream of the readers' changes from now on, which the sensor ends when it stops.
    func changes() async -> AsyncStream<ReaderChange>

    /// Waits for one good scan, looks for it in `gallery` (1:N), and reports the outcome as `judged`; reports poor scans
    /// and scans again.
    ///
    /// Returns at the reader's judgement, before the finger lifts. Until that, the reader is busy, and its next
    /// operation waits.
    ///
    /// - Parameter mayArm: awaited with the reader open, before it wants a finger; false ends the call with
    ///   `cancelled`.
    func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError)

    /// Looks for readers again, because a wanted one is missing: the driver overlooks a reader that another program has
    /// open during the search. Of any thread; returns at once, and reports readers as changes.
    func lookAgain()

    /// Waits for one good scan and compares it with one print (1:1); otherwise as `identify`.
    func verify(
        _ print: GalleryPrint, on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError)

    /// Opens the reader, and keeps it open between operations until `letGo`. Other operations may run meanwhile; a
    /// running one is not waited for. The reader is closed while the machine sleeps, and reopened afterwards.
    func hold(_ reader: ReaderID) async throws(SensorError)

    /// Ends `hold`: closes the reader, and throws the error of closing. If an operation runs, the reader is closed some
    /// time after it, and this call does not wait.
    func letGo(of reader: ReaderID) async throws(SensorError)

    /// Waits until a judged scan has ended, when the finger lifts; returns at once if there is none. After `patience`
    /// the scan is cancelled; nil waits without limit.
    func settle(_ reader: ReaderID, within patience: Duration?) async throws(SensorError)

    /// Enrols a print in the reader's number of touches. A reader with storage has stored the print when this returns,
    /// and has not when this throws.
    func enroll(
        _ finger: Finger, label: Label?, user: UserName, on reader: ReaderID,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Template

    /// The print that the running enrolment will leave in the reader's storage; nil without an enrolment or deletable
    /// storage, and until the driver has named the print.
    func unfinishedPrint(on reader: ReaderID) async -> Template?

    /// The prints that enrolments cut off, by unplugging or a fault, may have left in the reader's storage, each
    /// returned once.
    func takeUnfinishedPrints(of reader: ReaderID) async -> [Template]

    /// The stored print that the reader's last scan found, if that was `foreign`; nil if the reader does not tell.
    func foreignPrint(on reader: ReaderID) async -> Template?

    /// The prints in the reader's own storage, newest first, those without a date last.
    func storedPrints(on reader: ReaderID) async throws(SensorError) -> [StoredPrint]

    /// Deletes a print from the reader's own storage.
    func delete(_ template: Template, on reader: ReaderID) async throws(SensorError)

    /// Deletes every print in the reader's own storage, including other programs'.
    func clearStorage(of reader: ReaderID) async throws(SensorError)

    /// Whether two templates are the same stored print (`fp_print_equal`).
    func isSamePrint(_ one: Template, _ other: Template) async throws(SensorError) -> Bool

    /// Reads a template of any origin; throws `invalidTemplate` if it is not one.
    ///
    /// - Parameters finger, user: the finger and user to put into the description's template; nil keeps the template's
    ///   own.
    func describe(
        _ template: Template, as finger: Finger?, of user: UserName?
    ) async throws(SensorError) -> PrintDescription
}

/// Readers that can be put to rest: before the machine sleeps, and at shutdown.
public protocol SleepingSensor: FingerprintSensor {
    /// Prepares the readers for the machine's sleep: running operations end with `suspended`, as does every call until
    /// `resume`. Returns when nothing runs on the readers, or when `patience` is over, which is at once if it is zero
    /// or less.
    func suspend(within patience: Duration) async

    /// Ends `suspend`.
    func resume() async

    /// Returns after a round through the thread or process that drives the readers, for a watchdog.
    func ping() async

    /// Cancels operations, closes and forgets the readers, and ends the streams of changes: every later call throws
    /// `readerNotFound`. Waits some seconds for a reader that does not answer.
    func stop() async
}

extension FingerprintSensor {
    /// Does nothing, for sensors that overlook no reader.
    public func lookAgain() {}

    /// As above, arming as soon as the reader is open.
    public func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) {
        try await identify(gallery, on: reader, once: { true }, report: report)
    }

    /// As above, arming as soon as the reader is open.
    public func verify(
        _ print: GalleryPrint, on reader: ReaderID, report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) {
        try await verify(print, on: reader, once: { true }, report: report)
    }
}
