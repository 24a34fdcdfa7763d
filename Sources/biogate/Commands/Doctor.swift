import ArgumentParser
import BiometricGate
import GateModel
import GateWire
import Glibc

struct Doctor: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "What is wrong with the service, the reader or this machine, and the command that mends it.",
        discussion: """
            Looks at the socket, the service, the reader, what fprintd has on its chip, the permissions, the TPM, PAM and \
            logind. Nothing secret is in what it says: paste it into a report. Exit status: 0 nothing is wrong, 10 no reader, 69 no service, 77 the \
            socket may not be used, 1 something else.
            """)

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let machine = Machine.current()
        var (findings, readers) = await serviceFindings(session)
        // A service of one's own has nothing to do with how the machine is set up.
        if session.client.socket == GateClient.systemSocket {
            if findings.contains(where: { $0.status == .noDaemon }) && machine.isMasked { findings = [.masked] }
            let chips = Set(readers.filter { $0.matching == .onChip }.map(\.name))
            if !chips.isEmpty { findings += await Fprintd(environment: .ofThisProcess()).findings(on: chips) }
            findings += machine.findings()
        }
        for finding in findings {
            let command = finding.command(isPackaged: machine.isPackaged)
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
        throw .refused(session.words.mendFirst, first.status)
    }

    /// What there is to say of the service, and the readers that it has.
    private func serviceFindings(_ session: Session) async -> ([Finding], [Reader]) {
        let socket = session.client.socket
        do throws(SystemCallFailure) {
            _ = try LocalSocket.connection(to: socket)
        } catch {
            return ([error.errno == EACCES ? .socketForbidden : error.isMissing ? .socketMissing : .nobodyListens], [])
        }
        guard let (info, readers) = await answers(session.client) else { return ([.served, .silent], []) }
        let own = Biogate.configuration.version
        let service: Finding = info.version == own ? .answers(info.version) : .otherVersion(info.version, own: own)
        return ([.served, service, reader(readers)], readers)
    }

    private func reader(_ readers: [Reader]) -> Finding {
        if let reader = readers.first(where: { $0.state == .faulted }) { return .readerFaulted(reader.name) }
        if let reader = readers.first(where: { $0.state == .inUse }) { return .readerInUse(reader.name) }
        return readers.isEmpty ? .noReader : .readers(readers.map(\.name))
    }

    /// What the service says of itself; nil where it does not within five seconds.
    private func answers(_ client: GateClient) async -> (ServiceInfo, [Reader])? {
        await withTaskGroup(of: (ServiceInfo, [Reader])?.self) { group in
            group.addTask {
                guard let info = try? await client.getInfo(), let readers = try? await client.listReaders() else {
                    return nil
                }
                return (info, readers)
            }
            group.addTask {
                try? await Task.sleep(for: .seconds(5))
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
    }
}
