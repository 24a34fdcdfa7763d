import ArgumentParser
import BiometricGate
import GateGuidance
import GateModel
import GateSystem
import GateWire
import Glibc

struct Doctor: GateCommand {
    static let configuration = CommandConfiguration(
        abstract: "What is wrong with the service, the reader or this machine, and the command that mends it.",
        discussion: """
            Looks at the socket, the service, its configuration, its data, your account, the reader, what fprintd has on its chip, the permissions, the TPM, PAM, \
            logind and ssh. Nothing secret is in what it says: paste it into a report. Exit status: 0 nothing is wrong, 10 no reader, 69 no service, 77 the \
            socket may not be used, 1 something else.
            """)

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        let machine = Machine.current()
        var report = await serviceReport(session)
        // The machine's setup does not concern a service of the user's own.
        let isOfSystem = session.client.socket == GateClient.systemSocket
        let isDown = report.findings.contains { $0.status == .noDaemon }
        if report.isServed, !report.isSealed { report.passwords = await passwords(session) }
        var findings = report.findings
        if isOfSystem {
            let configuration = await ServiceConfiguration.finding(in: .ofThisProcess())
            if isDown, let mask = machine.mask {
                findings = [.masked(mask)]
            } else if isDown, case .misconfigured = configuration {
                findings = []
            } else if isDown, let refusal = await ServiceStatus.refusal(in: .ofThisProcess()) {
                findings = [refusal]
            }
            if let configuration { findings.append(configuration) }
            let chips = Set(report.readers.filter { $0.matching == .onChip }.map(\.name))
            let fprintd = Fprintd(environment: .ofThisProcess())
            if !chips.isEmpty { findings += await fprintd.findings(on: chips) }
            findings += fprintd.fingersThatWait.map { [$0] } ?? []
            if report.isServed, !report.isSealed { findings += await loginFindings(session, report, fprintd) }
            findings += memoryFinding(session.client, on: machine) + machine.findings(behind: report)
        } else if report.passwords == .helperSilent {
            findings.append(.helperSilent)
        }
        if report.isServed, !report.isSealed, await hasSSHKey(session) {
            let own = SSHAgentVariable.ownSocket(in: session.environment)
            let variable = SSHAgentVariable(session.environment, own: own)
            let isSetUp = SSHConfigurationBlock.isIn("\(session.environment["HOME"] ?? "")/.ssh/config")
            if variable == .own || !isSetUp { findings.append(.sshVariable(variable)) }
        }
        for finding in findings {
            // A user's own command works with any service.
            let isOwn = [.account, .ssh].contains(finding.checkup)
            let command =
                isOfSystem || isOwn
                ? finding.command(
                    isPackaged: machine.isPackaged, state: machine.settings.stateDirectory) : nil
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

    /// The service's answers about itself and the caller.
    private func serviceReport(_ session: Session) async -> ServiceReport {
        let socket = session.client.socket
        do throws(SystemCallFailure) {
            _ = try Descriptor.connected(to: socket)
        } catch {
            if error.errno == EACCES { return ServiceReport([.socketForbidden]) }
            if session.isSocketNamed { return ServiceReport([.pathUnserved(socket)]) }
            return ServiceReport([error.isMissing ? .socketMissing : .nobodyListens])
        }
        switch await answer(session.client, in: session.words.language) {
        case .given(let version, let readers, let account):
            let own = Version.current
            let service: Finding = version == own ? .answers(version) : .otherVersion(version, own: own)
            // Without its root key, the service cannot list readers.
            let last = readers.map(reader)
            return ServiceReport([.served, service] + [account, last].compactMap { $0 }, readers: readers ?? [])
        case .missing(let finding):
            return ServiceReport([.served, finding == .silent && SystemUser.isCallerNameless ? .nameless : finding])
        }
    }

    /// Greeters that do not do what the caller's fingers and stored password are for, and readers that others' prints may
    /// fill.
    private func loginFindings(
        _ session: Session, _ report: ServiceReport, _ fprintd: Fprintd
    ) async -> [Finding] {
        let stacks = LoginStacks()
        guard let prints = try? await session.prints() else { return [] }
        let full = report.readers.filter { reader in
            reader.matching == .onChip && !prints.contains { $0.reader == reader.id }
        }
        return full.map { .chipMayBeFull($0.name, $0.id) }
            + (!prints.isEmpty && fprintd.isOurs ? stacks.withoutFinger.map { [$0] } ?? [] : [])
            + (stacks.fingerFirst.map { [$0] } ?? [])
            + (await hasLoginItem(session) ? stacks.findings : [])
    }

    /// Whether the caller has stored a password that a touch at a login releases.
    private func hasLoginItem(_ session: Session) async -> Bool {
        let items = try? await session.items()
        return items?.contains { $0.access == .login && $0.state == .valid } == true
    }

    private func hasSSHKey(_ session: Session) async -> Bool {
        (try? await session.items())?.contains { SSHKey($0) != nil } == true
    }

    /// Why the caller's password is not checked; nil if it is.
    private func passwords(_ session: Session) async -> Finding? {
        guard let refusal = try? await session.refusal(of: .password), let error = refusal.gateError,
            let finding = Finding(refusal: error, words: ""), finding.checkup == .pam
        else { return nil }
        return finding
    }

    /// Looked up after an answer: until then, systemd listens.
    private func memoryFinding(_ client: GateClient, on machine: Machine) -> [Finding] {
        guard let connection = try? Descriptor.connected(to: client.socket),
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

    /// The service's answers, or why there are none.
    private enum Answer: Sendable {
        /// The version, the readers if listed, and a problem with the caller's account.
        case given(String, [Reader]?, Finding?)
        case missing(Finding)
    }

    private func answer(_ client: GateClient, in language: Language) async -> Answer {
        /// The answer, or the gate's refusal.
        @Sendable func told<Value>(
            _ call: @Sendable (GateClient) async throws(GateClientError) -> Value
        ) async throws(GateClientError) -> (Value?, GateClientError?) {
            do throws(GateClientError) {
                return (try await call(client), nil)
            } catch {
                guard error.gateError != nil else { throw error }
                return (nil, error)
            }
        }

        return await withTaskGroup(of: Answer.self) { group in
            group.addTask {
                do throws(GateClientError) {
                    let version = try await client.getInfo().version
                    let (readers, unserved) = try await told { client throws(GateClientError) in
                        try await client.listReaders()
                    }
                    // Without the root key, every call is refused with the reason.
                    if case .sealingUnavailable(let reason) = unserved?.gateError {
                        return .given(version, nil, .sealed(reason))
                    }
                    let (report, refusal) = try await told { client throws(GateClientError) in
                        try await client.availability()
                    }
                    let finding = refusal.flatMap { refusal in
                        refusal.gateError.flatMap { Finding(refusal: $0, words: refusal.explanation) }
                    }
                    guard finding == nil, let report, report.loginLockout != nil else {
                        return .given(version, readers, finding)
                    }
                    let settings = try await client.settings()
                    return .given(version, readers, Finding(locking: report, settings, in: language))
                } catch {
                    switch error.code {
                    case .untrusted: return .missing(.untrusted)
                    case .limitExceeded: return .missing(.connectionsTaken(error.explanation))
                    default: return .missing(.silent)
                    }
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

/// The service's answers about itself and the caller. The findings about the machine build on them.
struct ServiceReport {
    let findings: [Finding]
    let readers: [Reader]
    /// The service's answer about the caller's password; nil where the password can be checked.
    var passwords: Finding?

    init(_ findings: [Finding] = [], readers: [Reader] = [], passwords: Finding? = nil) {
        self.findings = findings
        self.readers = readers
        self.passwords = passwords
    }

    /// Whether a service answers.
    var isServed: Bool {
        findings.contains {
            switch $0 {
            case .answers, .otherVersion: true
            default: false
            }
        }
    }

    /// Whether it answers without its root key.
    var isSealed: Bool { findings.contains { if case .sealed = $0 { true } else { false } } }
}
