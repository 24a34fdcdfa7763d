import GateGuidance
import GateModel
import Testing

extension Language {
    var golden: GoldenTexts {
        switch self {
        case .en: .english
        case .ko: .korean
        case .nb: .norwegian
        }
    }
}

/// The alternatives to a finger, as in the word list's columns.
enum Ladder: String, CaseIterable {
    case pin, password, none

    var factors: [Factor] {
        switch self {
        case .pin: [.password, .pin]
        case .password: [.password]
        case .none: []
        }
    }
}

/// Title, body and button of one state.
struct Reading: Equatable, CustomStringConvertible {
    let title: String
    let body: String
    let label: String

    init(title: String, body: String, label: String) {
        self.title = title
        self.body = body
        self.label = label
    }

    init(_ guidance: Guidance) {
        self.init(title: guidance.title, body: guidance.body, label: guidance.actionLabel)
    }

    var description: String { "\(title) / \(body) [\(label)]" }
}

extension GoldenTexts {
    /// The cells of a table, keyed by the first of each row.
    private static func rows(_ table: String) -> [String: [String]] {
        let rows = table.split(separator: "\n").map { row in
            row.split(separator: "|", omittingEmptySubsequences: false).map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
        }
        return Dictionary(uniqueKeysWithValues: rows.map { ($0[0], Array($0.dropFirst())) })
    }

    var stateNames: Set<String> { Set(Self.rows(states).keys) }

    func reading(_ state: String, _ ladder: Ladder) throws -> Reading {
        let row = try #require(Self.rows(states)[state])
        let fallback = try #require(Self.rows(fallbacks)[ladder.rawValue])
        let body = row[1].hasSuffix("F") ? row[1].dropLast() + fallback[0] : row[1]
        return Reading(title: row[0], body: body, label: row[2].isEmpty ? fallback[1] : row[2])
    }
}

@Suite("Texts match the word list, letter by letter")
struct GoldenTests {
    /// Every state of an availability, keyed by its golden row.
    private static func availabilities(_ ladder: Ladder) -> [(String, Availability)] {
        [
            ("available", .available), ("noHardware", .noHardware), ("disabled", .disabled),
            ("notEnrolled", .notEnrolled(printsVanished: false)),
            ("printsVanished", .notEnrolled(printsVanished: true)),
            ("lockout", .lockout(retryAfter: .seconds(30))),
        ]
            + HardwareReason.allCases.map { reason in
                let retryAfter: Duration? = reason == .overheated ? .seconds(90) : nil
                return (reason.rawValue, .hardwareUnavailable(reason, retryAfter: retryAfter))
            }
            + CredentialReason.allCases.map { ("\($0.rawValue).\(ladder.rawValue)", .lockoutPermanent($0)) }
    }

    @Test("Each state has its golden text, with each fallback", arguments: Language.allCases, Ladder.allCases)
    func states(language: Language, ladder: Ladder) throws {
        for (name, availability) in Self.availabilities(ladder) {
            let guidance = Guidance.for(availability, fallbacks: ladder.factors, in: language)
            #expect(try Reading(guidance) == language.golden.reading(name, ladder))
            #expect(guidance.locale == language.tag)
        }
    }

    @Test("A state that is an error reads the same as the error", arguments: Language.allCases, Ladder.allCases)
    func errors(language: Language, ladder: Ladder) throws {
        let fallbacks = ladder.factors
        let errors: [(String, GateError)] =
            [
                ("noHardware", .noHardware(fallbacks: fallbacks)), ("disabled", .disabled(fallbacks: fallbacks)),
                ("notEnrolled", .notEnrolled(printsVanished: false, fallbacks: fallbacks)),
                ("printsVanished", .notEnrolled(printsVanished: true, fallbacks: fallbacks)),
                ("lockout", .lockout(retryAfter: .milliseconds(29_001), clearedBy: [.pin], fallbacks: fallbacks)),
                ("inUse", .hardwareUnavailable(.inUse, retryAfter: nil, fallbacks: fallbacks)),
                ("failed", .authenticationFailed(fallbacks: fallbacks)),
            ]
            + CredentialReason.allCases.map { reason in
                let error = GateError.lockoutPermanent(reason, clearedBy: fallbacks, fallbacks: [])
                return ("\(reason.rawValue).\(ladder.rawValue)", error)
            }
        for (name, error) in errors {
            #expect(try Reading(.for(error, in: language)) == language.golden.reading(name, ladder))
        }
    }

    @Test("An item whose enrolment changed and the offer have the golden texts", arguments: Language.allCases)
    func itemAndOffer(language: Language) throws {
        let name = try #require(ItemName("github"))
        let invalidated = Guidance.for(GateError.itemInvalidated(name, by: .enrollmentChanged), in: language)
        #expect(try Reading(invalidated) == language.golden.reading("invalidated", .none))
        #expect(try Reading(.explaining(in: language)) == language.golden.reading("explaining", .none))
    }

    @Test("Fingers added in the system's settings are to be confirmed, and nothing is to be added")
    func unvouched() {
        let readings = Language.allCases.map { language in
            let guidance = Guidance.for(
                .notEnrolled(printsVanished: false), fallbacks: [.pin],
                situation: Situation(hasUnvouchedPrints: true), in: language)
            #expect(guidance.command == "biogate finger vouch")
            #expect(Script.isPure(guidance.title, language) && Script.isPure(guidance.body, language))
            return "\(guidance.title) | \(guidance.body)"
        }
        #expect(
            readings == [
                "So far, your fingerprint only works for login | It was added in the system's settings. Confirm it with your "
                    + "PIN or password to use it here, too. Use your PIN instead.",
                "아직은 지문을 로그인에만 쓸 수 있어요 | 시스템 설정에서 등록한 지문이에요. PIN이나 비밀번호로 확인하면 여기에서도 쓸 수 있어요. "
                    + "대신 PIN을 입력해 주세요.",
                "Fingeravtrykket ditt kan foreløpig bare brukes til innlogging | Det ble lagt til i systemets innstillinger. Bekreft det "
                    + "med PIN-koden eller passordet for å bruke det her også. Bruk PIN-koden i stedet.",
            ])
        let gone = Availability.notEnrolled(printsVanished: true)
        let situation = Situation(hasUnvouchedPrints: true)
        #expect(Guidance.for(gone, fallbacks: [], situation: situation, in: .en).command != "biogate finger vouch")
        let told = Guidance.for(.notEnrolled(printsVanished: false), fallbacks: [], situation: situation, in: .en)
        #expect(
            told.withoutSignIn(.notEnrolled(printsVanished: false)).body
                == "It was added in the system's settings. Confirm it with your PIN or password to use it here, too.")
    }

    @Test("The tables name the same states in every language")
    func sameStates() {
        #expect(Set(Language.allCases.map(\.golden.stateNames)).count == 1)
    }

    @Test("The button that declines the offer has the golden text")
    func notNow() {
        #expect(Language.allCases.map { Caption.notNow.text(in: $0) } == ["Not now", "나중에", "Ikke nå"])
    }

    @Test("The fixed Korean labels are unchanged")
    func fixedLabels() {
        let fixed: [(Caption, String)] = [
            (.verifyIdentity, "본인 확인"), (.biometrics, "생체 인증"), (.useFingerprint, "지문 사용"),
            (.usePassword, "비밀번호로 로그인"), (.usePIN, "PIN 입력"), (.cancel, "취소"), (.tryAgain, "다시 시도"),
        ]
        for (caption, text) in fixed { #expect(caption.text(in: .ko) == text) }
    }
}
