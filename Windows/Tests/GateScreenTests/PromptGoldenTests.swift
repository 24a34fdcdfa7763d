// Everything that the prompt can show in each language, as a person has reviewed it.

import GateGuidance
import GateModel
import GateScreen
import GateWire
import Testing

/// The alternatives to a finger.
private enum Typed: String, CaseIterable {
    case pin, password, both, none

    var factors: [Factor] {
        switch self {
        case .pin: [.pin]
        case .password: [.password]
        case .both: [.pin, .password]
        case .none: []
        }
    }

    /// What the text tells the user to use instead.
    var fallback: ScreenFallback {
        switch self {
        case .pin, .both: .pin
        case .password: .password
        case .none: .signIn
        }
    }
}

@Suite("The prompt's texts are the reviewed ones")
struct PromptGoldenTests {
    private let waiting = Progress(.waitingForFinger, attemptsRemaining: 3)

    @Test("Each state with each alternative to a finger has its reviewed texts", arguments: Language.allCases)
    func states(language: Language) throws {
        let heading = PromptState([], in: language).screen().lines.prefix(5).joined(separator: " | ")
        let rows = Typed.allCases.flatMap { typed in
            let states =
                asked(typed, language) + wrong(typed, language) + instead(typed, language)
                + ended(typed, language)
            return states.map { name, screen in
                "\(name), \(typed): " + ([screen.lines[0]] + screen.lines.dropFirst(5)).joined(separator: " | ")
            }
        }
        try GoldenFile("prompt", language, [heading] + rows).compare()
    }

    private typealias Rows = [(String, PromptScreen)]

    private func state(_ reports: [Progress], _ typed: Typed, _ language: Language) -> PromptState {
        PromptState(reports, factors: [.fingerprint] + typed.factors, in: language)
    }

    /// While a finger is asked for.
    private func asked(_ typed: Typed, _ language: Language) -> Rows {
        let reports: [(String, [Progress])] = [
            ("fresh", []), ("queued", [Progress(.queued)]), ("waiting", [waiting]),
            ("last try", [Progress(.waitingForFinger, attemptsRemaining: 1)]),
            ("finger present", [waiting, Progress(.fingerPresent)]),
            ("miss", [waiting, Progress(.noMatch, attemptsRemaining: 2)]),
            ("matched", [waiting, Progress(.matched)]),
        ]
        let hints = ScanHint.allCases.map { hint in ("retry \(hint)", [waiting, Progress(.retry, hint: hint)]) }
        var rows: Rows = (reports + (typed == .none ? hints : [])).map { name, reports in
            (name, state(reports, typed, language).screen())
        }
        rows.append(("others wait", state([waiting], typed, language).screen(others: 2)))
        if typed == .none {
            rows.append(("enrolment", enrolment(language)))
        } else {
            var checking = state([waiting], typed, language)
            checking.answer()
            rows.append(("checking", checking.screen()))
        }
        return rows
    }

    /// After some touches of a finger being added, for another program.
    private func enrolment(_ language: Language) -> PromptScreen {
        let situation = Situation(operation: .enroll, finger: .rightIndex)
        func request(_ progress: Progress?) -> Request {
            .sample("r1", progress, factors: [.fingerprint], operation: .enroll)
        }
        var state = PromptState(request(nil), message: nil, in: language)
        for progress in [
            Progress(.waitingForFinger, stage: 0, stages: 8), Progress(.stagePassed, stage: 3, stages: 8),
            Progress(.waitingForFinger, stage: 3, stages: 8),
        ] {
            state.take(request(progress), message: progress.message(for: situation, in: language))
        }
        return state.screen()
    }

    /// After typed text was wrong.
    private func wrong(_ typed: Typed, _ language: Language) -> Rows {
        let pause: Duration = .seconds(30)
        let tries: [(String, Int?, Duration?)] = [
            ("wrong", 3, nil), ("wrong, last try", 1, nil), ("paused", 0, pause), ("blocked", 0, nil),
            ("not checked", nil, nil),
        ]
        return typed.factors.flatMap { factor in
            // The password is never blocked.
            tries.filter { factor == .pin || $0.0 != "blocked" }.map { name, remaining, retryAfter in
                var state = state([waiting], typed, language)
                if typed == .both, factor == .password { state.switchField() }
                let progress = Progress(
                    .credentialWrong, attemptsRemaining: remaining, factor: factor, retryAfter: retryAfter)
                state.report(progress, factors: [.fingerprint] + typed.factors, in: language)
                return ("\(name) \(factor)", state.screen())
            }
        }
    }

    /// When no finger is accepted any more.
    private func instead(_ typed: Typed, _ language: Language) -> Rows {
        guard typed != .none else { return [] }
        let reasons: [(String, GateError)] = [
            ("spent", .authenticationFailed(fallbacks: typed.factors)),
            ("lockout", .lockout(retryAfter: .seconds(30), clearedBy: typed.factors, fallbacks: typed.factors)),
            ("locked", .lockoutPermanent(.attempts, clearedBy: typed.factors, fallbacks: typed.factors)),
            ("off", .disabled(fallbacks: typed.factors)),
            ("no reader", .noHardware(fallbacks: typed.factors)),
            ("unplugged", .hardwareUnavailable(.disconnected, retryAfter: nil, fallbacks: typed.factors)),
        ]
        return reasons.map { name, error in
            var state = state([waiting], typed, language)
            let factors = [.fingerprint] + typed.factors
            // As the daemon sends it: the problem, and the alternative.
            let message = "\(Guidance.for(error, in: language).title). \(typed.fallback.sentence(in: language))"
            state.take(.sample("r1", Progress(.credentialWanted), factors: factors), message: message)
            return ("instead of a finger: \(name)", state.screen())
        }
    }

    /// After the end.
    private func ended(_ typed: Typed, _ language: Language) -> Rows {
        let errors: [(String, GateError)] = [
            ("timed out", .timedOut(fallbacks: typed.factors)),
            ("lockout", .lockout(retryAfter: .seconds(30), clearedBy: typed.factors, fallbacks: typed.factors)),
            ("locked", .lockoutPermanent(.attempts, clearedBy: typed.factors, fallbacks: typed.factors)),
            ("failed", .authenticationFailed(fallbacks: typed.factors)),
            ("cancelled", .cancelled(by: .client)),
            ("unplugged", .hardwareUnavailable(.disconnected, retryAfter: nil, fallbacks: typed.factors)),
            ("no reader", .noHardware(fallbacks: typed.factors)),
            ("turned off", .disabled(fallbacks: typed.factors)),
        ]
        return errors.map { name, error in
            var state = state([waiting], typed, language)
            state.end(RequestOutcome(error, guidance: .for(error, in: language)))
            return ("ended: \(name)", state.screen())
        }
    }
}

extension ScreenFallback {
    /// The alternative, which ends a message of the gate.
    fileprivate func sentence(in language: Language) -> String {
        let alone = ScreenMessage.notRunning.text(offering: .own, in: language)
        return String(ScreenMessage.notRunning.text(offering: self, in: language).dropFirst(alone.count + 1))
    }
}
