import BiometricGate
import Dispatch
import GateModel
import GateSocket
import GateWire
import Testing

@Suite("The client and the contract") struct ContractTests {
    private static let pinOnly = Access(factors: [.pin])
    /// The client's function for each method of the contract.
    private static let counterparts: [String: @Sendable (GateClient) async throws -> Void] = [
        "ListReaders": { _ = try await $0.listReaders() },
        "WatchReaders": { for try await _ in $0.watchReaders() {} },
        "ClearReader": { try await $0.clearReader(ReaderID(rawValue: "usb:1")) },
        "GetAvailability": { _ = try await $0.availability() },
        "WatchAvailability": { for try await _ in $0.availabilityUpdates() {} },
        "Authenticate": { try await $0.authenticate(reason: try reason()) },
        "GetLastAuthentication": { _ = try await $0.lastAuthentication() },
        "ForgetAuthentication": { try await $0.forgetAuthentication() },
        "WatchRequests": { for try await _ in $0.watchRequests() {} },
        "AnswerRequest": { try await $0.answerRequest(RequestID(rawValue: "7"), with: .pin(secret("824917"))) },
        "CancelRequest": { try await $0.cancelRequest(RequestID(rawValue: "7")) },
        "HoldRequest": { try await $0.holdRequest(RequestID(rawValue: "7")) },
        "ListPrints": { _ = try await $0.prints() },
        "Enroll": { _ = try await $0.enroll(.rightIndex, credential: .pin(secret("824917"))) },
        "DeletePrint": { try await $0.deletePrint(PrintID(rawValue: "3"), credential: nil) },
        "VouchPrints": { try await $0.vouchPrints([PrintID(rawValue: "3")], credential: nil) },
        "RenamePrint": { try await $0.renamePrint(PrintID(rawValue: "3"), to: Label("Thumb")) },
        "DeleteAllPrints": { try await $0.deleteAllPrints(credential: nil) },
        "GetSettings": { _ = try await $0.settings() },
        "WatchSettings": { for try await _ in $0.settingsUpdates() {} },
        "ListOnboardings": { _ = try await $0.onboardings() },
        "GetLimits": { _ = try await $0.limits() },
        "GetLastLogin": { _ = try await $0.lastLogin() },
        "EnableFingerprint": { _ = try await $0.enableFingerprint() },
        "DisableFingerprint": { _ = try await $0.disableFingerprint() },
        "AnswerOnboarding": { _ = try await $0.answerOnboarding(.skipped) },
        "SetPIN": { try await $0.setPIN(secret("824917")) },
        "RemovePIN": { try await $0.removePIN(credential: nil) },
        "PreviewChange": { _ = try await $0.previewChange(.reset) },
        "RevokeAll": { try await $0.revokeAll() },
        "Reset": { try await $0.reset() },
        "ListItems": { _ = try await $0.items() },
        "WatchItems": { for try await _ in $0.itemUpdates() {} },
        "GetItem": { _ = try await $0.item(try name()) },
        "ImportKey": { _ = try await $0.importKey(secret("s3cret"), as: try name(), ItemOptions(access: pinOnly)) },
        "StoreSecret": { try await $0.store(secret("s3cret"), as: try name(), ItemOptions(access: pinOnly)) },
        "RetrieveSecrets": { _ = try await $0.retrieve([try name(), try name()], reason: try reason()) },
        "UpdateSecret": { try await $0.update(try name(), to: secret("s3cret")) },
        "RetrieveSecret": { _ = try await $0.retrieve(try name(), reason: try reason()) },
        "CreateKey": { _ = try await $0.createKey(.p256, as: try name(), ItemOptions(access: pinOnly)) },
        "Sign": { _ = try await $0.sign([1], with: try name(), reason: try reason()) },
        "SignSSH": { _ = try await $0.signSSH(SSHSignRequest([1]), with: try name()) },
        "SetDestinations": { _ = try await $0.setDestinations([], of: try name(), credential: nil) },
        "RenewItem": { try await $0.renew(try name(), credential: .pin(secret("824917"))) },
        "DeleteItem": { try await $0.deleteItem(try name()) },
    ]

    @Test("Every method of the contract has a counterpart, and the client has no others")
    func complete() {
        #expect(Set(Self.counterparts.keys) == Set(VarlinkInterface.gate.methodNames))
    }

    @Test("Each client method reaches the daemon's, and throws its error", arguments: counterparts.keys.sorted())
    func reaches(method: String) async throws {
        let call = try #require(Self.counterparts[method])
        try await ScriptedDaemon.serving { daemon, client in
            let task = Task { try await call(client) }
            let received = try await daemon.next(method)
            #expect(!received.oneway)
            received.responder.fail(.storageFailed)
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.code == .storageFailed)
        }
    }

    @Test("Every error of the contract has its code")
    func codes() {
        let known: Set<GateClientError.Code> = [
            .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent,
            .authenticationFailed, .timedOut, .cancelled, .credentialRequired, .credentialNotSet, .credentialWrong,
            .credentialUnavailable, .credentialThrottled, .signInRequired, .pinUnacceptable, .factorNotAllowed,
            .itemNotFound, .itemExists, .itemInvalidated, .printNotFound, .fingerAlreadyEnrolled,
            .fingerKnownToReader, .readerNotFound, .readerFull, .signatureRefused, .requestNotFound, .userNeeded,
            .limitExceeded,
            .sealingUnavailable, .storageFailed, .notPermitted,
        ]
        let gate = VarlinkInterface.gate
        #expect(Set(known.map(\.rawValue)) == Set(gate.errorNames.map { "\(gate.name).\($0)" }))
    }

    @Test(
        "A required credential comes with the reason",
        arguments: [
            (CredentialReason.attempts, CredentialNeed.attempts), (.credentialAge, .routine), (.boot, .boot),
        ])
    func credentialNeeded(reason: CredentialReason, need: CredentialNeed) async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let task = Task { _ = try await client.retrieve(try name(), reason: try BiometricGateTests.reason()) }
            try await daemon.next("RetrieveSecret").responder.fail(
                .lockoutPermanent(reason, clearedBy: [.pin], fallbacks: [.pin]))
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.obstacle == .credentialNeeded(need))
            #expect(error.fallbacks == [.pin])
        }
    }

    @Test("The client finds a daemon that was restarted between two calls")
    func restarted() async throws {
        let daemon = try ScriptedDaemon()
        let client = GateClient(socket: daemon.path)
        for _ in 0..<2 {
            try await daemon.listening {
                let task = Task { try await client.forgetAuthentication() }
                try await daemon.next("ForgetAuthentication").responder.finish([:])
                try await task.value
            }
            _ = try await daemon.nextClosed()
        }
    }

    @Test("A call on a connection that ended unnoticed is sent on a new one")
    func endedUnseen() async throws {
        try await ScriptedDaemon.serving { daemon, other in
            let transport = GateTransport(path: daemon.path)
            let forget = "org.biometricgate.Gate.ForgetAuthentication"
            let (ends, end) = AsyncStream<GateTransportError?>.makeStream()
            var ended = ends.makeAsyncIterator()
            transport.send(OutgoingCall.call(forget), to: EndReceiver(end))
            let first = try await daemon.next("ForgetAuthentication").responder
            first.finish([:])
            #expect(try #require(await ended.next()) == nil)

            // The only thread of all transports is held in another client's progress while the daemon closes the
            // connection.
            let (held, hold) = AsyncStream<Void>.makeStream()
            let release = DispatchSemaphore(value: 0)
            let waiting = Task {
                try await other.authenticate(reason: try reason()) { _ in
                    hold.yield()
                    release.wait()
                }
            }
            let holding = try await daemon.next("Authenticate").responder
            holding.progress(Progress(.waitingForFinger), "Touch the reader")
            for await _ in held { break }
            first.client.close()
            #expect(try await daemon.nextClosed() == first.client.id)
            transport.send(OutgoingCall.call(forget), to: EndReceiver(end))
            release.signal()

            let second = try await daemon.next("ForgetAuthentication").responder
            #expect(second.client.id != first.client.id)
            second.finish([:])
            #expect(try #require(await ended.next()) == nil)
            holding.finish(["authentication": .object(receiptWire)])
            #expect(try await waiting.value == receipt)
            // Releasing the transport would close the connection first.
            transport.close()
        }
    }
}

/// Reports how a call ended: nil after an answer.
private final class EndReceiver: AnswerReceiver {
    private let end: AsyncStream<GateTransportError?>.Continuation

    init(_ end: AsyncStream<GateTransportError?>.Continuation) {
        self.end = end
    }

    var isCancelled: Bool { false }

    func received(_ reply: consuming IncomingReply) {
        end.yield(nil)
    }

    func ended(_ error: GateTransportError) {
        end.yield(error)
    }
}
