import GateGuidance
import GateModel
import Testing

@Suite("The language is found by its tag")
struct LanguageTests {
    @Test(
        "A BCP 47 tag falls back to its language, and an unknown one to English",
        arguments: [
            ("en", .en), ("en-GB", .en), ("EN-us", .en), ("ko", .ko), ("ko-KR", .ko), ("KO-hang-kr", .ko),
            ("nb", .nb), ("nb-NO", .nb), ("no", .nb), ("nn", .nb), ("nn-NO", .nb), ("xx", .en), ("kok", .en),
            ("", .en), ("-", .en), ("x-ko", .en), ("fr-FR", .en), (nil, .en),
        ] as [(String?, Language)])
    func tag(tag: String?, language: Language) {
        #expect(Language(matching: tag) == language)
    }

    @Test(
        "A POSIX locale name selects a language, too",
        arguments: [
            ("ko_KR.UTF-8", .ko), ("ko_KR", .ko), ("nb_NO", .nb), ("nb_NO.utf8", .nb), ("nn_NO", .nb), ("no@euro", .nb),
            ("C", .en), ("C.UTF-8", .en), ("POSIX", .en), ("_", .en), ("en_US.UTF-8", .en),
        ] as [(String, Language)])
    func posix(name: String, language: Language) {
        #expect(Language(matching: name) == language)
    }

    @Test("A language's own tag finds it again", arguments: Language.allCases)
    func roundTrip(language: Language) {
        #expect(Language(matching: language.tag) == language)
    }

    @Test(
        "A wait is rounded up, in minutes from 60 s on, and in the singular if it is one",
        arguments: [
            (.zero, ["1 second", "1초", "1 sekund"]), (.milliseconds(1), ["1 second", "1초", "1 sekund"]),
            (.milliseconds(1001), ["2 seconds", "2초", "2 sekunder"]),
            (.seconds(30), ["30 seconds", "30초", "30 sekunder"]),
            (.milliseconds(59_001), ["1 minute", "1분", "1 minutt"]),
            (.seconds(60), ["1 minute", "1분", "1 minutt"]), (.seconds(61), ["2 minutes", "2분", "2 minutter"]),
            (.seconds(3600), ["60 minutes", "60분", "60 minutter"]), (.seconds(-5), ["1 second", "1초", "1 sekund"]),
        ] as [(Duration, [String])])
    func wait(duration: Duration, texts: [String]) {
        #expect(Language.allCases.map { duration.wait(in: $0) } == texts)
    }

    @Test("The longest possible wait has words")
    func longestWait() {
        #expect(Duration.seconds(Int64.max - 1).wait(in: .en).hasSuffix(" minutes"))
    }

    @Test(
        "The routine's text names its actual interval",
        arguments: [
            (1, ["every hour", "1시간에 한 번", "hver time"]), (12, ["every 12 hours", "12시간에 한 번", "hver 12. time"]),
            (24, ["every day", "하루에 한 번", "hver dag"]), (48, ["every two days", "2일에 한 번", "annenhver dag"]),
            (72, ["every three days", "3일에 한 번", "hver tredje dag"]),
            (168, ["every 7 days", "7일에 한 번", "hver 7. dag"]),
        ])
    func routine(hours: Int, texts: [String]) {
        let situation = Situation(maximumCredentialAge: .seconds(hours * 3600))
        for (language, text) in zip(Language.allCases, texts) {
            let guidance = Guidance.for(
                .lockoutPermanent(.credentialAge), fallbacks: [.pin], situation: situation, in: language)
            #expect(guidance.body.contains(text))
        }
    }

    @Test("Each finger and each factor has its own name", arguments: Language.allCases)
    func names(language: Language) {
        #expect(Set(Finger.allCases.map { $0.name(in: language) }).count == 10)
        #expect(Set(Factor.allCases.map { $0.name(in: language) }).count == 3)
        #expect(Finger.rightIndex.name(in: .en) == "right index finger")
        #expect(Finger.rightIndex.name(in: .ko) == "오른손 검지")
        #expect(Finger.rightIndex.name(in: .nb) == "høyre pekefinger")
    }
}
