import ArgumentParser
import BiometricGate
import GateModel
import GateSandbox
import GateSSH
import GateSystem
import Glibc

struct ShowSSHStatus: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "status", abstract: "Whether the agent answers, who finds it, and why it last refused.",
        discussion: "ssh itself says only: agent refused operation.")

    @Flag(help: "The last refusal alone; nothing if there was none.")
    var refusal = false

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let path = SSHAgentVariable.ownSocket(in: session.environment)
        let reason = AgentQuestion.answer(AgentRequest.lastRefusalMessage, at: path)
        let words = session.words
        if case .refusal(let text)? = reason, refusal {
            return text.isEmpty ? () : try session.print(words.sshLastRefusal(text))
        }
        guard !refusal else { return }
        guard case .refusal(let text)? = reason, case .identities(let keys)? = AgentQuestion.answer([11], at: path)
        else {
            throw .refused(words.sshNoAgent(path), .noDaemon)
        }
        try session.print(words.sshAgentAnswers(path: path, count: keys.count))
        try session.print(words.text(SSHAgentVariable(session.environment, own: path)))
        if !text.isEmpty { try session.print(words.sshLastRefusal(text)) }
    }
}

extension CommandWords {
    func text(_ variable: SSHAgentVariable) -> String {
        switch variable {
        case .own: sshVariableSet
        case .missing: sshVariableMissing
        case .forwarded(let path): sshVariableForwarded(path)
        case .other(let path, nil, nil): sshVariableDead(path)
        case .other(let path, nil, let file?): "\(sshVariableDead(path)) \(sshVariableSetIn(file))"
        case .other(let path, let program?, nil): sshVariableOther(program: program, path: path)
        case .other(let path, let program?, let file?):
            "\(sshVariableOther(program: program, path: path)) \(sshVariableSetIn(file))"
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
