import GateModel
import Testing

@testable import GateWire

@Suite("The model in messages") struct ModelTests {
    /// Whether an object is a value of an interface's type, and what a client reads from it.
    private func conforms(_ wire: WireObject, to type: String) throws -> Bool {
        guard let fields = VarlinkInterface.gate.types[type] else { return false }
        return try accepts(.object(wire), fields)
    }

    /// Whether a value, once written, fits a type.
    private func accepts(_ value: WireValue, _ type: VarlinkType) throws -> Bool {
        let document = try writtenAndRead(value)
        return fits(document, type)
    }

    private func writtenAndRead(_ value: WireValue) throws -> WireValue {
        let frame = OutgoingFrame.reply(["value": value])
        let reply = try IncomingReply.decode(frame.received())
        let parameters = reply.parameters
        return try #require(parameters["value"])
    }

    private func fits(_ value: WireValue, _ type: VarlinkType) -> Bool {
        switch type {
        case .bool: return value.boolValue != nil
        case .int: return value.integerValue != nil
        case .float: return value.integerValue != nil
        case .string: return value.stringValue != nil
        case .object: return value.objectValue != nil
        case .array(let element): return value.arrayValue?.allSatisfy { fits($0, element) } ?? false
        case .map(let element): return value.objectValue?.members.allSatisfy { fits($0.value, element) } ?? false
        case .nullable(let inner): return fits(value, inner)
        case .enumeration(let names): return value.stringValue.map(names.contains) ?? false
        case .structure(let fields):
            guard let object = value.objectValue else { return false }
            return object.members.allSatisfy { member in
                fields.contains { $0.name == member.key && fits(member.value, $0.type) }
            } && fields.allSatisfy { $0.type.isNullable || object[$0.name] != nil }
                && Set(object.members.map(\.key)).count == object.members.count
        case .named(let name): return VarlinkInterface.gate.types[name].map { fits(value, $0) } ?? false
        }
    }

    @Test("Every error has the members that the contract declares, and is read back", arguments: Samples.errors)
    func errors(error: GateError) throws {
        let parameters = error.wireParameters(guidance: Samples.guidance)
        let prefix = "org.biometricgate.Gate."
        #expect(error.wireName.hasPrefix(prefix))
        let fields = try #require(VarlinkInterface.gate.errors[String(error.wireName.dropFirst(prefix.count))])
        #expect(try accepts(.object(parameters), .structure(fields)))
        #expect(parameters.members.map(\.key) == fields.map(\.name).filter { parameters[$0] != nil })
        let reply = try IncomingReply.decode(OutgoingFrame.error(error.wireName, parameters).received())
        let received = (name: reply.error ?? "", parameters: reply.parameters)
        #expect(GateError(wireName: received.name, parameters: received.parameters) == error)
        #expect(received.parameters["guidance"]?.objectValue.flatMap(Guidance.init(wire:)) == Samples.guidance)
    }

    @Test("An error that is not the gate's, or lacks a member, is not decoded")
    func unknownErrors() {
        #expect(GateError(wireName: "org.varlink.service.InvalidParameter", parameters: ["parameter": "x"]) == nil)
        #expect(GateError(wireName: "org.biometricgate.Gate.Novel", parameters: [:]) == nil)
        #expect(GateError(wireName: "org.biometricgate.GateNoHardware", parameters: [:]) == nil)
        #expect(GateError(wireName: "org.biometricgate.Gate.ItemNotFound", parameters: [:]) == nil)
        #expect(GateError(wireName: "org.biometricgate.Gate.CredentialWrong", parameters: ["factor": "eye"]) == nil)
    }

    @Test("An error with a new reason is still that error")
    func newReasons() {
        let prefix = "org.biometricgate.Gate."
        #expect(
            GateError(
                wireName: prefix + "HardwareUnavailable", parameters: ["reason": "wet", "fallbacks": ["eye", "pin"]])
                == .hardwareUnavailable(.faulted, retryAfter: nil, fallbacks: [.pin]))
        #expect(
            GateError(wireName: prefix + "LockoutPermanent", parameters: ["reason": "travel"])
                == .lockoutPermanent(.attempts, clearedBy: [], fallbacks: []))
        #expect(GateError(wireName: prefix + "Cancelled", parameters: ["by": "cat"]) == .cancelled(by: .shutdown))
    }

    @Test("Every availability is read back", arguments: Samples.availabilities)
    func availability(value: Availability) throws {
        for fallbacks in Samples.factors {
            for lockout in [nil, LoginLockout(retryAfter: nil), LoginLockout(retryAfter: .seconds(30))] {
                let report = AvailabilityReport(
                    value, fallbacks: fallbacks, guidance: Samples.guidance, loginLockout: lockout)
                #expect(try conforms(report.wire, to: "Availability"))
                #expect(AvailabilityReport(wire: report.wire) == report)
            }
        }
    }

    @Test("An availability has its reason: printsVanished, or the credential's")
    func availabilityReasons() {
        func reason(_ availability: Availability) -> WireValue? {
            availability.wire(fallbacks: [], guidance: Samples.guidance)["reason"]
        }
        #expect(reason(.notEnrolled(printsVanished: true)) == "printsVanished")
        #expect(reason(.notEnrolled(printsVanished: false)) == nil)
        #expect(reason(.lockoutPermanent(.credentialAge)) == "credentialAge")
        #expect(reason(.hardwareUnavailable(.inUse, retryAfter: nil)) == "inUse")
        #expect(reason(.lockout(retryAfter: .seconds(1))) == nil)
        #expect(Availability(wire: ["state": "asleep"]) == nil)
        #expect(
            Availability(wire: ["state": "hardwareUnavailable", "reason": "wet"])
                == .hardwareUnavailable(.faulted, retryAfter: nil))
    }

    @Test("A reader is read back without unknown capabilities")
    func reader() throws {
        #expect(try conforms(Samples.reader.wire, to: "Reader"))
        #expect(Reader(wire: Samples.reader.wire) == Samples.reader)
        #expect(Samples.reader.wire["capabilities"] == ["identify", "storage", "updatePrint"])
        let members = Samples.reader.wire.members.map {
            $0.key == "capabilities"
                ? .init(key: $0.key, value: ["identify", "telepathy", "storage", "updatePrint"]) : $0
        }
        #expect(Reader(wire: WireObject(members)) == Samples.reader)
        for missing in members where missing.key != "builtIn" {
            #expect(Reader(wire: WireObject(members.filter { $0 != missing })) == nil)
        }
        // A reader that does not say counts as built in.
        #expect(Reader(wire: WireObject(members.filter { $0.key != "builtIn" }))?.isBuiltIn == true)
    }

    @Test("Prints are read back, with a label and without")
    func print() throws {
        let plain = Print(
            id: PrintID(rawValue: "p"), finger: .leftThumb, label: nil, reader: ReaderID(rawValue: "r"),
            enrolledAt: Samples.wall)
        for print in [Samples.print, plain] {
            #expect(try conforms(print.wire, to: "Print"))
            #expect(Print(wire: print.wire) == print)
        }
        #expect(
            Print(wire: ["id": "p", "finger": "tail", "readerId": "r", "enrolledAt": "2026-03-01T09:30:00Z"]) == nil)
    }

    @Test("Guidance is read back, and an unknown action is none")
    func guidance() throws {
        #expect(try conforms(Samples.guidance.wire, to: "Guidance"))
        #expect(Guidance(wire: Samples.guidance.wire) == Samples.guidance)
        let new: WireObject = ["title": "t", "body": "b", "action": "dance", "actionLabel": "Dance", "locale": "en"]
        #expect(Guidance(wire: new)?.action == Guidance.Action.none)
        #expect(Guidance(wire: ["title": "t"]) == nil)
    }

    @Test("Progress is read back, and an unknown event is none", arguments: Progress.Event.allCases)
    func progress(event: Progress.Event) throws {
        var full = Samples.progress
        full.event = event
        for progress in [Progress(event), full] {
            let wire = progress.wire(message: "Touch \u{1}")
            #expect(try conforms(wire, to: "Progress"))
            #expect(Progress(wire: wire) == progress)
            #expect(wire["message"] == "Touch \u{1}")
        }
        #expect(Progress(wire: ["event": "sneezed", "message": ""]) == nil)
        #expect(Progress(wire: ["event": "retry", "hint": "sneezed", "message": ""]) == Progress(.retry))
    }

    @Test("An authentication is read back with its age")
    func authentication() throws {
        let boot = BootID(rawValue: "b")
        let at = Moment(boot: boot, sinceBoot: .milliseconds(7000), wall: Samples.wall)
        let now = Moment(boot: boot, sinceBoot: .milliseconds(9500), wall: WallTime(millisecondsSinceEpoch: 0))
        for reader in [nil, ReaderID(rawValue: "r")] {
            for factor in Factor.allCases {
                let authentication = Authentication(factor: factor, at: at, reader: reader)
                let wire = authentication.wire(at: now)
                #expect(try conforms(wire, to: "Authentication"))
                #expect(wire["ageMilliseconds"] == 2500)
                #expect(Authentication(wire: wire, at: now) == authentication)
            }
        }
    }

    @Test("An authentication's age is never negative, and across a reboot it is the wall clock's")
    func authenticationAge() {
        let at = Moment(boot: BootID(rawValue: "b"), sinceBoot: .seconds(7), wall: Samples.wall)
        let authentication = Authentication(factor: .pin, at: at, reader: nil)
        let earlier = Moment(boot: at.boot, sinceBoot: .seconds(6), wall: Samples.wall)
        #expect(authentication.wire(at: earlier)["ageMilliseconds"] == 0)
        let wall = WallTime(millisecondsSinceEpoch: Samples.wall.millisecondsSinceEpoch + 1234)
        let rebooted = Moment(boot: BootID(rawValue: "c"), sinceBoot: .zero, wall: wall)
        #expect(authentication.wire(at: rebooted)["ageMilliseconds"] == 1234)
    }

    @Test("Settings are read back")
    func settings() throws {
        #expect(try conforms(Samples.settings.wire, to: "Settings"))
        #expect(Settings(wire: Samples.settings.wire) == Samples.settings)
        for missing in Samples.settings.wire.members {
            #expect(Settings(wire: WireObject(Samples.settings.wire.members.filter { $0 != missing })) == nil)
        }
    }

    @Test("Limits are read back")
    func limits() throws {
        #expect(try conforms(Samples.limits.wire, to: "Limits"))
        #expect(Limits(wire: Samples.limits.wire) == Samples.limits)
        for missing in Samples.limits.wire.members {
            #expect(Limits(wire: WireObject(Samples.limits.wire.members.filter { $0 != missing })) == nil)
        }
    }

    @Test("Items are read back, valid and invalidated, secrets and keys")
    func items() throws {
        let name = try #require(ItemName("org.example.App/token"))
        let states = [.valid] + Item.Invalidation.allCases.map { Item.State.invalidated($0) }
        for state in states {
            for algorithm in [nil] + Item.Algorithm.allCases.map(Optional.some) {
                for sealing in Item.Sealing.allCases {
                    let item = Item(
                        name: name, label: algorithm == nil ? nil : Label("라벨"),
                        kind: algorithm == nil ? .secret : .key,
                        access: Access(factors: [.fingerprint, .pin], enrollment: .any, maximumAge: .seconds(300)),
                        openableBy: [.pin], state: state, algorithm: algorithm,
                        publicKey: algorithm == nil ? nil : [0x30, 0, 255], sealedBy: sealing,
                        owner: algorithm == nil ? nil : "/usr/bin/app", createdAt: Samples.wall,
                        lastUsedAt: algorithm == nil ? nil : Samples.wall,
                        fingerprintLostBy: algorithm == nil ? nil : .enrollmentChanged,
                        usage: algorithm == .p256 ? .ssh : .general)
                    #expect(try conforms(item.wire, to: "Item"))
                    #expect(Item(wire: item.wire) == item)
                }
            }
        }
        #expect(Item(wire: [:]) == nil)
    }

    @Test("Requests are read back, with all members and with few", arguments: Operation.allCases)
    func requests(operation: GateModel.Operation) throws {
        let little = Request(
            id: RequestID(rawValue: "q"), processID: ProcessID(rawValue: 1), command: "app", executable: nil, unit: nil,
            operation: operation, item: nil, reason: nil, factors: [], progress: nil)
        let full = Request(
            id: RequestID(rawValue: "q"), processID: ProcessID(rawValue: .max), command: "app",
            executable: "/usr/bin/app",
            unit: "app.service", operation: operation, item: ItemName("n"), reason: Reason("r"),
            factors: [.fingerprint, .pin], progress: Samples.progress, label: Label("Work"), interaction: .prompt,
            onBehalfOf: ClaimedProgram(
                process: RunningProcess(id: ProcessID(rawValue: 8), startTime: 12), command: "gh",
                executable: "/usr/bin/gh"),
            verb: .pay,
            placement: PromptPlacement(parent: WindowHandle("x11:1f"), activation: ActivationToken("token")),
            remaining: .milliseconds(1500), outcome: RequestOutcome(confirmedBy: .pin),
            subject: SignatureSubject(.commit(title: "Fix the door")),
            accounts: [
                PasskeyAccount(id: [1, 2], userName: "kari", userDisplayName: nil, isChosen: false),
                PasskeyAccount(id: [3], userName: nil, userDisplayName: "Ola", isChosen: true),
            ],
            passwordPrompt: PasswordPrompt(service: "sudo", account: "kari"))
        var refused = full
        let lockout = GateError.lockout(retryAfter: .seconds(30), clearedBy: [.pin], fallbacks: [.pin])
        refused.outcome = RequestOutcome(lockout, guidance: Samples.guidance)
        #expect(refused.outcome?.errorName == "org.biometricgate.Gate.Lockout")
        #expect(refused.outcome?.retryAfter == .seconds(30))
        for request in [little, full, refused] {
            let wire = request.wire(progressMessage: "Touch")
            #expect(try conforms(wire, to: "Request"))
            #expect(Request(wire: wire) == request)
        }
        #expect(full.wire(progressMessage: "Touch")["progress"]?.objectValue?["message"] == "Touch")
    }

    @Test("The subject of a signature is read back")
    func subjects() throws {
        let near = SignatureSubject.Server(fingerprint: "SHA256:a", claimedName: "near.example")
        let site = try #require(RelyingPartyID("example.com"))
        let far = SignatureSubject.Server(fingerprint: "SHA256:b", claimedName: nil)
        for subject in [
            SignatureSubject(.login(user: "git", server: near)), SignatureSubject(.login(user: "git", server: nil)),
            SignatureSubject(.login(user: "root", server: far), through: [near], byCertificate: true),
            SignatureSubject(.commit(title: "Fix the door"), reuse: .seconds(120)),
            SignatureSubject(.tag(name: "v1", title: "")),
            SignatureSubject(.message(namespace: "file"), through: [near, far]),
            SignatureSubject(.newPasskey(site, account: "kari", .current)),
            SignatureSubject(.passkey(site, account: nil, derivesSecret: true)),
        ] {
            #expect(try conforms(subject.wire, to: "SignatureSubject"))
            #expect(SignatureSubject(wire: subject.wire) == subject)
        }
        for wire: WireObject in [[:], ["kind": "login"], ["kind": "commit"], ["kind": "vote", "user": "git"]] {
            #expect(SignatureSubject(wire: wire) == nil)
        }
    }

    @Test(
        "Times are read as in RFC 3339",
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2026-03-01T09:30:00.250Z", 1_772_357_400_250),
            ("2026-03-01t09:30:00.25z", 1_772_357_400_250), ("2026-03-01T10:30:00.2509999+01:00", 1_772_357_400_250),
            ("2026-03-01T04:00:00.250-05:30", 1_772_357_400_250), ("1969-12-31T23:59:59.999Z", -1),
            ("2000-02-29T00:00:00Z", 951_782_400_000), ("2016-12-31T23:59:60Z", 1_483_228_800_000),
            ("0000-01-01T00:00:00Z", -62_167_219_200_000), ("9999-12-31T23:59:59.999Z", 253_402_300_799_999),
        ] as [(String, Int64)])
    func times(text: String, milliseconds: Int64) {
        #expect(WallTime(rfc3339: text)?.millisecondsSinceEpoch == milliseconds)
    }

    @Test(
        "A text that is not a time is nil",
        arguments: [
            "", "2026", "2026-03-01", "2026-03-01T09:30:00", "2026-03-01 09:30:00Z", "2026-13-01T09:30:00Z",
            "2026-00-01T09:30:00Z", "2026-02-29T09:30:00Z", "1900-02-29T00:00:00Z", "2026-04-31T00:00:00Z",
            "2026-03-00T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T09:60:00Z", "2026-03-01T09:30:61Z",
            "2026-03-01T09:30:00.Z", "2026-03-01T09:30:00Zx", "2026-03-01T09:30:00+1:00", "2026-03-01T09:30:00+24:00",
            "+026-03-01T09:30:00Z", "2026-3-01T09:30:00Z", "２026-03-01T09:30:00Z",
        ])
    func noTimes(text: String) {
        #expect(WallTime(rfc3339: text) == nil)
    }

    @Test("Times are read back, from before 1970 to the far end")
    func timeRoundTrip() {
        var time: Int64 = -62_167_219_200_000
        while time < 253_402_300_800_000 {
            let moment = WallTime(millisecondsSinceEpoch: time)
            #expect(WallTime(rfc3339: moment.rfc3339) == moment)
            time += 86_400_000 * 997 + 12_345_678
        }
    }

    @Test("A login's result is read back as written, and an unknown reason is one nevertheless")
    func loginReports() throws {
        for refusal in [nil] + LoginRefusal.allCases.map(Optional.some) {
            let report = LoginReport(refusal, age: .seconds(3), guidance: nil)
            #expect(try conforms(report.wire, to: "LoginResult"))
            #expect(LoginReport(wire: report.wire) == report)
        }
        let newer: WireObject = ["opened": false, "reason": "moonPhase", "ageMilliseconds": 1]
        #expect(LoginReport(wire: newer)?.refusal == .itemClosed)
        #expect(LoginReport(wire: ["opened": true]) == nil)
    }
}
