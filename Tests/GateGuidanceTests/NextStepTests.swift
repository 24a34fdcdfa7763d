import GateGuidance
import GateModel
import Testing

@Suite("Each error names the next step")
struct NextStepTests {
    /// Nothing is left to do, or nothing that the user could do.
    private func isAnEnd(_ error: GateError) -> Bool {
        switch error {
        case .requestNotFound, .notPermitted(.administratorOnly): true
        case .limitExceeded(let limit): ["limits.messageBytes", "somethingElse"].contains(limit.name)
        default: false
        }
    }

    @Test("the errors tried here are all there are")
    func complete() throws {
        #expect(try Set(EveryError.all().map(EveryError.kind(of:))) == Set(EveryError.kinds))
    }

    @Test("by an action, a command, or both", arguments: Language.allCases)
    func nextStep(language: Language) throws {
        for error in try EveryError.all() {
            let guidance = Guidance.for(error, in: language)
            #expect((guidance.action == .none && guidance.command == nil) == isAnEnd(error), "\(error)")
            #expect(guidance.actionLabel.isEmpty == (guidance.action == .none), "\(error)")
        }
    }

    @Test("an error that a credential gets around ends with the credential, PIN first")
    func fallback() {
        let ends: [([Factor], String)] = [
            ([.password, .pin], "Use your PIN instead."), ([.pin], "Use your PIN instead."),
            ([.password], "Use your password instead."), ([], "Sign in again to continue."),
        ]
        for (fallbacks, end) in ends {
            #expect(Guidance.for(.timedOut(fallbacks: fallbacks), in: .en).body.hasSuffix(end))
            #expect(Guidance.for(.authenticationFailed(fallbacks: fallbacks), in: .en).body == end)
        }
    }

    @Test("what ends a lockout is named even where the call itself does not take it")
    func clearedBy() {
        let error = GateError.lockoutPermanent(.attempts, clearedBy: [.password], fallbacks: [])
        let guidance = Guidance.for(error, in: .en)
        #expect(guidance.body == "Many scans did not match. Enter your password once and it works again.")
        #expect(guidance.action == .usePassword)
        #expect(guidance.command == "biogate ask 'Use fingerprint again' --password")
    }

    @Test("the command is one that does the step")
    func commands() throws {
        let github = try #require(ItemName("github"))
        let retrieving = Situation(operation: .retrieve, item: github)
        let expectations: [(GateError, Situation, String?)] = [
            (.notEnrolled(printsVanished: false, fallbacks: []), Situation(), "biogate finger add right-index"),
            (.disabled(fallbacks: [.pin]), Situation(), "biogate enable"),
            (.credentialNotSet, Situation(), "biogate pin set"),
            (.noHardware(fallbacks: []), retrieving, "biogate readers"),
            (.noHardware(fallbacks: [.pin]), retrieving, "biogate get github --pin"),
            (.authenticationFailed(fallbacks: [.password]), retrieving, "biogate get github --password"),
            (.authenticationFailed(fallbacks: [.pin]), Situation(operation: .authenticate), nil),
            (.factorNotAllowed(allowed: [.fingerprint]), retrieving, "biogate get github"),
            (.itemNotFound(github), retrieving, "biogate list"),
            (.itemExists(github), Situation(operation: .store), "biogate store github --replace"),
            (.itemExists(github), Situation(operation: .createKey), "biogate key new github --replace"),
            (.itemInvalidated(github, by: .enrollmentChanged), retrieving, "biogate store github --replace"),
            (.itemInvalidated(github, by: .revoked), Situation(operation: .sign), "biogate key new github --replace"),
            (.signInRequired, Situation(), "sudo biogate reset --user \"$USER\""),
            (.readerNotFound(ReaderID(rawValue: "x")), Situation(), "biogate readers"),
        ]
        for (error, situation, command) in expectations {
            #expect(Guidance.for(error, situation: situation, in: .en).command == command, "\(error)")
        }
    }

    @Test("an item that only lost its fingerprint is renewed")
    func renewal() throws {
        let item = try #require(ItemName("github"))
        let situation = Situation(operation: .retrieve, item: item, isRenewable: true)
        let guidance = Guidance.for(.factorNotAllowed(allowed: [.pin]), situation: situation, in: .en)
        #expect(guidance.title == "Your fingerprints changed")
        #expect(guidance.command == "biogate renew github")
        #expect(guidance.action == .usePIN)
    }

    @Test(
        "a name is one word to the shell, whatever it holds",
        arguments: [
            ("org.example.App/token", "biogate store org.example.App/token --replace"),
            ("two words", "biogate store 'two words' --replace"),
            ("it's", "biogate store 'it'\\''s' --replace"), ("$(id)", "biogate store '$(id)' --replace"),
            ("a;b", "biogate store 'a;b' --replace"), ("~", "biogate store '~' --replace"),
            ("=x", "biogate store '=x' --replace"), ("지문", "biogate store '지문' --replace"),
            ("--pin", "biogate store --replace -- --pin"), ("-a b", "biogate store --replace -- '-a b'"),
        ])
    func quoting(name: String, command: String) throws {
        let item = try #require(ItemName(name))
        #expect(Guidance.for(.itemInvalidated(item, by: .revoked), in: .en).command == command)
    }
}
