import ArgumentParser
import BiometricGate
import GateModel
import GateSystem
import GateWire
import Glibc

struct Doctor: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "What is wrong with the service, the reader or this machine, and the command that mends it.",
        discussion: """
            Looks at the socket, the service, its configuration, the reader, what fprintd has on its chip, the permissions, the TPM, PAM and \
            logind. Nothing secret is in what it says: paste it into a report. Exit status: 0 nothing is wrong, 10 no reader, 69 no service, 77 the \
            socket may not be used, 1 something else.
            """)

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let machine = Machine.current()
        var (findings, readers) = await serviceFindings(session)
        let isDown = findings.contains { $0.status == .noDaemon }
        // A service of one's own has nothing to do with how the machine is set up.
        let isOfSystem = session.client.socket == GateClient.systemSocket
        if isOfSystem {
            let configuration = await ServiceConfiguration.finding(in: .ofThisProcess())
            if isDown && machine.isMasked {
                findings = [.masked]
            } else if isDown, case .misconfigured = configuration {
                findings = []
            }
            if let configuration { findings.append(configuration) }
            let chips = Set(readers.filter { $0.matching == .onChip }.map(\.name))
            if !chips.isEmpty { findings += await Fprintd(environment: .ofThisProcess()).findings(on: chips) }
            findings += memoryFinding(session.client, on: machine) + machine.findings()
        }
        for finding in findings {
            let command = isOfSystem ? finding.command(isPackaged: machine.isPackaged) : nil
            let text = session.words.text(finding)
            var wire: WireObject = [
                "checkup": .string(finding.checkup.rawValue), "weight": .string(finding.weight.rawValue),
                "text": .string(text),
            ]
            wire.append("command", command)
            try session.emit(.reply(["finding": .object(wire)]))
            try session.print("\(session.words.weight(finding.weight)) \(finding.checkup.rawValue): \(text)")
            if let command { try session.print("    \(command)") }
        }
        guard let first = findings.first(where: { $0.weight == .wrong }) else { return }
        throw .refused(session.words.mendFirst, isDown ? .noDaemon : first.status)
    }

    /// What there is to say of the service, and the readers that it has.
    private func serviceFindings(_ session: Session) async -> ([Finding], [Reader]) {
        let socket = session.client.socket
        do throws(SystemCallFailure) {
            _ = try LocalSocket.connection(to: socket)
        } catch {
            if error.errno == EACCES { return ([.socketForbidden], []) }
            if session.isSocketNamed { return ([.pathUnserved(socket)], []) }
            return ([error.isMissing ? .socketMissing : .nobodyListens], [])
        }
        switch await answer(session.client) {
        case .given(let info, let readers):
            let own = Biogate.configuration.version
            let service: Finding =
                info.version == own ? .answers(info.version) : .otherVersion(info.version, own: own)
            return ([.served, service, reader(readers)], readers)
        case .missing(let finding):
            return ([.served, finding == .silent && SystemUser.isCallerNameless ? .nameless : finding], [])
        }
    }

    /// Looked up once it has answered: until then, systemd listens.
    private func memoryFinding(_ client: GateClient, on machine: Machine) -> [Finding] {
        guard let connection = try? LocalSocket.connection(to: client.socket),
            let listener = Peer(socket: connection.number),
            let finding = machine.memory(of: listener.process.rawValue)
        else { return [] }
        return [finding]
    }

    private func reader(_ readers: [Reader]) -> Finding {
        if let reader = readers.first(where: { $0.state == .faulted }) {
            return .readerFaulted(reader.name, driver: reader.driver)
        }
        if let reader = readers.first(where: { $0.state == .inUse }) { return .readerInUse(reader.name) }
        return readers.isEmpty ? .noReader : .readers(readers.map(\.name))
    }

    /// What the service says of itself, or why it says nothing.
    private enum Report: Sendable {
        case given(ServiceInfo, [Reader])
        case missing(Finding)
    }

    private func answer(_ client: GateClient) async -> Report {
        await withTaskGroup(of: Report.self) { group in
            group.addTask {
                do throws(GateClientError) {
                    return .given(try await client.getInfo(), try await client.listReaders())
                } catch {
                    return .missing(error.code == .untrusted ? .untrusted : .silent)
                }
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(5))
                return .missing(.silent)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .missing(.silent)
        }
    }
}
