// Moments of a gate, as a flow reports them.

import BiometricGate
import GateGuidance
import GateModel
import GateScreen

/// A gate's alternatives, as tests name them.
let gateFallbacks: [(name: String, fallback: GateFlow.Fallback)] = [
    ("pin", .pin), ("password", .password), ("own screen", .app(label: "Bank ID")), ("none", .none),
]

extension GateFlow.Fallback {
    var sample: ScreenFallback {
        switch self {
        case .pin: .pin
        case .password: .password
        case .app: .own
        case .none: .signIn
        }
    }

    /// As in a flow.
    func label(in phase: GateFlow.Phase, _ language: Language) -> String? {
        if case .app(let label) = self { return label }
        return (phase == .unavailable(.notRunning) ? .signIn : sample).label(in: language)
    }
}

/// A flow's state at one moment, with what its view has to know before.
struct GateMoment {
    let name: String
    let seen: [GateViewState.Seen]

    /// Each possible state of a gate.
    static func all(_ fallback: GateFlow.Fallback, in language: Language) -> [GateMoment] {
        func seen(
            _ phase: GateFlow.Phase, _ text: String, outcome: GateFlow.Outcome? = nil, offersFinger: Bool = true,
            alert: String? = nil
        ) -> GateViewState.Seen {
            GateViewState.Seen(
                phase, text: text, outcome: outcome, offersFinger: offersFinger, alert: alert,
                fallback: fallback.label(in: phase, language))
        }
        func failed(_ error: GateError, canRetry: Bool) -> GateViewState.Seen {
            let text = error.screenText(offering: fallback.sample, in: language)
            return seen(.failed(text: text, canRetry: canRetry), text, offersFinger: canRetry)
        }
        let touch = Progress(.waitingForFinger).message(in: language)
        let missed = Progress(.noMatch, attemptsRemaining: 2).message(in: language)
        let offer = Guidance.explaining(in: language)
        let idle = Caption.useFingerprint.text(in: language)
        let chosen = seen(.idle, idle, outcome: .fallback(fallback))
        let chosenLast = seen(.idle, idle, outcome: .fallback(fallback), offersFinger: false)
        let off = seen(.unavailable(.disabled), BannerScreen(.disabled, fallback: fallback, in: language).text)
        let unset = GateError.credentialNotSet(.pin).screenText(offering: .signIn, in: language)
        let noPIN = seen(.failed(text: unset, canRetry: false), unset, offersFinger: false)
        let refused = screenText("Unknown token", offering: fallback.sample, in: language)
        let over = ScreenMessage.lockoutOver.text(offering: fallback.sample, in: language)
        let paused = ScreenMessage.lockedOut.text(offering: fallback.sample, in: language)
        let missedOnce = ScreenMessage.missed.text(offering: fallback.sample, in: language)
        let confirmed = ScreenMessage.confirmed.text(offering: fallback.sample, in: language)
        let until = ContinuousClock.now
        var moments = [
            GateMoment(name: "idle", seen: [seen(.idle, idle)]),
            GateMoment(name: "idle, finger spent", seen: [seen(.idle, idle, offersFinger: false)]),
            GateMoment(
                name: "explaining",
                seen: [
                    seen(
                        .explaining(
                            GateFlow.Offer(
                                title: offer.title, body: offer.body, turnOn: Caption.turnOn.text(in: language),
                                notNow: Caption.notNow.text(in: language))), offer.spoken)
                ]),
            GateMoment(name: "preparing", seen: [seen(.authenticating(promptVisible: false), idle)]),
            GateMoment(name: "touch", seen: [seen(.authenticating(promptVisible: true), touch)]),
            GateMoment(name: "missed", seen: [seen(.authenticating(promptVisible: true), touch, alert: missed)]),
            GateMoment(
                name: "missed once", seen: [seen(.failed(text: missedOnce, canRetry: true), missedOnce)]),
            GateMoment(name: "succeeded", seen: [seen(.succeeded, confirmed, outcome: .succeeded)]),
            GateMoment(name: "timed out", seen: [failed(.timedOut(fallbacks: [.pin]), canRetry: true)]),
            GateMoment(
                name: "misses spent", seen: [failed(.authenticationFailed(fallbacks: [.pin]), canRetry: false)]),
            GateMoment(
                name: "refused by the server",
                seen: [seen(.failed(text: refused, canRetry: false), refused, offersFinger: false)]),
            GateMoment(name: "locked out", seen: [seen(.lockedOut(until: until), paused, offersFinger: false)]),
            GateMoment(
                name: "lockout over", seen: [seen(.failed(text: over, canRetry: false), over, offersFinger: false)]),
            GateMoment(name: "way around chosen", seen: [chosen]),
            GateMoment(name: "way around chosen, finger spent", seen: [chosenLast]),
            GateMoment(name: "way around chosen, off", seen: [off, chosen]),
            GateMoment(
                name: "wrong PIN",
                seen: [
                    chosen, failed(.credentialWrong(.pin, attemptsRemaining: 3, retryAfter: nil), canRetry: true),
                ]),
            GateMoment(
                name: "wrong PIN, finger spent",
                seen: [
                    chosenLast,
                    failed(.credentialWrong(.pin, attemptsRemaining: 3, retryAfter: nil), canRetry: false),
                ]),
            GateMoment(name: "no PIN", seen: [chosen, noPIN]),
            GateMoment(name: "no PIN, off", seen: [off, chosen, noPIN]),
            GateMoment(name: "no PIN, finger spent", seen: [chosenLast, noPIN]),
        ]
        moments += obstacles.map { name, obstacle in
            let text = BannerScreen(obstacle, fallback: fallback, in: language).text
            return GateMoment(name: name, seen: [seen(.unavailable(obstacle), text)])
        }
        return moments
    }

    static let obstacles: [(String, Obstacle)] = [
        ("no reader", .noHardware), ("reader away", .hardwareUnavailable(.disconnected, retryAfter: nil)),
        ("no finger", .notEnrolled(printsVanished: false)), ("fingers gone", .notEnrolled(printsVanished: true)),
        ("off", .disabled), ("paused", .lockedOut(retryAfter: .seconds(30))),
        ("locked", .credentialNeeded(.attempts)), ("routine", .credentialNeeded(.routine)),
        ("after a start", .credentialNeeded(.boot)), ("no service", .notRunning),
    ]

    func screen(_ options: GateFlow.Options, in language: Language) -> GateViewScreen {
        var state = GateViewState(options: options, details: "Pay 200 kr to Kari", in: language)
        for seen in seen { state.see(seen) }
        return state.screen
    }
}

extension GateViewScreen {
    /// The visible texts, from top to bottom.
    var line: String {
        var parts = ["(\(picture)\(isPulsing ? ", pulsing" : "")\(isDimmed ? ", rest dimmed" : ""))"]
        parts += [alert.map { "! " + $0.text }, title, details, status, fieldLabel.map { $0 + " ____" }].compactMap(
            \.self)
        if let primary { parts.append(primary.isEnabled ? "[[\(primary.caption)]]" : "[[-\(primary.caption)-]]") }
        if let secondary { parts.append("[\(secondary.caption)]") }
        if let settings { parts.append("<\(settings)>") }
        if let close { parts.append("x \(close)") }
        return parts.joined(separator: " | ")
    }
}
