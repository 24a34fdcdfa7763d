// The texts of the parts in each state and language, as a person has reviewed them.

import BiometricGate
import GateGuidance
import GateModel
import GateScreen
import Testing

@Suite("The texts of a gate in an app are the reviewed ones")
struct GateGoldenTests {
    @Test("Each state with each alternative has its reviewed texts", arguments: Language.allCases)
    func gates(language: Language) throws {
        let lines = gateFallbacks.flatMap { name, fallback in
            GateMoment.all(fallback, in: language).map { moment in
                let options = GateFlow.Options(isRequired: fallback != .pin, fallback: fallback)
                return "\(moment.name), \(name): \(moment.screen(options, in: language).line)"
            }
        }
        try GoldenFile("gate", language, lines).compare()
    }

    @Test("The banner, the offer and the row have their reviewed texts", arguments: Language.allCases)
    func parts(language: Language) throws {
        let banners = gateFallbacks.flatMap { name, fallback in
            GateMoment.obstacles.map { moment, obstacle in
                let banner = BannerScreen(obstacle, fallback: fallback, in: language)
                let settings = banner.settings.map { " <\($0)>" } ?? ""
                let next = banner.goesToFallback ? ", at once" : ""
                return "banner, \(moment), \(name): \(banner.text) [\(banner.button ?? "-")]\(settings)\(next)"
            }
        }
        var missed = CallStory(in: language)
        missed.report(Progress(.waitingForFinger), Progress(.waitingForFinger).message(in: language))
        missed.report(Progress(.noMatch), "?")
        let asked: [(String, OnboardingScreen.Step)] = [
            ("offering", .offering), ("asking", .asking(CallStory(in: language))), ("missed", .asking(missed)),
            ("failed", .failed("!", isError: true)),
            ("done", .done),
        ]
        let offers = asked.map { step, shown in
            let offer = OnboardingScreen(shown, reason: "Sign in to the bank", in: language)
            let texts = [offer.alert?.text, offer.title] + offer.paragraphs + [offer.status]
            let buttons = [offer.turnOn, offer.notNow, offer.settings].compactMap(\.self).map { "[\($0)]" }
            return "offer, \(step): " + (texts.compactMap(\.self) + buttons).joined(separator: " | ")
        }
        let away = Obstacle.hardwareUnavailable(.disconnected, retryAfter: nil)
        let statuses: [(String, AppLogin.Status, Obstacle?)] = [
            ("enabled", .enabled, nil), ("enabled, reader away", .enabled, away), ("off", .off, nil),
            ("fingers changed", .invalidated(.enrollmentChanged), nil),
            ("fingers changed, reader away", .invalidated(.enrollmentChanged), away),
            ("turned off", .invalidated(.fingerprintDisabled), nil),
            ("no reader", .unavailable(.noHardware), .noHardware), ("reader away", .unavailable(away), away),
        ]
        let steps: [(String, SignInScreen.Step)] = [
            ("resting", .resting), ("missed", .asking(missed)), ("confirming", .confirming),
            ("turning off", .turningOff), ("failed", .failed("!", isError: true)),
        ]
        let rows = statuses.flatMap { name, status, obstacle in
            steps.map { step, shown in
                let row = SignInScreen(status, hinderedBy: obstacle, shown, in: language)
                let isOn = "\(row.isOn ? "on" : "off")\(row.canMove ? "" : ", fixed")"
                let texts = [
                    row.title, row.status, row.progress, row.alert.map { "! " + $0.text }, row.question, row.cost,
                ]
                let buttons = [row.cancel, row.turnOff, row.again, row.settings].compactMap(\.self).map { "[\($0)]" }
                return "row, \(name), \(step) (\(isOn)): "
                    + (texts.compactMap(\.self) + buttons).joined(separator: " | ")
            }
        }
        try GoldenFile("gate-parts", language, banners + offers + rows).compare()
    }
}
