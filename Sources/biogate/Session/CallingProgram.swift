import GateModel
import GateSystem
import Glibc

/// Finds the program for which a command asks: the one a user would name, such as the terminal, `gh` or `make`.
struct CallingProgram {
    /// A process as the kernel describes it; nil if there is none.
    let status: (ProcessID) -> ProcessStatus?

    static let ofThisProcess = CallingProgram { ProcessStatus(of: $0) }.process(above: ProcessID(rawValue: getpid()))

    /// The nearest process above that one, of its user, that is neither a shell nor a program which only starts others;
    /// if all are, the nearest of them. A script's process has the script's name, and so is found.
    ///
    /// A service manager ends the search: the unit is shown to the user already.
    func process(above id: ProcessID) -> RunningProcess? {
        guard let own = status(id) else { return nil }
        var nearest: RunningProcess?
        var next = own.parent
        // A parent can end, and its number be used again, while the chain is read: the limit also ends a circle.
        for _ in 0..<Self.limit {
            guard next.rawValue > 1, let above = status(next), above.user == own.user else { break }
            guard !Self.managers.contains(above.command) else { break }
            guard Self.starters.contains(above.command) else { return above.process }
            nearest = nearest ?? above.process
            next = above.parent
        }
        return nearest
    }

    private static let limit = 64

    private static let managers: Set = ["(sd-pam)", "init", "systemd"]

    /// The kernel's names of shells, and of programs that run one other program.
    private static let starters: Set = [
        "ash", "bash", "busybox", "chrt", "csh", "dash", "env", "faketime", "fish", "flock", "ionice", "ksh", "mksh",
        "nice", "nohup", "nsenter", "nu", "parallel", "rbash", "runuser", "script", "setarch", "setpriv", "setsid",
        "sh",
        "stdbuf", "strace", "su", "sudo", "systemd-inhibit", "systemd-run", "taskset", "tcsh", "time", "timeout",
        "unshare", "watch", "xargs", "xonsh", "zsh", "biogate",
    ]
}
