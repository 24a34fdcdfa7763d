public import GateModel
import GateWire

/// A user's prints, and the name of this set of them.
public struct EnrolledPrints: Hashable, Sendable {
    public let prints: [Print]
    /// Another one after every finger added or removed.
    public let enrollment: EnrollmentID

    public init(prints: [Print], enrollment: EnrollmentID) {
        self.prints = prints
        self.enrollment = enrollment
    }
}

/// A finger that was added, and what that cost.
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
    /// The user's prints. Another user's (`user`) are root's to ask for.
    public func prints(of user: UserID? = nil) async throws(GateClientError) -> EnrolledPrints {
        var parameters = WireObject()
        parameters.append("uid", user)
        let reply = try await call("ListPrints", parameters)
        return EnrolledPrints(
            prints: try reply.list("prints", Print.init(wire:)),
            enrollment: EnrollmentID(rawValue: try reply.text("enrollmentId")))
    }

    /// Asks the user for as many touches as the reader takes. Needs the PIN or the password: a finger never authorises
    /// another finger. `PromptOptions.maximumAge` has no meaning here.
    public func enroll(
        _ finger: Finger, label: Label? = nil, credential: consuming Credential?, user: UserID? = nil,
        options: PromptOptions = PromptOptions(), progress: ProgressHandler? = nil
    ) async throws(GateClientError) -> EnrolledPrint {
        var parameters: WireObject = ["finger": .string(finger.rawValue)]
        parameters.append("label", label?.rawValue)
        parameters.append("uid", user)
        var options = options
        options.maximumAge = nil
        let reply = try await ask("Enroll", parameters, credential: credential, options: options, progress: progress)
        return EnrolledPrint(
            print: try reply.object("print", Print.init(wire:)),
            invalidatedItems: try reply.number("invalidatedItems"))
    }

    /// Removes a print; returns how many items nothing opens any more.
    @discardableResult
    public func deletePrint(
        _ print: PrintID, credential: consuming Credential?, user: UserID? = nil
    ) async throws(GateClientError) -> Int {
        var parameters: WireObject = ["printId": .string(print.rawValue)]
        parameters.append("uid", user)
        parameters.append("locale", locale)
        return try await call("DeletePrint", parameters, credential: credential).number("invalidatedItems")
    }

    /// Vouches for prints that were added through the system's own settings (`Print.vouched`): from then on they open what
    /// prints that were enrolled would. Returns how many items nothing opens any more: it is a change of the enrolment.
    @discardableResult
    public func vouchPrints(
        _ prints: Set<PrintID>, credential: consuming Credential?, user: UserID? = nil
    ) async throws(GateClientError) -> Int {
        var parameters: WireObject = ["printIds": .array(prints.map(\.rawValue).sorted().map { .string($0) })]
        parameters.append("uid", user)
        parameters.append("locale", locale)
        return try await call("VouchPrints", parameters, credential: credential).number("invalidatedItems")
    }

    /// What the user calls a print; nil takes that away. Returns the print as it is now.
    @discardableResult
    public func renamePrint(
        _ print: PrintID, to label: Label?, user: UserID? = nil
    ) async throws(GateClientError) -> Print {
        var parameters: WireObject = ["printId": .string(print.rawValue)]
        parameters.append("label", label?.rawValue)
        parameters.append("uid", user)
        parameters.append("locale", locale)
        return try await call("RenamePrint", parameters).object("print", Print.init(wire:))
    }

    /// Removes every print; returns how many items nothing opens any more.
    @discardableResult
    public func deleteAllPrints(
        credential: consuming Credential?, user: UserID? = nil
    ) async throws(GateClientError) -> Int {
        var parameters = WireObject()
        parameters.append("uid", user)
        parameters.append("locale", locale)
        return try await call("DeleteAllPrints", parameters, credential: credential).number("invalidatedItems")
    }
}
