import GateModel
import GateReader

/// The operations on a reader, as requests to the process.
extension RemoteSensor {
    /// The limit for operations that wait for no finger: a reader has 15 s for its storage, and may first have to be
    /// freed.
    private static let storagePatience = Duration.seconds(60)

    func identify(
        _ gallery: [GalleryPrint], on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) {
        _ = try await perform(
            .identify(gallery.map(\.template), reader), .scan(gallery.map(\.id)), on: reader, once: mayArm,
            report: report)
    }

    func verify(
        _ print: GalleryPrint, on reader: ReaderID, once mayArm: @escaping @Sendable () async -> Bool,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) {
        _ = try await perform(
            .verify(print.template, reader), .scan([print.id]), on: reader, once: mayArm, report: report)
    }

    /// Neither the user nor the label is passed to the process.
    func enroll(
        _ finger: Finger, label: Label?, user: UserName, on reader: ReaderID,
        report: @escaping @Sendable (ScanEvent) -> Void
    ) async throws(SensorError) -> Template {
        let end = try await perform(.enroll(finger, reader), .enrolment, on: reader, report: report)
        guard case .done(let templates) = end, let template = templates.first else { throw .faulted }
        return template
    }

    /// All questions about one enrolment share 30 s, because its call receives nothing else in the meantime.
    func unfinishedPrint(on reader: ReaderID) async -> Template? {
        guard let enrolment = calls.enrolment(on: reader) else { return nil }
        let begin = ContinuousClock.now
        defer { enrolment.patience -= .now - begin }
        guard enrolment.patience > .zero,
            let print = await template(.unfinished(reader), within: enrolment.patience)
        else { return nil }
        enrolment.unfinished = (reader, print)
        return print
    }

    /// The process reports at most one, because at most one enrolment can be cut off at a time.
    func takeUnfinishedPrints(of reader: ReaderID) async -> [Template] {
        let left = takeLeftovers(of: reader)
        return left + (await template(.leftovers(reader), within: Self.answerPatience).map { [$0] } ?? [])
    }

    private func template(_ request: ReaderRequest, within limit: Duration) async -> Template? {
        // A process that is gone has reported everything that it ever will.
        guard isThere, case .done(let templates)? = try? await perform(request, .list, within: limit) else {
            return nil
        }
        return templates.first
    }

    func foreignPrint(on reader: ReaderID) async -> Template? {
        await template(.foreign(reader), within: Self.answerPatience)
    }

    func storedPrints(on reader: ReaderID) async throws(SensorError) -> [StoredPrint] {
        guard
            case .done(let templates) = try await perform(
                .list(reader), .list, on: reader, within: Self.storagePatience)
        else { throw .faulted }
        return templates.map { StoredPrint(template: $0) }
    }

    func delete(_ template: Template, on reader: ReaderID) async throws(SensorError) {
        _ = try await perform(.delete(template, reader), .plain, on: reader, within: Self.storagePatience)
    }

    func clearStorage(of reader: ReaderID) async throws(SensorError) {
        _ = try await perform(.clear(reader), .plain, on: reader, within: Self.storagePatience)
    }

    func isSamePrint(_ one: Template, _ other: Template) async throws(SensorError) -> Bool {
        let end = try await perform(.compare(one, other), .comparison, within: Self.answerPatience)
        guard case .compared(let isSame) = end else { throw .faulted }
        return isSame
    }

    func describe(
        _ template: Template, as finger: Finger?, of user: UserName?
    ) async throws(SensorError) -> PrintDescription {
        let end = try await perform(
            .describe(template, as: finger, of: user), .description, within: Self.answerPatience)
        guard case .described(let print) = end else { throw .faulted }
        return print
    }
}
