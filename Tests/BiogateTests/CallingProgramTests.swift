import GateModel
import GateSystem
import Testing

@testable import biogate

@Suite("The program for which a command asks")
struct CallingProgramTests {
    /// The name of the one that is found, by the names from the command's parent upwards; number 1 is the first process.
    private func found(_ names: [String], users: [Int: UInt32] = [:]) -> String? {
        // The command is number 100, its parent 99, and so on.
        func status(_ id: ProcessID) -> ProcessStatus? {
            let place = 99 - Int(id.rawValue)
            guard place >= -1, place < names.count else { return nil }
            let parent = place == names.count - 1 ? 1 : Int(id.rawValue) - 1
            let name = place == -1 ? "biogate" : names[place]
            let user = users[place] ?? 1000
            return ProcessStatus(
                id, stat: Array("\(id) (\(name)) S \(parent) 1 1 0 0 0 0 0 0 0 0 0 0 0 20 0 1 0 \(id) 0".utf8),
                status: Array("Uid:\t\(user)\t\(user)\n".utf8))
        }
        return CallingProgram(status: status).process(above: ProcessID(rawValue: 100)).map { process in
            names[99 - Int(process.id.rawValue)]
        }
    }

    @Test("A program that runs the command through a shell is named, not the shell")
    func throughShell() {
        #expect(found(["sh", "gh", "bash", "gnome-terminal-", "systemd"]) == "gh")
        #expect(found(["sh", "make", "zsh", "konsole"]) == "make")
        #expect(found(["python3", "bash", "foot"]) == "python3")
        #expect(found(["deploy.sh", "bash", "foot"]) == "deploy.sh")
    }

    @Test("A command that was typed is asked for by the terminal, behind whatever started it")
    func typed() {
        #expect(found(["bash", "gnome-terminal-", "systemd"]) == "gnome-terminal-")
        #expect(found(["timeout", "env", "fish", "tmux: server", "systemd"]) == "tmux: server")
        #expect(found(["biogate", "zsh", "sshd"]) == "sshd")
    }

    @Test("Without another program, the shell is named: at a console, and below another user's program")
    func shellOnly() {
        #expect(found(["bash", "login"], users: [1: 0]) == "bash")
        #expect(found(["sh", "bash"]) == "sh")
        #expect(found(["bash", "systemd"]) == "bash")
    }

    @Test("A service manager and another user's program are not named")
    func nobody() {
        #expect(found(["systemd"]) == nil)
        #expect(found(["cron"], users: [0: 0]) == nil)
        #expect(found([]) == nil)
    }
}
