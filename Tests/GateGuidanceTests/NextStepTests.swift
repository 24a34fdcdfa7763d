import GateGuidance
import GateModel
import Testing

extension Guidance {
    fileprivate var text: String { "\(title). \(body)" }
}

@Suite("Each error names the next step")
struct NextStepTests {
    /// Nothing is left to do, or nothing that the user could do.
    private func isAnEnd(_ error: GateError) -> Bool {
        switch error {
        case .requestNotFound, .notPermitted(.administratorOnly), .notPermitted(.noAccount),
            .factorNotAllowed(allowed: [], _):
            true
        case .signatureRefused(let reason): reason != .otherUsage
        case .limitExceeded(let limit):
            ["limits.messageBytes", "limits.databaseBytes", "limits.countedChangesPerHour", "somethingElse"]
                .contains(limit.name)
        default: false
        }
    }

    @Test("The errors tried here are all there are")
    func complete() throws {
        #expect(try Set(EveryError.all().map(EveryError.kind(of:))) == Set(EveryError.kinds))
    }

    @Test("Each error names its next step by an action, a command, or both", arguments: Language.allCases)
    func nextStep(language: Language) throws {
        for error in try EveryError.all() {
            let guidance = Guidance.for(error, in: language)
            #expect((guidance.action == .none && guidance.command == nil) == isAnEnd(error), "\(error)")
            #expect(guidance.actionLabel.isEmpty == (guidance.action == .none), "\(error)")
        }
    }

    @Test("Root is sent to no administrator", arguments: Language.allCases)
    func root(language: Language) throws {
        let asks = [Language.en: "ask an administrator", .nb: "spør en administrator", .ko: "관리자에게 문의"][language] ?? ""
        for error in try EveryError.all() {
            for isForLogin in [false, true] {
                let situation = Situation(hasSignIn: false, isForLogin: isForLogin, isAdministrator: true)
                let body = Guidance.for(error, situation: situation, in: language).body
                #expect(!body.lowercased().contains(asks), "\(error): \(body)")
            }
        }
    }

    @Test("An error that a credential gets around ends with the credential, PIN first")
    func fallback() {
        let ends: [([Factor], String)] = [
            ([.password, .pin], "Use your PIN instead."), ([.pin], "Use your PIN instead."),
            ([.password], "Use your password instead."), ([], "Sign in again to continue."),
        ]
        for (fallbacks, end) in ends {
            // A late finger is tried again; a new sign-in would not make it match.
            let late = Guidance.for(.timedOut(fallbacks: fallbacks), in: .en).body
            #expect(late.hasPrefix("Try again") && !late.contains("Sign in"))
            #expect(Guidance.for(.noHardware(fallbacks: fallbacks), in: .en).body.hasSuffix(end))
            #expect(Guidance.for(.authenticationFailed(fallbacks: fallbacks), in: .en).body == end)
        }
    }

    @Test("A caller behind a locked screen or a closed lid is told so, and not to sit at the computer")
    func seats() {
        let error = GateError.hardwareUnavailable(.notInteractive, retryAfter: nil, fallbacks: [.pin])
        for (situation, body) in [
            (Situation(isSessionLocked: true), "The screen is locked. Fingerprint works once it is unlocked."),
            (Situation(isLidClosed: true), "The lid is closed. Fingerprint works once it is open."),
            (
                Situation(),
                "Fingerprint does not work from here. It works only in a session that began at the computer, not over the network."
            ),
        ] {
            #expect(Guidance.for(error, situation: situation, in: .en).text == body + " Use your PIN instead.")
            let alone = GateError.hardwareUnavailable(.notInteractive, retryAfter: nil, fallbacks: [])
            #expect(Guidance.for(alone, situation: situation, in: .en).withoutSignIn(alone).text == body)
        }
    }

    @Test("A failing disk is reported as such for every call, and doctor says which disk")
    func disk() {
        for operation in Operation.allCases {
            let guidance = Guidance.for(.storageFailed, situation: Situation(operation: operation), in: .en)
            #expect(!guidance.text.contains("saved") && guidance.text.contains("full or read-only"))
            #expect(guidance.command == "biogate doctor")
        }
    }

    @Test("No error with a temporary cause is answered with a reset")
    func nothingDestroyed() throws {
        for error in try EveryError.all() {
            let guidance = Guidance.for(error, situation: Situation(hasSignIn: false, hasPassword: false), in: .en)
            guard guidance.command?.contains("reset") == true else { continue }
            switch error {
            // The PIN is blocked, and the account has no other credential.
            case .signInRequired, .credentialWrong(_, 0, nil): break
            // The text names the former name first.
            case .notPermitted(.accountChanged): break
            default: Issue.record("\(error) leads to a reset")
            }
        }
    }

    @Test("A factor that cannot be used is explained, and an alternative named")
    func refusals() throws {
        let item = try #require(ItemName("github"))
        let situation = Situation(operation: .retrieve, item: item)
        let expectations: [(FactorRefusal, [Factor], String, command: String)] = [
            (
                FactorRefusal(.notInAccess, fallbacks: [.pin]), [.pin], "Only your PIN works here. Use your PIN.",
                "biogate get github --pin"
            ),
            (
                FactorRefusal(.fingerprintDisabled, fallbacks: [.pin]), [.pin],
                "Fingerprint is turned off. You can turn it on in settings. Use your PIN.", "biogate get github --pin"
            ),
            (
                FactorRefusal(.notEnrolled, fallbacks: [.pin]), [.pin],
                "No fingerprint added yet. Add one to use it next time. Use your PIN.", "biogate get github --pin"
            ),
            (
                FactorRefusal(.pinChanged, fallbacks: []), [.fingerprint],
                "Your PIN was reset. Use your fingerprint.", "biogate get github"
            ),
            (
                FactorRefusal(.enrollmentChanged, isRenewable: true, fallbacks: [.pin]), [.pin],
                "Your fingerprints changed. Renew this item with your PIN, then fingerprint works again.",
                "biogate renew github"
            ),
            (
                FactorRefusal(.fingerprintDisabled, isRenewable: true, fallbacks: [.password]), [.password],
                "Fingerprint was turned off. Renew this item with your password, then fingerprint works again.",
                "biogate renew github"
            ),
            (
                FactorRefusal(.notEnrolled, isRenewable: true, fallbacks: [.pin]), [.pin],
                "No fingerprint opens this yet. Renew this item with your PIN, then fingerprint works, too.",
                "biogate renew github"
            ),
        ]
        for (refusal, allowed, text, command) in expectations {
            let guidance = Guidance.for(.factorNotAllowed(allowed: allowed, refusal), situation: situation, in: .en)
            #expect(guidance.text == text)
            #expect(guidance.command == command)
        }
        var vanished = situation
        vanished.printsVanished = true
        let refusal = FactorRefusal(.notEnrolled, fallbacks: [.pin])
        #expect(
            Language.allCases.map {
                Guidance.for(.factorNotAllowed(allowed: [.pin], refusal), situation: vanished, in: $0).text
            } == [
                "Your fingerprints are gone from the reader. Add one to use it again. Use your PIN.",
                "인식기에 저장된 지문이 없어졌어요. 지문을 다시 등록하면 쓸 수 있어요. PIN을 써 주세요.",
                "Fingeravtrykkene er borte fra leseren. Legg til ett for å bruke det igjen. Bruk PIN-kode.",
            ])
    }

    @Test("A user without a password is not sent to one after the last try, and learns what is left")
    func lastTry() {
        let error = GateError.credentialWrong(.pin, attemptsRemaining: 0, retryAfter: nil)
        let app = Language.allCases.map { Guidance.for(error, situation: Situation(hasPassword: false), in: $0) }
        #expect(
            app.map(\.body) == [
                "No tries left. Sign in again to continue.", "더 시도할 수 없어요. 계속하려면 다시 로그인해 주세요.",
                "Ingen forsøk igjen. Logg inn på nytt for å fortsette.",
            ])
        let terminal = [
            "No tries left. Only a reset by an administrator is left. It erases everything.",
            "더 시도할 수 없어요. 관리자가 초기화하는 방법만 남았고, 그러면 모두 지워져요.",
            "Ingen forsøk igjen. Det eneste som gjenstår, er at en administrator nullstiller, og det sletter alt.",
        ]
        #expect(app.map { $0.withoutSignIn(error).body } == terminal)
        let situation = Situation(hasSignIn: false, hasPassword: false)
        #expect(Language.allCases.map { Guidance.for(error, situation: situation, in: $0).body } == terminal)
        #expect(app.allSatisfy { $0.withoutSignIn(error).command == "sudo biogate reset --user \"$USER\"" })
    }

    @Test("Nobody is sent to a blocked PIN")
    func blockedPIN() throws {
        func guidance(_ allowed: [Factor], hasPassword: Bool) -> Guidance {
            Guidance.for(
                .factorNotAllowed(allowed: allowed, FactorRefusal(.notInAccess, fallbacks: [])),
                situation: Situation(
                    operation: .retrieve, item: ItemName("github"), hasPassword: hasPassword, isPINBlocked: true),
                in: .en)
        }
        let alone = guidance([.pin], hasPassword: false)
        #expect(alone.text == "Your PIN is locked. Too many wrong attempts. Sign in again to continue.")
        #expect(alone.command == "sudo biogate reset --user \"$USER\"")
        let error = GateError.factorNotAllowed(allowed: [.pin], FactorRefusal(.notInAccess, fallbacks: []))
        #expect(
            alone.withoutSignIn(error).body
                == "Too many wrong attempts. Only a reset by an administrator is left. It erases everything.")
        let opened = guidance([.pin], hasPassword: true)
        #expect(
            opened.text
                == "Your PIN is locked. Too many wrong attempts. Enter your password to use your PIN again.")
        #expect(opened.action == .usePassword)
        #expect(opened.command == "biogate ask 'Use fingerprint again' --password")
        let other = guidance([.password, .pin], hasPassword: true)
        #expect(other.text == "Only your password works here. Use your password.")
        #expect(other.command == "biogate get github --password")
    }

    @Test("Nobody is told to sign in where there is no sign-in", arguments: Language.allCases)
    func noSignIn(language: Language) throws {
        let words = [Language.en: "sign in", .ko: "로그인", .nb: "logg"]
        for error in try EveryError.all() {
            let guidance = Guidance.for(error, situation: Situation(hasSignIn: false), in: language)
            #expect(!guidance.text.lowercased().contains(try #require(words[language])), "\(error): \(guidance.text)")
            #expect(guidance.action != .signInAgain, "\(error)")
            // A caller that is told as an app and has no sign-in is like the terminal.
            let told = Guidance.for(error, in: language)
            let retold = told.withoutSignIn(error)
            #expect(!retold.text.lowercased().contains(try #require(words[language])), "\(error): \(retold.text)")
            if told.text.lowercased().contains(try #require(words[language])) {
                #expect(retold.text == guidance.text && retold.command == told.command)
            } else {
                #expect(retold == told)
            }
        }
        let state = Guidance.for(.notEnrolled(printsVanished: false), fallbacks: [], in: .en)
        #expect(state.withoutSignIn(.notEnrolled(printsVanished: false)).body == "Add one to use it next time.")
    }

    @Test("Destroyed access is not said to return if nobody signs in to restore it")
    func destroyed() throws {
        let error = GateError.itemInvalidated(try #require(ItemName("github")), by: .enrollmentChanged)
        let texts = Language.allCases.map { Guidance.for(error, situation: Situation(hasSignIn: false), in: $0).text }
        #expect(
            texts == [
                "\"github\" was destroyed when your fingerprints changed. Store it again.",
                "등록된 지문이 바뀌면서 \"github\" 항목이 삭제되었어요. 다시 저장해 주세요.",
                "«github» ble slettet da fingeravtrykkene ble endret. Lagre det på nytt.",
            ])
    }

    @Test("A lost passkey is made again at its site, and one that signs nothing else is found among the passkeys")
    func passkeys() throws {
        let name = try #require(ItemName("passkey/example.org/1"))
        for hasSignIn in [true, false] {
            let lost = Guidance.for(
                .itemInvalidated(name, by: .fingerprintDisabled),
                situation: Situation(operation: .sign, item: name, hasSignIn: hasSignIn, isForPasskey: true), in: .en)
            #expect(lost.body == "Sign in to the site another way, and create a new passkey there.")
            #expect(lost.command == nil)
        }
        let refused = Guidance.for(
            .signatureRefused(.otherUsage), situation: Situation(operation: .sign, item: name), in: .en)
        #expect(refused.command == "biogate passkeys list")
    }

    @Test("An unfinished enrolment is told apart from a finger that did not match in time")
    func timedOut() {
        let error = GateError.timedOut(fallbacks: [])
        let enrolling = Situation(operation: .enroll, hasSignIn: false)
        #expect(
            Language.allCases.map { Guidance.for(error, situation: enrolling, in: $0).body } == [
                "Nothing was added. Try again.", "아무것도 등록되지 않았어요. 다시 시도해 주세요.", "Ingenting ble lagt til. Prøv igjen.",
            ])
        #expect(
            Language.allCases.map { Guidance.for(.timedOut(fallbacks: [.pin]), in: $0).body } == [
                "Try again, or use your PIN.", "다시 시도하거나 PIN을 입력해 주세요.",
                "Prøv igjen, eller bruk PIN-koden.",
            ])
    }

    @Test("The way out of a lockout is named even if the call itself does not accept it")
    func clearedBy() {
        let error = GateError.lockoutPermanent(.attempts, clearedBy: [.password], fallbacks: [])
        let guidance = Guidance.for(error, in: .en)
        #expect(guidance.body == "Too many failed scans. Enter your password to use your fingerprint again.")
        #expect(guidance.action == .usePassword)
        #expect(guidance.command == "biogate ask 'Use fingerprint again' --password")
    }

    @Test("The suggested command does the step")
    func commands() throws {
        let github = try #require(ItemName("github"))
        let retrieving = Situation(operation: .retrieve, item: github)
        let expectations: [(GateError, Situation, String?)] = [
            (.notEnrolled(printsVanished: false, fallbacks: []), Situation(), "biogate finger add right-index"),
            (.disabled(fallbacks: [.pin]), Situation(), "biogate enable"),
            (.credentialNotSet(.pin), Situation(), "biogate pin set"),
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

    @Test("An item that only lost its fingerprint is renewed")
    func renewal() throws {
        let item = try #require(ItemName("github"))
        let situation = Situation(operation: .retrieve, item: item)
        let refusal = FactorRefusal(.enrollmentChanged, isRenewable: true, fallbacks: [])
        let guidance = Guidance.for(.factorNotAllowed(allowed: [.pin], refusal), situation: situation, in: .en)
        #expect(guidance.title == "Your fingerprints changed")
        #expect(guidance.command == "biogate renew github")
        #expect(guidance.action == .usePIN)
    }

    @Test(
        "A name is one word to the shell, whatever it contains",
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
