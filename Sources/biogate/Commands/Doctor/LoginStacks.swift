import GateModel
import GateSystem
import Glibc

/// The PAM stacks of the greeters that are installed, as far as a touch logs in and opens the keyring by them.
///
/// Read as far as a line tells by itself: comments are left out, and included files are followed.
struct LoginStacks {
    /// The prefix of every path, for another system's files.
    var root = ""
    /// The caller, whose keyring may listen.
    var user = UserID(rawValue: getuid())

    /// Services that a person at a screen logs in by. `login` at a console has no keyring.
    private static let services = [
        "gdm-fingerprint", "sddm", "lightdm", "greetd", "plasmalogin", "cosmic-greeter",
    ]
    private static let console = "login"
    /// Programs in a session that ask for the password.
    private static let askers = ["sudo", "su", "polkit-1"]
    private static let keyrings = ["pam_gnome_keyring.so", "pam_kwallet"]
    private static let depth = 8

    /// The missing lines that keep a stored password from the keyring; empty if every greeter has its lines, or there is no
    /// greeter.
    var findings: [Finding] {
        let stacks = greeters
        let closed = stacks.filter { !names("pam_biogate_login.so", $0, in: .session) }
        let bare = stacks.filter { stack in
            !closed.contains(stack) && !Self.keyrings.contains { names($0, stack, in: .session) }
        }
        // The module opens a keyring that listens without a line of it.
        let isListening = listens
        return (closed.isEmpty ? [] : [.loginLineMissing(closed.joined(separator: ", "))])
            + (bare.isEmpty || isListening ? [] : [.keyringLineMissing(bare.joined(separator: ", "))])
    }

    /// Why greeters ask for no finger, or no login does; nil where each greeter that is installed asks.
    var withoutFinger: Finding? {
        let stacks = greeters.isEmpty ? [Self.console] : greeters
        let silent = stacks.filter { text($0) != nil && !asks($0) }
        guard isFingerModuleInstalled || (silent.isEmpty && isAnyAsking) else { return .fingerModuleMissing }
        return silent.isEmpty ? nil : .fingerLineMissing(silent.joined(separator: ", "))
    }

    /// Whether any login asks for a finger, at a greeter or a console.
    var isAnyAsking: Bool { (greeters + [Self.console]).contains(where: asks) }

    /// The programs whose prompt for the password or a finger stands behind a wait for the finger alone.
    var fingerFirst: Finding? {
        let waiting = (Self.askers + [Self.console] + greeters).filter { service in
            let lines = lines(of: service, in: .auth)
            guard let either = lines.firstIndex(where: { $0.contains(Self.either) }) else { return false }
            return lines[..<either].contains { $0.contains(Self.fingers) }
        }
        return waiting.isEmpty ? nil : .fingerFirst(waiting.joined(separator: ", "))
    }

    /// Whether the system's prompts for a password take a finger at the same prompt.
    var isEitherOn: Bool { names(Self.either, "common-auth", in: .auth) }

    /// Whether they can.
    var isEitherInstalled: Bool {
        let files = [Self.eitherProgram, "/usr/share/pam-configs/biogate-either", "/usr/sbin/pam-auth-update"]
        return isInstalled(Self.either) && files.allSatisfy(exists)
    }

    /// The package's program that turns it on or off.
    static let eitherProgram = "/usr/share/biogate-fprintd/either-profile"
    private static let fingers = "pam_fprintd.so"
    private static let either = "pam_biogate.so"

    private func asks(_ service: String) -> Bool {
        names(Self.either, service, in: .auth) || isFingerModuleInstalled && names(Self.fingers, service, in: .auth)
    }

    private var greeters: [String] { Self.services.filter { text($0) != nil } }

    private var isFingerModuleInstalled: Bool { isInstalled(Self.fingers) }

    /// Looks in the directories of PAM's modules on Debian, whose libraries are in one for each architecture, and elsewhere.
    private func isInstalled(_ module: String) -> Bool {
        ["/lib", "/usr/lib", "/lib64", "/usr/lib64"].contains { folder in
            let places = [""] + ((try? Descriptor.names(in: root + folder)) ?? []).filter { $0.contains("-linux-") }
            return places.contains { exists("\(folder)/\($0)/security/\(module)") }
        }
    }

    private func exists(_ path: String) -> Bool { unsafe access(root + path, F_OK) == 0 }

    private var listens: Bool {
        var found = stat()
        // The pointer is to a local (lstat(2)).
        let isThere = unsafe lstat("\(root)/run/user/\(user.rawValue)/keyring/control", &found) == 0
        return isThere && found.st_mode & S_IFMT == S_IFSOCK
    }

    private enum Kind: String { case auth, session }

    private func names(_ module: String, _ service: String, in kind: Kind) -> Bool {
        lines(of: service, in: kind).contains { $0.contains(module) }
    }

    /// The lines of a type, in their order.
    private func lines(of service: String, in kind: Kind, _ depth: Int = Self.depth) -> [Substring] {
        guard depth > 0, let text = text(service) else { return [] }
        return text.split(separator: "\n").flatMap { line in
            let line = line.prefix { $0 != "#" }
            let words = line.split(whereSeparator: \.isWhitespace)
            // A line of another type, such as that of common-password, does nothing for it.
            let isMeant = words.first.map { $0.drop { $0 == "-" } == kind.rawValue } == true
            guard let included = included(words, isMeant) else { return isMeant ? [line] : [] }
            return lines(of: String(included), in: kind, depth - 1)
        }
    }

    private func included(_ words: [Substring], _ isMeant: Bool) -> Substring? {
        if words.first == "@include" { return words.dropFirst().first }
        guard isMeant, words.count > 2, words[1] == "include" || words[1] == "substack" else { return nil }
        return words[2]
    }

    private func text(_ service: String) -> String? {
        guard !service.utf8.contains(0x2F),
            let bytes = try? Descriptor.open("\(root)/etc/pam.d/\(service)", O_RDONLY).readAll(atMost: 1 << 16)
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
