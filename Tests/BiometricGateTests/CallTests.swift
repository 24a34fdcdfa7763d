import BiometricGate
import GateModel
import GateSecret
import GateSocket
import GateWire
import Synchronization
import Testing

@Suite struct CallTests {
    @Test("The availability arrives as the daemon sends it, in the client's language")
    func availability() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            async let answer = client.availability(of: .root)
            let call = try await daemon.next("GetAvailability")
            #expect(call.parameters == ["uid": 0, "locale": "en"])
            #expect(!call.more)
            let report = AvailabilityReport(.lockout(retryAfter: .seconds(30)), fallbacks: [.pin], guidance: guidance)
            call.responder.finish(["availability": .object(report.wire)])
            #expect(try await answer == report)
        }
    }

    @Test("An authentication reports its progress in order, and then the receipt")
    func authenticate() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let seen = Mutex<[PromptProgress]>([])
            async let answer = client.authenticate(
                reason: try reason(), factors: [.fingerprint],
                options: PromptOptions(
                    reader: ReaderID(rawValue: "usb:1"), timeout: .milliseconds(1500), maximumAge: .seconds(10)),
                progress: { progress in seen.withLock { $0.append(progress) } })
            let call = try await daemon.next("Authenticate")
            #expect(call.more)
            #expect(
                call.parameters == [
                    "reason": "to pay", "factors": ["fingerprint"], "maxAgeSeconds": 10, "readerId": "usb:1",
                    "timeoutSeconds": 2, "locale": "en",
                ])
            call.responder.progress(Progress(.waitingForFinger, attemptsRemaining: 3), "Touch it to pay")
            call.responder.progress(Progress(.noMatch, attemptsRemaining: 2), "No match")
            call.responder.finish(["authentication": .object(receiptWire)])
            #expect(try await answer == receipt)
            #expect(
                seen.withLock { $0 } == [
                    PromptProgress(
                        progress: Progress(.waitingForFinger, attemptsRemaining: 3), message: "Touch it to pay"),
                    PromptProgress(progress: Progress(.noMatch, attemptsRemaining: 2), message: "No match"),
                ])
        }
    }

    @Test("A PIN or password that is not UTF-8 is refused before anything is sent, by the parameter's name")
    func noText() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            func latin() -> SecretBytes { SecretBytes(count: 2) { $0.copyBytes(from: [0x70, 0xE6] as [UInt8]) } }
            for (parameter, call) in [
                ("pin", { () async throws(GateClientError) in _ = try await client.setPIN(latin()) }),
                (
                    "credential.password",
                    { () async throws(GateClientError) in try await client.reset(credential: .password(latin())) }
                ),
            ] as [(String, () async throws(GateClientError) -> Void)] {
                do throws(GateClientError) {
                    try await call()
                    Issue.record("sent")
                } catch {
                    #expect(error.invalidParameter == parameter)
                }
            }
            // The connection is unaffected.
            async let answer = client.lastAuthentication()
            try await daemon.next("GetLastAuthentication").responder.finish([:])
            #expect(try await answer == nil)
        }
    }

    @Test("A missing last authentication is nil", arguments: [WireObject(), ["authentication": nil]])
    func noLastAuthentication(reply: WireObject) async throws {
        try await ScriptedDaemon.serving { daemon, client in
            async let answer = client.lastAuthentication()
            try await daemon.next("GetLastAuthentication").responder.finish(reply)
            #expect(try await answer == nil)
        }
    }

    @Test("A secret and a credential reach the daemon as bytes")
    func store() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            async let answer = client.store(
                secret("s3cret"), as: try name(),
                ItemOptions(access: Access(factors: [.pin], enrollment: .any), replaces: true),
                credential: .pin(secret("824917")))
            let call = try await daemon.next("StoreSecret")
            #expect(call.payload == Array("s3cret".utf8))
            #expect(call.factor == .pin)
            #expect(call.credential == Array("824917".utf8))
            #expect(
                call.parameters == [
                    "name": "github", "access": ["factors": ["pin"], "enrollment": "any", "maxAgeSeconds": 0],
                    "replace": true, "locale": "en",
                ])
            call.responder.finish(["item": .object(item)])
            #expect(try await answer.name.rawValue == "github")
        }
    }

    @Test(
        "An item that is stored without an access opens with a finger or the PIN, or the password of a user without a PIN"
    )
    func usualAccess() async throws {
        let calls: [(String, @Sendable (GateClient) async throws -> Item)] = [
            ("StoreSecret", { try await $0.store(secret("s"), as: try name()) }),
            ("CreateKey", { try await $0.createKey(.p256, as: try name()) }),
            ("ImportKey", { try await $0.importKey(secret("s"), as: try name()) }),
        ]
        try await ScriptedDaemon.serving { daemon, client in
            for (method, make) in calls {
                for (isPINSet, hasPassword, typed) in [
                    (true, true, "pin"), (false, false, "pin"), (false, true, "password"),
                ] {
                    async let answer = make(client)
                    let settings = Settings(
                        fingerprintEnabled: true, method: .fingerprint, onboarding: .pending, pinSet: isPINSet,
                        passwordAvailable: hasPassword, enrolledPrints: 1, items: 0)
                    try await daemon.next("GetSettings").responder.finish(["settings": .object(settings.wire)])
                    let call = try await daemon.next(method)
                    #expect(
                        call.parameters["access"]
                            == [
                                "factors": ["fingerprint", .string(typed)], "enrollment": "current", "maxAgeSeconds": 0,
                            ])
                    call.responder.finish(["item": .object(item)])
                    _ = try await answer
                }
            }
        }
    }

    @Test("A retrieved secret arrives as bytes, and the line that asks for a touch has the reason")
    func retrieve() async throws {
        try await ScriptedDaemon.serving(interaction: .prompt) { daemon, client in
            let seen = Mutex<[PromptProgress]>([])
            let task = Task {
                let opened = try await client.retrieve(try name(), reason: try reason()) { progress in
                    seen.withLock { $0.append(progress) }
                }
                return opened.withBytes { Array($0) }
            }
            let call = try await daemon.next("RetrieveSecret")
            #expect(call.parameters["interaction"] == "prompt")
            let lines = ["Touch it to open github", "Touch it to pay", "No match"]
            for (line, event) in zip(lines, [.waitingForFinger, .waitingForFinger, .noMatch] as [Progress.Event]) {
                call.responder.progress(Progress(event), line)
            }
            call.responder.send(
                .reply(["authentication": .object(receiptWire)], secretMember: "secret", secret("s3cret")), as: .result)
            #expect(try await task.value == Array("s3cret".utf8))
            let told = seen.withLock { $0 }
            #expect(told.map(\.message) == ["to pay: touch it to open github", "Touch it to pay", "No match"])
            #expect(told.map(\.instruction) == lines)
        }
    }

    @Test("A PIN to set reaches the daemon as bytes")
    func setPIN() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            async let answer = client.setPIN(secret("824917"), credential: .password(secret("hunter2")))
            let call = try await daemon.next("SetPIN")
            #expect(call.payload == Array("824917".utf8))
            #expect(call.factor == .password)
            call.responder.finish(["invalidatedItems": 2])
            #expect(try await answer == 2)
        }
    }

    @Test("A challenge is signed")
    func sign() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            async let answer = client.sign([1, 2, 3], with: try name(), reason: try reason())
            let call = try await daemon.next("Sign")
            #expect(call.payload == [1, 2, 3])
            call.responder.finish(["signature": "CQgH", "authentication": .object(receiptWire)])
            #expect(try await answer == [9, 8, 7])
        }
    }

    @Test("A preview names the items")
    func preview() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            async let answer = client.previewChange(.removePIN)
            let call = try await daemon.next("PreviewChange")
            #expect(call.parameters == ["change": "removePIN"])
            call.responder.finish(["invalidated": ["github"], "losingFingerprint": []])
            #expect(try await answer == ChangeCost(invalidated: [try name()], losingFingerprint: []))
        }
    }

    @Test("A refusal has its code, the text for the user, and the alternatives")
    func refusal() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let task = Task { try await client.authenticate(reason: try reason()) }
            try await daemon.next("Authenticate").responder.fail(.authenticationFailed(fallbacks: [.pin]))
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.code == .authenticationFailed)
            #expect(error.gateError == .authenticationFailed(fallbacks: [.pin]))
            #expect(error.guidance == guidance)
            #expect(error.fallbacks == [.pin])
        }
    }

    @Test("A refusal of a method that takes no language is told in the client's")
    func language() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let norwegian = GateClient(socket: client.socket, locale: "nb_NO.UTF-8")
            let task = Task { try await norwegian.items() }
            try await daemon.next("ListItems").responder.fail(.sealingUnavailable(.noTPM))
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.guidance?.title == "Dette kan ikke åpnes nå")
            #expect(error.guidance?.locale == "nb")
        }
    }

    @Test("A newer daemon's unknown refusal keeps its name")
    func unknownRefusal() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let task = Task { try await client.forgetAuthentication() }
            try await daemon.next("ForgetAuthentication").responder.send(
                .error("org.biometricgate.Gate.TooSunny", ["guidance": .object(guidance.wire)]), as: .result)
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.code.rawValue == "org.biometricgate.Gate.TooSunny")
            #expect(error.gateError == nil)
            #expect(error.guidance == guidance)
        }
    }

    @Test("A refused parameter is named with its path and rule, as is an unknown method")
    func wrongCalls() async throws {
        try await ScriptedDaemon.serving { _, client in
            let error = try await #require(throws: GateClientError.self) { _ = try await client.call("Authenticate") }
            #expect(error.code == .invalidParameter)
            #expect(error.invalidParameter == "reason")
            #expect(error.invalidParameterRule == "must be given")
            let nested = try await #require(throws: GateClientError.self) {
                _ = try await client.call("Authenticate", ["reason": "to pay", "factors": ["pin", "nose"]])
            }
            #expect(nested.invalidParameter == "factors[1]")
            #expect(nested.invalidParameterRule == "one of fingerprint, pin, password")
            #expect(
                nested.explanation
                    == "the daemon refuses the parameter factors[1] (one of fingerprint, pin, password)")
            let missing = try await #require(throws: GateClientError.self) { _ = try await client.call("OpenSesame") }
            #expect(missing.code == .methodNotFound)
            #expect(missing.invalidParameter == nil && missing.invalidParameterRule == nil)
        }
    }

    @Test("A rule that the daemon does not send is left out")
    func noRule() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let task = Task { try await client.forgetAuthentication() }
            try await daemon.next("ForgetAuthentication").responder.send(
                .error("org.varlink.service.InvalidParameter", ["parameter": "uid"]), as: .result)
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.invalidParameter == "uid" && error.invalidParameterRule == nil)
            #expect(error.explanation == "the daemon refuses the parameter uid")
        }
    }

    @Test("An answer without a promised member is a violation")
    func unreadable() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let task = Task { try await client.settings() }
            try await daemon.next("GetSettings").responder.finish([:])
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.code == .protocolViolation)
        }
    }

    @Test("Calls of one client are sent one at a time")
    func order() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            async let first = client.authenticate(reason: try reason())
            let waiting = try await daemon.next("Authenticate")
            async let second: Void = client.forgetAuthentication()
            waiting.responder.finish(["authentication": .object(receiptWire)])
            let next = try await daemon.next("ForgetAuthentication")
            #expect(next.responder.client.id == waiting.responder.client.id)
            next.responder.finish([:])
            _ = try await first
            try await second
        }
    }

    @Test("A PIN given while a finger is awaited goes to the waiting call")
    func answerWaitingCall() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            async let answer = client.authenticate(reason: try reason())
            let waiting = try await daemon.next("Authenticate")
            client.answerWaitingCall(.pin(secret("824917")))
            let pin = try await daemon.next("AnswerRequest")
            #expect(pin.oneway)
            #expect(pin.credential == Array("824917".utf8))
            #expect(pin.responder.client.id == waiting.responder.client.id)
            waiting.responder.finish(["authentication": .object(receiptWire)])
            _ = try await answer
        }
    }

    @Test("An observer receives the daemon's messages unchanged, and only those for its own client")
    func observer() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let seen = Mutex<[String]>([])
            let heard = client.observed { reply in
                let secret =
                    switch reply.secret {
                    case .some(let secret): secret.count
                    case nil: 0
                    }
                seen.withLock {
                    $0.append("\(reply.error ?? "-") \(reply.continues) \(reply.parameters.members.count) \(secret)")
                }
            }
            async let quiet: Void = client.forgetAuthentication()
            let first = try await daemon.next("ForgetAuthentication")
            first.responder.finish([:])
            try await quiet
            let task = Task { try await heard.retrieve(try name(), reason: try reason()) { _ in }.count }
            let call = try await daemon.next("RetrieveSecret")
            // Both calls share one connection, so an authentication counts for both.
            #expect(call.responder.client.id == first.responder.client.id)
            call.responder.progress(Progress(.waitingForFinger, attemptsRemaining: 3), "Touch it to pay")
            call.responder.send(
                .reply(["authentication": .object(receiptWire)], secretMember: "secret", secret("s3cret")), as: .result)
            #expect(try await task.value == 6)
            let refused = Task { try await heard.deleteItem(try name()) }
            try await daemon.next("DeleteItem").responder.fail(.itemNotFound(try name()))
            await #expect(throws: GateClientError.self) { try await refused.value }
            let watching = Task { for try await _ in heard.watchReaders() {} }
            try await daemon.next("WatchReaders").responder.fail(.storageFailed)
            await #expect(throws: GateClientError.self) { try await watching.value }
            let gate = "org.biometricgate.Gate."
            #expect(
                seen.withLock { $0 } == [
                    "- true 1 0", "- false 1 6", gate + "ItemNotFound false 2 0", gate + "StorageFailed false 1 0",
                ])
        }
    }
}
