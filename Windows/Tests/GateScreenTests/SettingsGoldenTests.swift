// The settings' texts in each state and language, as a person has reviewed them.

import GateGuidance
import GateModel
import GateScreen
import Testing

@Suite("The settings' texts are the reviewed ones")
struct SettingsGoldenTests {
    @Test("Each state of the settings, with and without a PIN, has its reviewed texts", arguments: Language.allCases)
    func states(language: Language) throws {
        let rows = [true, false].flatMap { pinSet in
            Self.availabilities.map { name, availability in
                let isOn = availability != .disabled
                var state = SettingsState.sample(availability, isOn: isOn, pinSet: pinSet, in: language)
                if case .notEnrolled = availability { state.prints = [] }
                let lines = state.screen.lines
                let status = lines.prefix { !$0.hasPrefix("[") }
                return "\(name)\(pinSet ? "" : ", no PIN"): " + status.joined(separator: " | ")
            }
        }
        let unvouched = [(Availability.notEnrolled(printsVanished: false), true), (.disabled, false)].map {
            let state = SettingsState.sample($0, isOn: $1, prints: [.sample(vouched: false)], in: language)
            return "only login: " + state.screen.lines.prefix { !$0.hasPrefix("<") }.joined(separator: " | ")
        }
        let login = Item.sample("login", openableBy: [.fingerprint], access: .login)
        let destroyed = Item.sample("login", openableBy: [], state: .invalidated(.enrollmentChanged), access: .login)
        let keyring = [([], true), ([], false), ([login], true), ([destroyed], true)].map {
            (items: [Item], password: Bool) in
            var state = SettingsState.sample(password: password, items: items, in: language)
            state.servesLogins = true
            let groups = state.screen.groups.filter { $0.id == .unlock || $0.id == .items }
            return "keyring: "
                + groups.flatMap { $0.rows.suffix(1) }.map {
                    "\($0.title) | \($0.subtitle.replacing("\n", with: " / "))"
                }
                .joined(separator: " / ")
        }
        let keys = [Item.sshKey(), .sshKey(pinned: true), .sshKey(servers: 6)].map { key in
            let group = SettingsState.sample(items: [key], in: language).screen.groups.first { $0.id == .items }
            return "key for ssh: " + (group?.rows[0].subtitle.replacing("\n", with: " / ") ?? "")
        }
        let whole = SettingsState.sample(in: language).screen.lines
        try GoldenFile("settings", language, rows + unvouched + keyring + keys + whole).compare()
    }

    private static let availabilities: [(String, Availability)] =
        [
            ("available", .available), ("no reader", .noHardware), ("off", .disabled),
            ("no finger", .notEnrolled(printsVanished: false)), ("fingers gone", .notEnrolled(printsVanished: true)),
            ("lockout", .lockout(retryAfter: .seconds(30))),
        ]
        + HardwareReason.allCases.map { reason in
            ("\(reason)", .hardwareUnavailable(reason, retryAfter: reason == .overheated ? .seconds(90) : nil))
        } + CredentialReason.allCases.map { ("locked: \($0)", .lockoutPermanent($0)) }
}
