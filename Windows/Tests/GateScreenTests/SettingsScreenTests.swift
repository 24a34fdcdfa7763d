// The settings window's content in each state and language.

import GateGuidance
import GateModel
import GateScreen
import Testing

@Suite("What the settings show")
struct SettingsScreenTests {
    @Test("A working finger is shown in each language")
    func works() {
        #expect(
            SettingsState.sample().screen.lines == [
                "Fingerprint works", "Touch the reader when an app asks.",
                "[x] Unlock with fingerprint | Your fingerprint opens what apps have stored for you.",
                "# Fingers",
                "Right index finger | Added 1 Mar 2026, 09:05 · Goodix <Rename right index finger> "
                    + "<Remove right index finger>",
                "<Add a finger>",
                "# PIN",
                "The PIN is set | Use it when your fingerprint doesn’t work. <Change the PIN> <Remove PIN>",
                "# Stored items",
                "github | Opens with fingerprint, PIN / Stored by /usr/bin/gh / Not used yet <Remove github>",
                "# Readers", "Goodix | Ready",
                "# More", "Try it | See whether your finger is recognised. <Try it>",
                "Recent activity | Which program asked for what, and the result. <Show: Recent activity>",
                "What is stored about you | Where it is stored, and how you erase it. <Show: What is stored about you>",
                "End all access | Permanently deletes everything that apps have stored for you. <End all access>",
                "Erase everything | Your fingers, your PIN and all that is stored. Needs your password. "
                    + "<Erase everything>",
            ])
        #expect(
            SettingsState.sample(in: .ko).screen.lines.prefix(6) == [
                "지문을 쓸 수 있어요", "앱이 요청하면 인식기에 손가락을 대 주세요.",
                "[x] 지문으로 열기 | 앱이 저장한 항목을 지문으로 열 수 있어요.",
                "# 지문", "오른손 검지 | 2026년 3월 1일 09:05에 등록 · Goodix <오른손 검지 이름 바꾸기> <오른손 검지 삭제>", "<지문 등록>",
            ])
        #expect(
            SettingsState.sample(in: .nb).screen.lines.prefix(6) == [
                "Fingeravtrykk virker", "Legg fingeren på leseren når en app spør.",
                "[x] Lås opp med fingeravtrykk | Fingeravtrykket ditt åpner det apper har lagret for deg.",
                "# Fingre",
                "Høyre pekefinger | Lagt til 1. mars 2026 kl. 09.05 · Goodix "
                    + "<Gi høyre pekefinger nytt navn> <Fjern høyre pekefinger>",
                "<Legg til en finger>",
            ])
    }

    @Test("A finger that opens nothing yet is not said to work: renewing comes first")
    func renewFirst() {
        let waiting = Item.sample(openableBy: [.pin], lostBy: .enrollmentChanged)
        let status = SettingsState.sample(items: [waiting]).screen.status
        #expect(status.title == "Stored items need to be renewed")
        #expect(status.button?.action == .renewAll)
        #expect(!status.isAlert)
        // Others are opened by it, or nothing can be renewed.
        for items in [[waiting, .sample("mail")], [], [.sample(openableBy: [], state: .invalidated(.revoked))]] {
            #expect(SettingsState.sample(items: items).screen.status.title == "Fingerprint works")
        }
    }

    @Test("Opening the keyring at a login has a switch where logins ask the service, and its password is told as that")
    func keyring() {
        let row = "Open my keyring when I log in | "
        func lines(_ state: SettingsState, serves: Bool = true) -> [String] {
            var state = state
            state.servesLogins = serves
            return state.screen.lines.filter { $0.contains("keyring") }
        }
        #expect(lines(.sample(password: true), serves: false).isEmpty)
        #expect(
            lines(.sample(password: true)) == [
                "[ ] \(row)After a fingerprint login, your keyring still asks for your password."
            ])
        #expect(lines(.sample()) == ["[-] \(row)Your account has no password that can be checked."])
        #expect(lines(.sample(password: true, prints: [])) == ["[-] \(row)Add a finger first."])
        let stored = Item.sample("login", openableBy: [.fingerprint], access: .login)
        #expect(
            lines(.sample(password: true, items: [stored]), serves: false) == [
                "[x] \(row)Logging in with your fingerprint also unlocks your keyring.",
                "Your account’s password | Only your login opens it, with a finger, for your keyring "
                    + "/ Not used yet <Remove Your account’s password>",
            ])
        let destroyed = Item.sample("login", openableBy: [], state: .invalidated(.enrollmentChanged), access: .login)
        #expect(
            lines(.sample(password: true, items: [destroyed]))[0]
                == "[ ] \(row)The stored password was deleted when your fingers changed. Turn it on again.")
    }

    @Test("Turning the keyring's switch starts the change, and removing the item ends it")
    func keyringActions() throws {
        func row(_ items: [Item], _ id: SettingsScreen.Row.ID) throws -> SettingsScreen.Row {
            var state = SettingsState.sample(password: true, items: items)
            state.servesLogins = true
            return try #require(state.screen.groups.flatMap(\.rows).first { $0.id == id })
        }
        let stored = Item.sample("login", openableBy: [.fingerprint], access: .login)
        #expect(try row([], .keyring).toggle?.action == .keyringOn)
        #expect(try row([stored], .keyring).toggle?.action == .keyringOff)
        #expect(try row([stored], .item(stored.name)).buttons.map(\.action) == [.keyringOff])
    }

    @Test("Apps that offered a sign-in with a finger have a line each, with the other answer")
    func apps() throws {
        var state = SettingsState.sample()
        #expect(!state.screen.lines.contains("# Sign-in to apps"))
        state.apps = [
            (try #require(AppName("org.example.Bank")), true), (try #require(AppName("org.example.Mail")), false),
        ]
        let lines = state.screen.lines
        #expect(lines.contains("# Sign-in to apps"))
        #expect(lines.contains("org.example.Bank | Fingerprint enabled <Turn off: org.example.Bank>"))
        #expect(lines.contains("org.example.Mail | Fingerprint off <Turn on: org.example.Mail>"))
    }

    @Test(
        "An obstacle to using the finger is an alert with its remedy",
        arguments: [
            (Availability.noHardware, "! No fingerprint reader", SettingsAction?.none),
            (.hardwareUnavailable(.disconnected, retryAfter: nil), "! Reader not connected", nil),
            (.hardwareUnavailable(.faulted, retryAfter: nil), "! Reader does not answer", .tryOut),
            (.disabled, "! Fingerprint is turned off", .turnOn),
            (.lockout(retryAfter: .seconds(30)), "! Fingerprint is paused", .unlock(.pin)),
            (.lockoutPermanent(.attempts), "! Fingerprint is locked for now", .unlock(.pin)),
            (.notEnrolled(printsVanished: true), "! Your fingerprints are gone from the reader", .addFinger),
        ])
    func alerts(availability: Availability, line: String, action: SettingsAction?) {
        for language in Language.allCases {
            let screen = SettingsState.sample(availability, in: language).screen
            #expect(screen.status.isAlert)
            #expect(screen.status.button?.action == action)
            #expect(!screen.status.title.isEmpty)
        }
        #expect(SettingsState.sample(availability).screen.lines.first == line)
    }

    @Test("With nothing set up, the guide is offered, and found again below")
    func fresh() {
        let state = SettingsState.sample(
            .notEnrolled(printsVanished: false), pinSet: false, prints: [], items: [])
        let screen = state.screen
        #expect(!screen.status.isAlert)
        #expect(screen.status.button?.action == .setUp)
        #expect(screen.lines.contains("[x] Unlock with fingerprint | Add a finger first."))
        #expect(screen.lines.contains("No fingers added yet"))
        #expect(!screen.lines.contains { $0.contains("import-fprintd") })
        var coming = SettingsState.sample(.notEnrolled(printsVanished: false), prints: [])
        coming.hasFprintdFingers = true
        #expect(coming.screen.lines.contains { $0.hasSuffix("sudo biogate import-fprintd") })
        #expect(screen.lines.contains("Nothing is stored"))
        #expect(screen.lines.contains { $0.hasPrefix("Set up fingerprint |") })
        #expect(state.factor == nil)
    }

    @Test("A switch that is off can be moved if there is a finger")
    func off() {
        #expect(
            SettingsState.sample(.disabled, isOn: false).screen.lines.contains(
                "[ ] Unlock with fingerprint | Your fingerprint opens nothing until you turn this on."))
        let none = SettingsState.sample(.disabled, isOn: false, prints: []).screen
        #expect(none.lines.contains("[-] Unlock with fingerprint | Add a finger first."))
        #expect(none.status.button == nil)
    }

    @Test("A finger from the system's settings says that it only logs in, and can be confirmed")
    func unvouched() {
        let thumb = Print.sample(.leftThumb, vouched: false)
        let mixed = SettingsState.sample(prints: [.sample(), thumb])
        #expect(mixed.unvouchedPrints.map(\.id) == [thumb.id])
        #expect(mixed.screen.lines.first == "Fingerprint works")
        #expect(
            mixed.screen.lines.contains(
                "Left thumb | Unlocks login only. It opens nothing here until you confirm it. / Added 1 Mar 2026, 09:05 · "
                    + "Goodix <Confirm left thumb> <Rename left thumb> <Remove left thumb>"))
        let buttons = mixed.screen.groups.flatMap(\.rows).flatMap(\.buttons).map(\.action)
        #expect(buttons.filter { $0 == .vouch([thumb.id]) }.count == 1)
        for (isOn, availability) in [(true, Availability.notEnrolled(printsVanished: false)), (false, .disabled)] {
            let screen = SettingsState.sample(availability, isOn: isOn, prints: [thumb]).screen
            #expect(screen.status.button?.action == .vouch([thumb.id]))
            #expect(screen.lines.contains { $0.hasSuffix("Unlock with fingerprint | Confirm a finger first.") })
            // Two are confirmed individually: one may belong to another person.
            let both = [thumb, .sample(.leftIndex, vouched: false)]
            #expect(SettingsState.sample(availability, isOn: isOn, prints: both).screen.status.button == nil)
        }
    }

    @Test("An item that waits for renewal gives the reason, and has a button for it")
    func renewal() {
        let waiting = Item.sample(label: "GitHub", openableBy: [.pin], lostBy: .enrollmentChanged)
        #expect(
            SettingsState.sample(items: [waiting]).screen.lines.contains(
                "GitHub | github / Opens with PIN / Renew it to use your fingerprint: your fingers changed / "
                    + "Stored by /usr/bin/gh / Not used yet <Renew GitHub> <Remove GitHub>"))
        let gone = Item.sample(openableBy: [], state: .invalidated(.pinReset))
        #expect(
            SettingsState.sample(items: [gone]).screen.lines.contains(
                "github | Nothing opens it any more: the PIN was reset / Stored by /usr/bin/gh / Not used yet "
                    + "<Remove github>"))
    }

    @Test("Several items that wait have one button for all of them")
    func renewAll() {
        let waiting = ["a", "b"].map { Item.sample($0, openableBy: [.pin], lostBy: .enrollmentChanged) }
        let group = SettingsState.sample(items: waiting).screen.groups.first { $0.id == .items }
        #expect(group?.button?.action == .renewAll)
        #expect(SettingsState.sample(items: [waiting[0]]).screen.groups.first { $0.id == .items }?.button == nil)
    }

    @Test("A state that this window can change is shown without the alternative to it")
    func own() {
        let off = SettingsState.sample(.disabled, isOn: false).screen.status
        #expect(off.body == "Your fingerprint opens nothing until you turn this on.")
        let none = SettingsState.sample(.notEnrolled(printsVanished: false), prints: []).screen.status
        #expect(none.body == "Add one to use it next time.")
    }

    @Test("Other programs' names cannot draw outside their line")
    func escaping() {
        let print = Print.sample(label: "a\u{200B}b")
        #expect(SettingsState.sample(prints: [print]).screen.lines.contains { $0.hasPrefix("A\\u{200B}b |") })
    }

    @Test("The settings show that the service goes and returns")
    func gone() {
        var state = SettingsState.sample()
        let before = state.screen
        state.service = .gone(.notRunning)
        let screen = state.screen
        #expect(screen.lines.first == "! The fingerprint service does not answer")
        #expect(screen.groups.isEmpty)
        #expect(screen.statusTakesFocus(after: before))
        state.service = .serving
        #expect(state.screen == before)
        #expect(state.screen.announcement(after: screen) == "Fingerprint works. Touch the reader when an app asks.")
    }

    @Test("An alert takes the focus when it appears, except for what the user has just turned off")
    func focus() {
        let works = SettingsState.sample().screen
        let locked = SettingsState.sample(.lockoutPermanent(.attempts)).screen
        #expect(locked.lines.contains("[x] Unlock with fingerprint | Fingerprint is locked for now."))
        let off = SettingsState.sample(.disabled, isOn: false).screen
        #expect(locked.statusTakesFocus(after: works))
        #expect(!locked.statusTakesFocus(after: locked))
        #expect(!off.statusTakesFocus(after: works))
        #expect(off.announcement(after: works)?.hasPrefix("Fingerprint is turned off.") == true)
        #expect(off.statusTakesFocus(after: nil))
    }

    @Test("Readers appear and disappear")
    func readers() {
        var state = SettingsState.sample()
        #expect(state.takenFingers == [.rightIndex])
        state.take(.sample("usb-2"))
        #expect(state.takenFingers.isEmpty)
        #expect(state.screen.groups.first { $0.id == .readers }?.rows.count == 2)
        state.remove(ReaderID(rawValue: "usb-1"))
        state.remove(ReaderID(rawValue: "usb-2"))
        #expect(state.screen.lines.contains("No fingerprint reader"))
    }
}
