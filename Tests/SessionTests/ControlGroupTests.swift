import GateModel
import GatePolicy
import Testing

@testable import GateSeats

@Suite("A process's place in the tree of units")
struct ControlGroupTests {
    @Test("A name that begins with a combining mark hides no slash", arguments: ["\u{301}x", "\u{20E3}", "x"])
    func mark(name: String) throws {
        let group = try #require(ControlGroup(listed: "0::/user.slice/user-7.slice/user@7.service/\(name)\n"))
        #expect(group.place == .userService(of: UserID(rawValue: 7)))
        #expect(group.unit == "user@7.service")
    }
}

@Suite("Names of units") struct UnitNameTests {
    @Test(
        "A sandboxed app's name is found in its unit's",
        arguments: [
            ("app-gnome-firefox-4242.scope", "firefox"),
            (#"app-gnome-org.gnome.Text\x2dEditor-4242.scope"#, "org.gnome.Text-Editor"),
            ("app-org.kde.kate@4242.service", "org.kde.kate"),
            ("app-KDE-org.kde.kate@4242.service", "org.kde.kate"),
            ("flatpak:org.mozilla.firefox", "org.mozilla.firefox"), ("snap:firefox", "firefox"),
            ("backup.service", "backup.service"), ("session-2.scope", nil), ("app-.scope", "app-.scope"),
        ] as [(String, String?)])
    func units(unit: String, name: String?) {
        #expect(UnitName(unit).appName == name)
    }
}
