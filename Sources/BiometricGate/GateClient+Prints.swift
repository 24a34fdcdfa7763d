public import GateModel
import GateWire

/// A user's prints, with the identifier of this set.
public struct EnrolledPrints: Hashable, Sendable {
    public let prints: [Print]
    /// Changes whenever a finger is added or removed.
    public let enrollment: EnrollmentID

    public init(prints: [Print], enrollment: EnrollmentID) {
        self.prints = prints
        self.enrollment = enrollment
    }
}

/// An added finger, with the cost of adding it.
public struct EnrolledPrint: Hashable, Sendable {
    public let print: Print
    /// Items that nothing opens any more.
    public let invalidatedItems: Int

    public init(print: Print, invalidatedItems: Int) {
        self.print = print
        self.invalidatedItems = invalidatedItems
    }
}

extension GateClient {
    /// The user's prints. Only root may ask for another `user`'s.
    public func prints(of user: UserID? = nil) async throws(GateClientError) -> EnrolledPrints {
        let reply = try await call("ListPrints", .init(present: ["uid": .number(of: user)]))
        return EnrolledPrints(
            prints: try reply.list("prints", Print.init(wire:)),
            enrollment: EnrollmentID(rawValue: try reply.text("enrollmentId")))
    }

    /// Enrols a finger, asking for the reader's number of touches. Needs the PIN or the password: a finger never
    /// authorizes another finger. Ignores `PromptOptions.maximumAge`, `attempts` and
    /// `onBehalfOf`.
    public func enroll(
        _ finger: Finger, label: Label? = nil, credential: consuming Credential?, user: UserID? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> EnrolledPrint {
        let parameters = WireObject(present: [
            "finger": .name(finger), "label": .text(label?.rawValue), "uid": .number(of: user),
        ])
        var options = options
        options.maximumAge = nil
        options.attempts = nil
        options.onBehalfOf = nil
        let reply = try await ask("Enroll", parameters, credential: credential, options: options, progress: progress)
        return EnrolledPrint(
            print: try reply.object("print", Print.init(wire:)),
            invalidatedItems: try reply.number("invalidatedItems"))
    }

    /// Removes a print; returns the number of items that nothing opens any more.
    @discardableResult
    public func deletePrint(
        _ print: PrintID, credential: consuming Credential?, user: UserID? = nil
    ) async throws(GateClientError) -> Int {
        let parameters = WireObject(present: [
            "printId": .name(print), "uid": .number(of: user), "locale": .text(locale),
        ])
        return try await call("DeletePrint", parameters, credential: credential).number("invalidatedItems")
    }

    /// Vouches for prints added through the system's settings (`Print.vouched`): from then on they open items like
    /// other prints. This changes the enrolment; returns the number of items that nothing opens any more.
    @discardableResult
    public func vouchPrints(
        _ prints: Set<PrintID>, credential: consuming Credential?, user: UserID? = nil
    ) async throws(GateClientError) -> Int {
        let parameters = WireObject(present: [
            "printIds": .array(prints.map(\.rawValue).sorted().map { .string($0) }), "uid": .number(of: user),
            "locale": .text(locale),
        ])
        return try await call("VouchPrints", parameters, credential: credential).number("invalidatedItems")
    }

    /// Sets the user's label of a print; nil removes it. Returns the changed print.
    @discardableResult
    public func renamePrint(
        _ print: PrintID, to label: Label?, user: UserID? = nil
    ) async throws(GateClientError) -> Print {
        let parameters = WireObject(present: [
            "printId": .name(print), "label": .text(label?.rawValue), "uid": .number(of: user),
            "locale": .text(locale),
        ])
        return try await call("RenamePrint", parameters).object("print", Print.init(wire:))
    }

    /// Removes every print; returns the number of items that nothing opens any more.
    @discardableResult
    public func deleteAllPrints(
        credential: consuming Credential?, user: UserID? = nil
    ) async throws(GateClientError) -> Int {
        let parameters = WireObject(present: ["uid": .number(of: user), "locale": .text(locale)])
        return try await call("DeleteAllPrints", parameters, credential: credential).number("invalidatedItems")
    }
}
