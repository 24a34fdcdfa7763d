import GateSandbox
import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import GateSystem

struct Run: CredentialCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a program that finds secrets in its environment, or in open files.",
        discussion: """
            One touch opens all items that allow reuse. A line's end behind a secret is left out of a variable. The \
            program takes this process's place. Ends with 127 where there is no such program, and with 126 where it cannot be \
            run. Example: biogate run --env GITHUB_TOKEN=github -- gh pr list.
            """)

    @OptionGroup var credential: CredentialOptions

    @Option(help: ArgumentHelp("A variable and its item: GITHUB_TOKEN=github.", valueName: "variable=item"))
    var env: [VariableBinding] = []

    @Option(
        help: ArgumentHelp(
            "A file number and its item: 3=cert, which the program reads once.", valueName: "number=item"))
    var fd: [DescriptorBinding] = []

    @Option(help: "On which reader, as `biogate readers` names it.")
    var reader: ReaderID?

    @Argument(parsing: .postTerminator, help: "Behind --, the program and its arguments.")
    var command: [String] = []

    @OptionGroup var options: GateOptions

    mutating func validate() throws {
        guard !command.isEmpty else { throw ValidationError("Name the program behind --.") }
        guard !env.isEmpty || !fd.isEmpty else { throw ValidationError("Name an item with --env or --fd.") }
        guard Set(env.map(\.variable)).count == env.count, Set(fd.map(\.number)).count == fd.count else {
            throw ValidationError("Each variable and each number can be bound once.")
        }
    }

    func run(_ session: Session) async throws(CommandFailure) {
        guard let path = session.environment.path(ofProgram: command[0]), SecretFile(path: path).exists else {
            throw .refused(session.words.noProgram(command[0]), .programNotFound)
        }
        guard session.environment.isExecutable(path) else {
            throw .refused(session.words.notExecutable(command[0]), .programNotExecutable)
        }
        var program = Program(
            path: path, arguments: OwnProcess.asGiven(command), environment: session.environment,
            signals: Signals.atStart)
        for binding in env {
            let secret = try await open(binding.item, session).withoutLineEnd()
            guard !secret.contains(0) else { throw .refused(session.words.notForVariable(binding.item), .usage) }
            program.bind(binding.variable, to: secret)
        }
        for binding in fd {
            let secret = try await open(binding.item, session)
            do throws(SystemCallFailure) {
                try program.bind(binding.number, to: secret)
            } catch {
                throw .system(error)
            }
        }
        session.finish()
        session.terminal?.showInput()
        let failure = program.execute()
        // The file exists: execve(2) misses the interpreter of its first line.
        if failure.isMissing && SecretFile(path: path).exists {
            throw .refused(session.words.noInterpreter(command[0]), .programNotExecutable)
        }
        throw .refused(failure.description, failure.isMissing ? .programNotFound : .programNotExecutable)
    }

    private func open(_ item: ItemName, _ session: Session) async throws(CommandFailure) -> SecretBytes {
        let program = command[0].split(separator: "/").last.map(String.init) ?? command[0]
        let reason = session.reason(nil, orElse: session.words.runReason(program))
        let known = try await session.lookAt(item, for: .retrieve)
        let item = try await session.resolved(item)
        let secret = try await session.ask(
            on: reader, reuse: .seconds(300), racing: known?.typedFactor, showing: .progress
        ) {
            client, credential, options, progress throws(GateClientError) in
            try await client.retrieve(
                item, reason: reason, credential: credential, options: options, progress: progress)
        }
        await session.suggestRenewal(of: known)
        return secret
    }
}

/// `GITHUB_TOKEN=github`: an environment variable and its item.
struct VariableBinding: ExpressibleByArgument, Hashable {
    let variable: String
    let item: ItemName

    init?(argument: String) {
        let found = ValueRule.variable.checked(argument) { binding($0).flatMap { $0.0.isEmpty ? nil : $0 } }
        guard let (variable, item) = found else { return nil }
        self.variable = variable
        self.item = item
    }
}

/// `3=cert`: a descriptor of the program and the item read from it.
struct DescriptorBinding: ExpressibleByArgument, Hashable {
    let number: Int32
    let item: ItemName

    init?(argument: String) {
        let found = ValueRule.descriptor.checked(argument) { argument -> (Int32, ItemName)? in
            // 0 to 2 are the program's own.
            guard let (left, item) = binding(argument), let number = Int32(left), (3...255).contains(number) else {
                return nil
            }
            return (number, item)
        }
        guard let (number, item) = found else { return nil }
        self.number = number
        self.item = item
    }
}

private func binding(_ argument: String) -> (String, ItemName)? {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let item = ItemName(String(parts[1])) else { return nil }
    return (String(parts[0]), item)
}
