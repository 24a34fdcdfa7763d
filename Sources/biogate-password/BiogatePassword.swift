import CGateShims
import Glibc

/// The password helper: answers one question of the daemon on the socket at its standard input, and ends.
///
///     biogate-password [--service NAME] [--client USER]
@main
struct BiogatePassword {
    static func main() {
        guard let options = Options(CommandLine.arguments.dropFirst()) else { exit(EX_USAGE) }
        // With a set-user-ID bit, every user could pose as the client.
        guard getuid() == geteuid() else { exit(EX_NOPERM) }
        _ = gate_forbid_dumps()
        // Limits a hanging process; PAM's own delays after a wrong password are shorter.
        alarm(30)
        guard options.isClient(of: STDIN_FILENO) else { exit(EX_NOPERM) }
        guard let question = PasswordQuestion(from: STDIN_FILENO) else { exit(EX_DATAERR) }
        let (answer, digest) = answer(question, options)
        answer.send(digest, to: STDIN_FILENO)
    }

    private static func answer(
        _ question: borrowing PasswordQuestion, _ options: Options
    ) -> (PasswordAnswer, digest: [UInt8]) {
        switch SystemPassword.search(service: options.service, number: question.user) {
        case .nobody: return (.no, [])
        case .unreadable: return (.unavailable, [])
        case .found(let account):
            switch question.kind {
            case .exists: return (account.exists, [])
            case .check: return (account.check(question.password), [])
            case .digest: return account.digest(under: question.password)
            }
        }
    }
}

/// The account that may ask, and the PAM service.
private struct Options {
    private(set) var service = "biogate"
    /// The daemon's account; without it, this process's own.
    private var client: String?

    init?(_ arguments: ArraySlice<String>) {
        var rest = arguments
        while let name = rest.popFirst() {
            guard let value = rest.popFirst() else { return nil }
            switch name {
            case "--service": service = value
            case "--client": client = value
            default: return nil
            }
        }
    }

    /// Whether the peer of a socket is the daemon (`SO_PEERCRED`).
    func isClient(of socket: Int32) -> Bool {
        var user: uid_t = 0
        var process: pid_t = 0
        // Both pointers are to locals (getsockopt(2)).
        guard unsafe gate_peer_credentials(socket, &user, &process) == 0 else { return false }
        guard let client else { return user == geteuid() }
        guard let entry = unsafe getpwnam(client) else { return false }
        return unsafe user == entry.pointee.pw_uid
    }
}
