import GateModel
import GateSystem
import Glibc

/// The PAM stacks of the greeters that are installed, as far as a touch opens the keyring by them.
///
/// Read as far as a session line tells by itself: comments are left out, and included files are followed.
struct LoginStacks {
    /// The prefix of every path, for another system's files.
    var root = ""
    /// The caller, whose keyring may listen.
    var user = UserID(rawValue: getuid())

    /// Services that a person at a screen logs in by. `login` at a console has no keyring.
    private static let services = [
        "gdm-fingerprint", "sddm", "lightdm", "greetd", "plasmalogin", "cosmic-greeter",
    ]
    private static let keyrings = ["pam_gnome_keyring.so", "pam_kwallet"]
    private static let depth = 8

    /// The missing lines that keep a stored password from the keyring; empty if every greeter has its lines, or there is no
    /// greeter.
    var findings: [Finding] {
        let stacks = Self.services.filter { text($0) != nil }
        let closed = stacks.filter { !names("pam_biogate_login.so", $0, Self.depth) }
        let bare = stacks.filter { stack in
            !closed.contains(stack) && !Self.keyrings.contains { names($0, stack, Self.depth) }
        }
        // The module opens a keyring that listens without a line of it.
        let isListening = listens
        return (closed.isEmpty ? [] : [.loginLineMissing(closed.joined(separator: ", "))])
            + (bare.isEmpty || isListening ? [] : [.keyringLineMissing(bare.joined(separator: ", "))])
    }

    private var listens: Bool {
        var found = stat()
        // The pointer is to a local (lstat(2)).
        let isThere = unsafe lstat("\(root)/run/user/\(user.rawValue)/keyring/control", &found) == 0
        return isThere && found.st_mode & S_IFMT == S_IFSOCK
    }

    private func names(_ module: String, _ service: String, _ depth: Int) -> Bool {
        guard depth > 0, let text = text(service) else { return false }
        return text.split(separator: "\n").contains { line in
            let line = line.prefix { $0 != "#" }
            let words = line.split(whereSeparator: \.isWhitespace)
            // A line of another type, such as that of common-password, gives the keyring nothing at a login.
            let isSession = words.first == "session" || words.first == "-session"
            if isSession, line.contains(module) { return true }
            guard let included = included(words, isSession) else { return false }
            return names(module, String(included), depth - 1)
        }
    }

    private func included(_ words: [Substring], _ isSession: Bool) -> Substring? {
        if words.first == "@include" { return words.dropFirst().first }
        guard isSession, words.count > 2, words[1] == "include" || words[1] == "substack" else { return nil }
        return words[2]
    }

    private func text(_ service: String) -> String? {
        guard !service.utf8.contains(0x2F),
            let bytes = try? Descriptor.open("\(root)/etc/pam.d/\(service)", O_RDONLY).readAll(atMost: 1 << 16)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
