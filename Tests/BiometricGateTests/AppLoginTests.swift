import BiometricGate
import GateModel
import GateSocket
import GateWire
import Testing

@Suite("An app's sign-in") struct AppLoginTests {
    private func login(_ client: GateClient, fallback: GateFlow.Fallback = .pin) throws -> AppLogin {
        try #require(AppLogin(app: "org.example.Bank", client: client, fallback: fallback))
    }

    private func settings(onboarding: String = "pending", pinSet: Bool = true, prints: Int = 1) -> WireValue {
        [
            "fingerprintEnabled": true, "method": "fingerprint", "onboarding": .string(onboarding),
            "pinSet": .bool(pinSet), "passwordAvailable": false, "enrolledPrints": .integer(Int64(prints)), "items": 1,
        ]
    }

    private func report(_ availability: Availability, to daemon: ScriptedDaemon) async throws {
        let report = AvailabilityReport(availability, fallbacks: [.pin], guidance: guidance)
        try await daemon.next("GetAvailability").responder.finish(["availability": .object(report.wire)])
    }

    private func item(openableBy: [Factor] = [.fingerprint, .pin]) -> WireValue {
        [
            "name": "org.example.Bank/login", "kind": "secret",
            "access": ["factors": ["fingerprint", "pin"], "enrollment": "current", "maxAgeSeconds": 0],
            "openableBy": .array(openableBy.map { .string($0.rawValue) }),
            "state": openableBy.isEmpty ? "invalidated" : "valid",
            "invalidatedBy": openableBy.isEmpty ? "enrollmentChanged" : nil, "sealedBy": "file",
            "createdAt": "2026-03-01T09:30:00.250Z",
        ]
    }

    @Test("An app's name becomes its item's name, unless it is too long")
    func names() throws {
        #expect(try login(GateClient()).item.rawValue == "org.example.Bank/login")
        #expect(AppLogin(app: String(repeating: "x", count: 250)) == nil)
        #expect(AppLogin(app: "") == nil)
    }

    @Test(
        "The app's switch shows whether its item exists",
        arguments: [
            (Availability.available, true, AppLogin.Status.enabled, "Fingerprint enabled"),
            (.lockout(retryAfter: .seconds(30)), true, .enabled, "Fingerprint enabled"),
            (.available, false, .off, "Fingerprint off"),
            (.notEnrolled(printsVanished: false), false, .off, "Fingerprint off"),
            (.disabled, false, .off, "Fingerprint off"),
            (.hardwareUnavailable(.inUse, retryAfter: nil), false, .off, "Fingerprint off"),
            (.hardwareUnavailable(.disconnected, retryAfter: nil), true, .enabled, "Fingerprint enabled"),
            (
                .hardwareUnavailable(.administrator, retryAfter: nil), false,
                .unavailable(.hardwareUnavailable(.administrator, retryAfter: nil)),
                "Fingerprint not available on this computer"
            ),
            (.noHardware, false, .unavailable(.noHardware), "Fingerprint not available on this computer"),
            (.noHardware, true, .unavailable(.noHardware), "Fingerprint not available on this computer"),
        ])
    func status(availability: Availability, isStored: Bool, status: AppLogin.Status, text: String) async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let login = try login(client)
            async let answer = login.status()
            try await report(availability, to: daemon)
            let items: [WireValue] = isStored ? [item()] : []
            try await daemon.next("ListItems").responder.finish(["items": .array(items)])
            #expect(try await answer == status)
            #expect(login.text(of: status) == text)
        }
    }

    @Test("If no daemon is installed, the sign-in is unavailable and not offered")
    func noDaemon() async throws {
        let login = try login(GateClient(socket: "/nonexistent/gate"))
        #expect(try await login.status() == .unavailable(.notRunning))
        #expect(try await login.onboardingOffer() == nil)
    }

    @Test("A sign-in ended by a changed enrolment is told apart from one that was off")
    func invalidated() async throws {
        for openableBy: [Factor] in [[.pin], []] {
            try await ScriptedDaemon.serving { daemon, client in
                let login = try login(client)
                async let answer = login.status()
                try await report(.available, to: daemon)
                try await daemon.next("ListItems").responder.finish(["items": .array([item(openableBy: openableBy)])])
                #expect(try await answer == .invalidated(.enrollmentChanged))
            }
        }
    }

    @Test("A sign-in that ended because fingerprint was turned off does not report a change of fingers")
    func turnedOff() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let login = try login(client)
            async let answer = login.status()
            try await report(.available, to: daemon)
            var item = item(openableBy: [.pin]).objectValue ?? [:]
            item.append("fingerprintLostBy", "fingerprintDisabled")
            try await daemon.next("ListItems").responder.finish(["items": .array([.object(item)])])
            #expect(try await answer == .invalidated(.fingerprintDisabled))
            #expect(try await login.text(of: answer) == "Fingerprint off")
        }
    }

    @Test("Turning it on seals the token after a match, with the user's fallback", arguments: [true, false])
    func enable(pinSet: Bool) async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let login = try login(client)
            let task = Task { try await login.enable(token: secret("token"), reason: try reason()) }
            try await daemon.next("GetSettings").responder.finish(["settings": settings(pinSet: pinSet)])
            let call = try await daemon.next("StoreSecret")
            let factors: WireValue = pinSet ? ["fingerprint", "pin"] : ["fingerprint"]
            #expect(
                call.parameters["access"] == ["factors": factors, "enrollment": "current", "maxAgeSeconds": 0])
            #expect(call.parameters["replace"] == nil)
            #expect(call.payload == Array("token".utf8))
            call.responder.finish(["item": item()])
            let noted = try await daemon.next("AnswerOnboarding")
            #expect(noted.parameters == ["app": "org.example.Bank", "answer": "accepted"])
            noted.responder.finish(["settings": settings(onboarding: "accepted")])
            try await task.value
        }
    }

    @Test("Without a match nothing is turned on")
    func noMatch() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let login = try login(client)
            let task = Task { try await login.enable(token: secret("token"), reason: try reason()) }
            try await daemon.next("GetSettings").responder.finish(["settings": settings()])
            try await daemon.next("StoreSecret").responder.fail(.authenticationFailed(fallbacks: []))
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.code == .authenticationFailed)
        }
    }

    @Test("Without an enrolled finger nothing is sealed, even if the last one is removed meanwhile")
    func noFinger() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let login = try login(client)
            let task = Task { try await login.enable(token: secret("token"), reason: try reason()) }
            try await daemon.next("GetSettings").responder.finish(["settings": settings(prints: 0)])
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.obstacle == .notEnrolled(printsVanished: false))
        }
        try await ScriptedDaemon.serving { daemon, client in
            let login = try login(client)
            let task = Task { try await login.enable(token: secret("token"), reason: try reason()) }
            try await daemon.next("GetSettings").responder.finish(["settings": settings()])
            try await daemon.next("StoreSecret").responder.finish(["item": item(openableBy: [.pin])])
            try await daemon.next("DeleteItem").responder.finish([:])
            let error = try await #require(throws: GateClientError.self) { try await task.value }
            #expect(error.code == .notEnrolled)
        }
    }

    @Test("A new token replaces the old one")
    func reenroll() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let login = try login(client)
            let task = Task { try await login.reenroll(freshToken: secret("fresh"), reason: try reason()) }
            try await daemon.next("GetSettings").responder.finish(["settings": settings()])
            let call = try await daemon.next("StoreSecret")
            #expect(call.parameters["replace"] == true)
            #expect(call.payload == Array("fresh".utf8))
            call.responder.finish(["item": item()])
            try await daemon.next("AnswerOnboarding").responder.finish(["settings": settings()])
            try await task.value
        }
    }

    @Test("Turning it off destroys the item, and is no error if it was off")
    func disable() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let login = try login(client)
            let task = Task { try await login.disable() }
            let call = try await daemon.next("DeleteItem")
            #expect(call.parameters == ["name": "org.example.Bank/login"])
            call.responder.fail(.itemNotFound(login.item))
            try await task.value
            let failing = Task { try await login.disable() }
            try await daemon.next("DeleteItem").responder.fail(.storageFailed)
            await #expect(throws: GateClientError.self) { try await failing.value }
        }
    }

    @Test("Fingerprint is offered once, and only if it can be used")
    func offer() async throws {
        try await ScriptedDaemon.serving { daemon, client in
            let login = try login(client)
            for availability in [Availability.available, .notEnrolled(printsVanished: false)] {
                for (answer, isOffered) in [("pending", true), ("accepted", false), ("skipped", false)] {
                    let task = Task { try await login.onboardingOffer() }
                    try await report(availability, to: daemon)
                    try await daemon.next("GetSettings").responder.finish(["settings": settings(onboarding: answer)])
                    #expect(try await (task.value != nil) == isOffered)
                }
            }
            for availability in [
                Availability.noHardware, .disabled, .lockout(retryAfter: .seconds(1)), .lockoutPermanent(.boot),
                .hardwareUnavailable(.busy, retryAfter: nil),
            ] {
                let task = Task { try await login.onboardingOffer() }
                try await report(availability, to: daemon)
                #expect(try await task.value == nil)
            }
            let skip = Task { try await login.skip() }
            let noted = try await daemon.next("AnswerOnboarding")
            #expect(noted.parameters == ["app": "org.example.Bank", "answer": "skipped"])
            noted.responder.finish(["settings": settings(onboarding: "skipped")])
            try await skip.value
        }
    }

    @Test("An action's age comes from the table, and an unlisted action is always asked for")
    func stepUp() {
        let policy: StepUpPolicy<String> = [
            "existing recipient": .seconds(300), "card": .seconds(120), "export": .seconds(301),
            "odd": .milliseconds(-1),
        ]
        #expect(policy.maximumAge(for: "existing recipient") == .seconds(300))
        #expect(policy.maximumAge(for: "card") == .seconds(120))
        #expect(policy.maximumAge(for: "export") == .seconds(300))
        #expect(policy.maximumAge(for: "odd") == .zero)
        #expect(policy.maximumAge(for: "new recipient") == .zero)
    }
}
