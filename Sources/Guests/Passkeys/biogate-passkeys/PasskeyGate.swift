import BiometricGate
import GateCTAP
import GateGuidance
import GateModel
import GateSystem
import GateWire
import Synchronization

/// The gate, for all devices: the facts that clients ask for before a command, known without waiting.
final class PasskeyGate: Sendable {
    /// The longest that the first device waits for the facts, while the daemon starts.
    private static let patience: Duration = .seconds(2)

    private let socket: String
    private let language: Language
    /// The fingers that new passkeys open with.
    private let enrollment: Access.Enrollment
    private let loop: PollLoop
    private let known = Mutex(AuthenticatorInfo(aaguid: [UInt8](repeating: 0, count: 16), verifiesUser: true))

    init(socket: String, language: Language, enrollment: Access.Enrollment, loop: PollLoop) {
        (self.socket, self.language, self.enrollment, self.loop) = (socket, language, enrollment, loop)
    }

    /// The facts as the daemon told them last.
    var info: AuthenticatorInfo { known.withLock { $0 } }

    func line() -> PasskeyLine { PasskeyLine(client(), language, enrollment) }

    private func client() -> GateClient { GateClient(socket: socket, locale: language.tag, interaction: .prompt) }

    func refresh() async {
        let line = line()
        let timer = loop.timer(after: Self.patience) { line.close() }
        defer { timer.cancel() }
        guard let info = try? await line.info() else { return }
        known.withLock { $0 = info }
    }

    /// Refreshes the facts when they may have changed: with the user's fingers and PIN. A service that is not there is
    /// looked for again. Until the task is cancelled.
    func follow() async {
        var pause: Duration = .milliseconds(250)
        while !Task.isCancelled {
            let client = client()
            do {
                for try await _ in client.availabilityUpdates() {
                    pause = .milliseconds(250)
                    await refresh()
                }
            } catch {
                // The last known facts stay.
            }
            client.close()
            _ = await loop.sleep(for: pause, isolation: nil)
            pause = min(pause * 2, .seconds(30))
        }
    }
}

/// A connection to the daemon for one device: the calls of `org.biometricgate.Passkeys`, with CTAP's errors.
struct PasskeyLine: Sendable {
    private static let interface = "org.biometricgate.Passkeys."
    /// How long the user may take. Browsers give up by themselves, mostly later.
    private static let timeout: Duration = .seconds(60)

    private let client: GateClient
    private let language: Language
    private let enrollment: Access.Enrollment

    init(_ client: GateClient, _ language: Language, _ enrollment: Access.Enrollment) {
        (self.client, self.language, self.enrollment) = (client, language, enrollment)
    }

    func close() { client.close() }

    func info() async throws(CTAPStatus) -> AuthenticatorInfo {
        let answer = try await call("PasskeyInfo")
        guard let verifies = answer["uv"]?.boolValue else { throw .other }
        return AuthenticatorInfo(aaguid: try answer.bytes("aaguid"), verifiesUser: verifies)
    }

    /// Whether a finger or the PIN would verify the user now, without asking.
    func canVerify() async throws(CTAPStatus) -> Bool {
        let report = try await asking { client throws(GateClientError) in try await client.availability() }
        switch report.availability {
        case .available, .hardwareUnavailable(.busy, _), .hardwareUnavailable(.inUse, _): return true
        case .noHardware, .hardwareUnavailable, .notEnrolled, .disabled, .lockout, .lockoutPermanent:
            return report.fallbacks.contains(.pin)
        }
    }

    /// How many fingers may miss.
    func tries() async throws(CTAPStatus) -> Int {
        try await asking { client throws(GateClientError) in try await client.limits().attemptsPerCall }
    }

    /// Asks for a touch, or the PIN, that makes and signs nothing.
    func touch(_ reason: KeyPath<Language, String>, for process: RunningProcess?) async throws(CTAPStatus) {
        let options = PromptOptions(timeout: Self.timeout, wait: Self.timeout, onBehalfOf: process)
        let reason = Reason(language[keyPath: reason]) ?? "…"
        try await asking { client throws(GateClientError) in
            _ = try await client.authenticate(reason: reason, options: options)
        }
    }

    func make(
        _ creation: CredentialCreation, for process: RunningProcess?
    ) async throws(CTAPStatus) -> AuthenticatorAnswer {
        var parameters = WireObject(present: [
            "rpId": .string(creation.rpId), "rpName": .text(creation.rpName), "userId": .bytes(creation.userId),
            "userName": .text(creation.userName), "userDisplayName": .text(creation.userDisplayName),
            "algorithm": .string(creation.algorithm.rawValue), "clientDataHash": .bytes(creation.clientDataHash),
            "exclude": .when(!creation.exclude.isEmpty, .array(creation.exclude.map(WireValue.bytes))),
            "discoverable": .bool(creation.isDiscoverable), "credProtect": .count(creation.credProtect),
            "hmacSecret": .bool(creation.derivesSecrets), "enrollment": .string(enrollment.rawValue),
        ])
        parameters.append(asked(for: process))
        let answer = try await call("MakeCredential", parameters)
        return .created(
            authData: try answer.bytes("authData"), signature: try answer.bytes("signature"), creation.algorithm)
    }

    func signIn(
        _ request: SignInRequest, _ salts: OpenedSalts?, for process: RunningProcess?
    ) async throws(CTAPStatus) -> SignIn {
        // The daemon knows none of them.
        if request.allow == [] { throw .noCredentials }
        var parameters = WireObject(present: [
            "rpId": .string(request.rpId), "clientDataHash": .bytes(request.clientDataHash),
            "allow": request.allow.map { .array($0.map(WireValue.bytes)) },
        ])
        parameters.append(asked(for: process))
        let all = parameters
        let answer = try await asking { client throws(GateClientError) in
            let payload = salts.map {
                OutgoingCall.Payload.hmac($0.salts, outputKey: $0.outputKey, protocolNumber: $0.protocolNumber)
            }
            return try await client.call(Self.interface + "GetAssertion", all, payload: payload).parameters
        }
        return SignIn(
            credentialId: try answer.bytes("credentialId"), authData: try answer.bytes("authData"),
            signature: try answer.bytes("signature"), userId: try? answer.bytes("userId"),
            userName: answer["userName"]?.stringValue, userDisplayName: answer["userDisplayName"]?.stringValue,
            isChosen: request.allow == nil && answer["accounts"]?.integerValue ?? 1 > 1)
    }

    /// The ids among these that the daemon has passkeys of.
    func probe(_ rpId: String, _ ids: [[UInt8]]) async throws(CTAPStatus) -> [[UInt8]] {
        guard !ids.isEmpty else { return [] }
        let answer = try await call(
            "Probe", ["rpId": .string(rpId), "credentialIds": .array(ids.map(WireValue.bytes))])
        return answer["known"]?.arrayValue?.compactMap { $0.stringValue.flatMap(Base64.decode) } ?? []
    }

    // MARK: Management

    func passkeys() async throws(CTAPStatus) -> [ListedPasskey] {
        let rows = try await call("ListPasskeys")["passkeys"]?.arrayValue ?? []
        return rows.compactMap { $0.objectValue.flatMap(ListedPasskey.init(wire:)) }
    }

    /// How many more passkeys may be made.
    func remaining() async throws(CTAPStatus) -> Int {
        Int(clamping: try await call("PasskeyInfo")["remaining"]?.integerValue ?? 0)
    }

    func delete(_ credentialId: [UInt8]) async throws(CTAPStatus) {
        _ = try await call("DeletePasskey", ["credentialId": .bytes(credentialId)])
    }

    private func asked(for process: RunningProcess?) -> WireObject {
        WireObject(present: [
            "timeoutSeconds": .integer(Self.timeout.components.seconds),
            "waitSeconds": .integer(Self.timeout.components.seconds),
            "interaction": .string(Interaction.prompt.rawValue), "onBehalfOf": process.map { .object($0.wire) },
            "locale": .string(language.tag),
        ])
    }

    private func call(_ method: String, _ parameters: WireObject = [:]) async throws(CTAPStatus) -> WireObject {
        try await asking { client throws(GateClientError) in
            try await client.call(Self.interface + method, parameters).parameters
        }
    }

    private func asking<Value>(
        _ body: (GateClient) async throws(GateClientError) -> Value
    ) async throws(CTAPStatus) -> Value {
        do throws(GateClientError) {
            return try await body(client)
        } catch {
            // The client is told no more than a number. That a passkey is not here is no failure.
            if !Task.isCancelled, !error.isCancellation, !error.code.rawValue.hasPrefix(Self.interface) {
                journal(error.explanation)
            }
            throw CTAPStatus(error)
        }
    }
}

extension CTAPStatus {
    fileprivate init(_ error: GateClientError) {
        if error.isCancellation { self = .keepAliveCancel; return }
        if let refusal = error.gateError { self.init(refusal); return }
        self =
            switch error.code.rawValue {
            case "org.biometricgate.Passkeys.CredentialExcluded": .credentialExcluded
            case "org.biometricgate.Passkeys.NoCredential": .noCredentials
            case "org.biometricgate.Passkeys.TooManyCancelled": .operationDenied
            // A name of a site that no site has.
            case GateClientError.Code.invalidParameter.rawValue: .invalidParameter
            default: .other
            }
    }
}

extension WireValue {
    fileprivate static func bytes(_ bytes: [UInt8]) -> WireValue { .string(Base64.encode(bytes)) }
}

extension WireObject {
    fileprivate func bytes(_ key: String) throws(CTAPStatus) -> [UInt8] {
        guard let bytes = self[key]?.stringValue.flatMap(Base64.decode) else { throw .other }
        return bytes
    }
}

extension ListedPasskey {
    /// Nil if a member is missing.
    fileprivate init?(wire: WireObject) {
        guard let id = try? wire.bytes("credentialId"), let userId = try? wire.bytes("userId"),
            let publicKey = try? wire.bytes("publicKey"), let rpId = wire["rpId"]?.stringValue,
            let algorithm = wire["algorithm"]?.stringValue.flatMap(PasskeyAlgorithm.init(rawValue:))
        else { return nil }
        self.init(
            credentialId: id, rpId: rpId, rpIdHash: rpId.sha256, rpName: wire["rpName"]?.stringValue, userId: userId,
            userName: wire["userName"]?.stringValue, userDisplayName: wire["userDisplayName"]?.stringValue,
            algorithm: algorithm, publicKey: publicKey,
            credProtect: Int(clamping: wire["credProtect"]?.integerValue ?? 1),
            isDiscoverable: wire["discoverable"]?.boolValue ?? false)
    }
}
