import ArgumentParser
import BiometricGate
import GateModel
import GateSSH
import GateSystem
import Glibc

struct ShowSSHStatus: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Whether the agent answers, who finds it, and why it last refused.",
        discussion: "ssh itself says only: agent refused operation.")

    @Flag(help: "The last refusal alone; nothing if there was none.")
    var refusal = false

    @Option(
        help: ArgumentHelp(
            "Only what was refused to this process, or to a program that it started.", valueName: "number"))
    var of: Int32?

    @OptionGroup var options: GateOptions

    /// The most refusals that are shown.
    private static let shown = 3

    func run(_ session: Session) async throws(CommandFailure) {
        let path = SSHAgentVariable.ownSocket(in: session.environment)
        let words = session.words
        let answer = AgentQuestion.answer(AgentRequest.refusalsMessage(of: of), at: path)
        guard !refusal else {
            if case .refusals(let refusals)? = answer, let last = refusals.first {
                try session.print(words.text(last))
            }
            return
        }
        guard case .refusals(let refusals)? = answer, case .identities(let keys)? = AgentQuestion.answer([11], at: path)
        else {
            throw .refused(words.sshNoAgent(path), .noDaemon)
        }
        try session.print(words.sshAgentAnswers(path: path, count: keys.count))
        try session.print(words.text(SSHAgentVariable(session.environment, own: path)))
        for refusal in refusals.prefix(Self.shown) { try session.print(words.text(refusal)) }
    }
}

extension CommandWords {
    func text(_ refusal: AgentRefusal) -> String {
        // The agent's word, which need not be a time.
        let seconds = Int64(clamping: min(refusal.seconds, UInt64(UInt32.max)))
        let time = LocalTime(WallTime(millisecondsSinceEpoch: seconds * 1000))
        return sshRefusal(time: time.clock, reason: refusal.reason)
    }

    func text(_ variable: SSHAgentVariable) -> String {
        switch variable {
        case .own: return sshVariableSet
        case .missing: return sshVariableMissing
        case .forwarded(let path): return sshVariableForwarded(path)
        case .other(let path, let listener, let file):
            let sentence =
                switch listener {
                case .none: sshVariableDead(path)
                case .named(let program): sshVariableOther(program: program, path: path)
                case .unnamed: sshVariableUnnamed(path)
                }
            return file.map { "\(sentence) \(sshVariableSetIn($0))" } ?? sentence
        }
    }
}

/// A question to an agent, on a connection of its own.
enum AgentQuestion {
    /// Nil if no agent answers.
    static func answer(_ message: [UInt8], at path: String) -> AgentAnswer? {
        guard let agent = try? Descriptor.connected(to: path),
            (try? agent.write(AgentFrameDecoder.frame(message))) != nil
        else { return nil }
        var decoder = AgentFrameDecoder()
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            // Room for what the call writes.
            let count = unsafe recv(agent.number, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            decoder.append(bytes.prefix(count))
            if let answer = try? decoder.next() { return try? AgentAnswer(answer) }
        }
    }
}
