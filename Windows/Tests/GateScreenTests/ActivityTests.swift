// The requests made in the user's name, as read from the journal and shown.

import GateGuidance
import GateModel
import GateScreen
import Testing

@Suite("Recent activity")
struct ActivityTests {
    private func entry(_ event: String, _ fields: [String: String] = [:]) -> String {
        let all = fields.merging(["BIOGATE_EVENT": event]) { old, _ in old }
        return "__CURSOR=x\n__REALTIME_TIMESTAMP=1700000000000000\n"
            + all.map { "\($0)=\($1)\n" }.sorted().joined() + "\n"
    }

    private func lines(_ text: String, in language: Language = .en) -> [String] {
        let state = SettingsState.sample(items: [.sample("github"), .sample("login", access: .login)])
        return Sheets(in: language).activity(.entries(ActivityEntry.read(Array(text.utf8))), user: "ada") {
            state.shownName(of: $0)
        } clock: { moment in
            #expect(moment.millisecondsSinceEpoch == 1_700_000_000_000)
            return LocalMoment(year: 2026, month: 3, day: 1, hour: 9, minute: 5)
        }.lines
    }

    private var opened: String {
        entry(
            "granted",
            [
                "BIOGATE_COMMAND": "gh", "BIOGATE_OPERATION": "retrieve", "BIOGATE_ITEM": "github",
                "BIOGATE_FACTOR": "fingerprint",
            ])
    }

    @Test("Recent activity names the program, its request and the result, in each language")
    func languages() {
        #expect(
            lines(opened) == [
                "Recent activity", "The newest comes first.",
                #"“gh” opened “github” | 1 Mar 2026, 09:05 · Allowed: fingerprint"#, "<Close>",
            ])
        #expect(
            lines(opened, in: .ko)[2]
                == #"“gh” 프로그램이 “github” 항목을 열었어요 | 2026년 3월 1일 09:05 · 허용됨: 지문"#)
        #expect(
            lines(opened, in: .nb)[2]
                == "«gh» åpnet «github» | 1. mars 2026 kl. 09.05 · Innvilget: fingeravtrykk")
    }

    @Test("Recent activity gives the reason of a refusal, if it has a name")
    func refused() {
        func line(_ error: String, _ more: [String: String] = [:]) -> String {
            let fields = ["BIOGATE_COMMAND": "gh", "BIOGATE_ERROR": "org.biometricgate.Gate.\(error)"]
            return lines(entry("denied", fields.merging(more) { old, _ in old }))[2]
        }
        #expect(
            line("AuthenticationFailed", ["BIOGATE_OPERATION": "authenticate"])
                == #"“gh” asked: Verify it’s you | 1 Mar 2026, 09:05 · Refused: No match"#)
        #expect(
            line("CredentialWrong", ["BIOGATE_FACTOR": "pin"])
                == #"“gh” wanted a change | 1 Mar 2026, 09:05 · Refused: That PIN did not match"#)
        #expect(line("NewError") == #"“gh” wanted a change | 1 Mar 2026, 09:05 · Refused"#)
    }

    @Test("Every event has words, in every language", arguments: Language.allCases)
    func events(language: Language) {
        for event in ActivityEntry.Event.allCases {
            let text = entry(event.rawValue, ["BIOGATE_COMMAND": "gh", "BIOGATE_ITEM": "github", "BIOGATE_COUNT": "7"])
            let shown = lines(text, in: language)
            #expect(shown.count == 4)
            #expect(!shown[2].contains(event.rawValue))
        }
        #expect(lines(entry("newEvent")).contains("No requests yet."))
    }

    @Test("A sandboxed app is named as by its sandbox, and a name cannot draw outside its line")
    func names() {
        let app = entry("pinSet", ["BIOGATE_COMMAND": "mail", "BIOGATE_APP": "flatpak:org.example.Mail"])
        #expect(lines(app)[2] == "The PIN was set | 1 Mar 2026, 09:05 · flatpak:org.example.Mail")
        let stored = entry("granted", ["BIOGATE_COMMAND": "a", "BIOGATE_OPERATION": "store", "BIOGATE_ITEM": "login"])
        #expect(lines(stored)[2].hasPrefix("“a” stored “Your account’s password” | "))
        let name = entry("itemDeleted", ["BIOGATE_COMMAND": "a\u{202E}b"])
        #expect(lines(name)[2] == "An item was removed | 1 Mar 2026, 09:05 · a\\u{202E}b")
    }

    @Test("A value that contains a line end is preceded by its length, and a truncated entry is left out")
    func binary() {
        let value = Array("a\nb".utf8)
        let length = [UInt8(value.count), 0, 0, 0, 0, 0, 0, 0]
        let field = Array("BIOGATE_COMMAND\n".utf8) + length + value + Array("\n".utf8)
        let head = Array("__REALTIME_TIMESTAMP=1000\nBIOGATE_EVENT=reset\n".utf8)
        let entries = ActivityEntry.read(head + field + Array("\n".utf8) + head)
        #expect(entries.map(\.program) == ["a\nb", nil])
        for end in 0..<(head.count + field.count) {
            #expect(ActivityEntry.read(Array((head + field)[..<end])).count <= 1)
        }
        #expect(ActivityEntry.read(Array("x\n".utf8) + [UInt8](repeating: 0xFF, count: 12)).isEmpty)
    }

    @Test("A user who may not read the journal learns what an administrator can do")
    func forbidden() {
        let clock: (WallTime) -> LocalMoment = { _ in LocalMoment(year: 1, month: 1, day: 1, hour: 1, minute: 1) }
        let screen = Sheets(in: .en).activity(.forbidden, user: "ada", shownName: \.rawValue, clock: clock)
        #expect(screen.lines[2] == "$ sudo usermod --append --groups systemd-journal ada")
        #expect(screen.spoken.contains("may not read") && screen.spoken.contains("systemd-journal ada"))
        #expect(Sheets(in: .en).activity(.noJournal, user: "ada", shownName: \.rawValue, clock: clock).lines.count == 3)
    }
}
