// States that the settings window may know.

import GateGuidance
import GateModel
import GateScreen
import GateWire

extension SettingsState {
    /// A user with a finger, a PIN and an item, whose reader is ready.
    static func sample(
        _ availability: Availability = .available, isOn: Bool = true, pinSet: Bool = true, password: Bool = false,
        prints: [Print] = [.sample()], items: [Item] = [.sample()], in language: Language = .en
    ) -> SettingsState {
        var state = SettingsState(in: language) { _ in
            LocalMoment(year: 2026, month: 3, day: 1, hour: 9, minute: 5)
        }
        state.service = .serving
        let fallbacks: [Factor] = pinSet ? [.pin] : []
        state.report = AvailabilityReport(
            availability, fallbacks: fallbacks,
            guidance: .for(availability, fallbacks: fallbacks, in: language))
        state.settings = Settings(
            fingerprintEnabled: isOn, method: .fingerprint, onboarding: .pending, pinSet: pinSet,
            passwordAvailable: password, enrolledPrints: prints.count(where: \.vouched), items: items.count)
        state.prints = prints
        state.items = items
        state.take(.sample())
        return state
    }
}

extension Print {
    static func sample(_ finger: Finger = .rightIndex, label: String? = nil, vouched: Bool = true) -> Print {
        Print(
            id: PrintID(rawValue: finger.rawValue), finger: finger, label: label.flatMap { Label($0) },
            reader: ReaderID(rawValue: "usb-1"), enrolledAt: WallTime(millisecondsSinceEpoch: 0),
            vouched: vouched)
    }
}

extension Item {
    static func sample(
        _ name: String = "github", label: String? = nil, openableBy: [Factor] = [.fingerprint, .pin],
        state: State = .valid, lostBy: Invalidation? = nil, access: Access = Access(factors: [.fingerprint, .pin])
    ) -> Item {
        Item(
            name: ItemName(name) ?? ItemName("?") ?? Self.impossible, label: label.flatMap { Label($0) },
            kind: .secret, access: access, openableBy: openableBy, state: state,
            algorithm: nil, publicKey: nil, sealedBy: .tpm, owner: "/usr/bin/gh",
            createdAt: WallTime(millisecondsSinceEpoch: 0), lastUsedAt: nil, fingerprintLostBy: lostBy)
    }

    /// A key for ssh that signed in to two servers, or is pinned to one.
    static func sshKey(pinned: Bool = false, servers: Int = 2) -> Item {
        let destination = SSHDestination(name: "github.com", key: [1], user: "git")
        return Item(
            name: ItemName("work") ?? Self.impossible, label: nil, kind: .key, access: Access(),
            openableBy: [.fingerprint], state: .valid, algorithm: .p256, publicKey: [], sealedBy: .tpm, owner: nil,
            createdAt: WallTime(millisecondsSinceEpoch: 0), lastUsedAt: nil, usage: .ssh,
            destinations: pinned ? [destination].compactMap(\.self) : [],
            servers: (0..<servers).map { number in
                SignatureSubject.Server(
                    fingerprint: "SHA256:\(number)", claimedName: number == 1 ? nil : "host\(number).example")
            })
    }

    private static var impossible: ItemName { preconditionFailure("a question mark is a name") }
}

extension Reader {
    static func sample(_ id: String = "usb-1") -> Reader {
        Reader(
            id: ReaderID(rawValue: id), name: "Goodix", driver: "goodixmoc", bus: .usb, scanType: .press,
            enrollStages: 8, matching: .onChip, capabilities: [.identify], state: .ready)
    }
}

extension SettingsScreen {
    /// The screen line by line: `!` is an alert, `#` a heading, `[x]` a switch that is on, and `<…>` a button's name.
    var lines: [String] {
        let status = [(self.status.isAlert ? "! " : "") + self.status.title, self.status.body].filter { !$0.isEmpty }
        return status + [self.status.button].compactMap(\.self).map(\.line) + groups.flatMap(\.lines)
    }
}

extension SettingsScreen.Button {
    fileprivate var line: String { "<\(name)>" }
}

extension SettingsScreen.Group {
    fileprivate var lines: [String] {
        let rows = rows.map { row in
            let toggle = row.toggle.map { $0.isUsable ? $0.isOn ? "[x] " : "[ ] " : "[-] " } ?? ""
            let texts = [row.title, row.subtitle].filter { !$0.isEmpty }
            return toggle + texts.joined(separator: " | ").split(separator: "\n").joined(separator: " / ")
                + row.buttons.map { " " + $0.line }.joined()
        }
        return [heading.map { "# " + $0 }].compactMap(\.self) + rows + [button].compactMap(\.self).map(\.line)
    }
}

extension SheetScreen {
    /// The screen line by line.
    var lines: [String] {
        var lines = [heading]
        for paragraph in paragraphs {
            switch paragraph {
            case .text(let text): lines.append(text)
            case .names(let names): lines += names.map { "• " + $0 }
            case .command(let command): lines.append("$ " + command)
            case .entries(let entries): lines += entries.map { "\($0.title) | \($0.details)" }
            }
        }
        if showsInstruction, let instruction { lines.append(instruction) }
        if let touches { lines.append("(\(touches.text))") }
        if let alert { lines.append("! " + alert.text) }
        for field in fields {
            lines.append("[\(field.takes): \(field.label)]")
            if let alert = field.alert { lines.append("! " + alert.text) }
        }
        return lines + [buttons.map { "<\($0.caption)>" }.joined(separator: " ")]
    }
}
