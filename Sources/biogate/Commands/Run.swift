import ArgumentParser
import BiometricGate
import GateModel
import GateSecret
import GateSystem
import Glibc

struct Run: CredentialCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a program that finds secrets in its environment, or in open files.",
        discussion: """
            One touch opens all items, but for those stored with --alone. A line's end behind a secret is left out of a \
            variable. The program takes this process's place. Ends with 127 where there is no such program, and with \
            126 where it cannot be run. Example: biogate run --env GITHUB_TOKEN=github -- gh pr list.
            """)

    @OptionGroup var credential: CredentialOptions

    @Option(help: ArgumentHelp("A variable and its item: GITHUB_TOKEN=github.", valueName: "variable=item"))
    var env: [VariableBinding] = []

    @Option(
        help: ArgumentHelp(
            "A file of NAME=value lines; NAME=biogate://ITEM is a stored item (percent-encoded).", valueName: "file"),
        transform: ValueRule.path.text)
    var envFile: [String] = []

    @Option(
        help: ArgumentHelp(
            "An item that holds NAME=value lines; other options' variables come before these.", valueName: "item"))
    var envFrom: [ItemName] = []

    @Option(help: ArgumentHelp("A variable of an env file that changes how programs run: PATH.", valueName: "variable"))
    var allow: [String] = []

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
        guard !env.isEmpty || !fd.isEmpty || !envFile.isEmpty || !envFrom.isEmpty else {
            throw ValidationError("Name an item with --env, --env-file, --env-from or --fd.")
        }
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
        // Read before the touch, so that a mistake in them costs none.
        let (bindings, plain) = try filed(session)
        for (name, value) in plain { program.set(name, value) }
        let items = bindings.map(\.item) + envFrom + fd.map(\.item)
        let secrets = items.isEmpty ? [:] : try await open(items, session)
        for (name, value) in try await stored(secrets, session)
        where plain[name] == nil && !bindings.contains(where: { $0.variable == name }) {
            program.bind(name, to: unsafe SecretBytes(count: 0) { _ in }.followed(by: Array(value.utf8)))
        }
        for binding in bindings {
            let secret = try await session.secret(of: binding.item, in: secrets).withoutLineEnd()
            guard !secret.contains(0) else { throw .refused(session.words.notForVariable(binding.item), .usage) }
            program.bind(binding.variable, to: secret)
        }
        for binding in fd {
            let secret = try await session.secret(of: binding.item, in: secrets)
            do throws(SystemCallFailure) {
                try program.bind(binding.number, to: secret)
            } catch {
                throw .system(error)
            }
        }
        await session.suggestRenewal(of: items)
        session.finish()
        session.terminal?.showInput()
        let failure = program.execute()
        // The file exists: execve(2) misses the interpreter of its first line.
        if failure.isMissing && SecretFile(path: path).exists {
            throw .refused(session.words.noInterpreter(command[0]), .programNotExecutable)
        }
        throw .refused(failure.description, failure.isMissing ? .programNotFound : .programNotExecutable)
    }

    /// The items of the env files and of `--env`, and the files' plain variables. A later file, and `--env`, take the
    /// place of an earlier line.
    private func filed(
        _ session: Session
    ) throws(CommandFailure) -> (bindings: [VariableBinding], plain: [String: String]) {
        var bindings: [VariableBinding] = []
        var plain: [String: String] = [:]
        for path in envFile {
            let bytes: [UInt8]
            do throws(SystemCallFailure) {
                bytes = try Descriptor.open(path, O_RDONLY | O_CLOEXEC).readAll()
            } catch {
                throw .system(error)
            }
            for (name, value) in try variables(bytes, of: path, session) {
                bindings.removeAll { $0.variable == name }
                plain[name] = nil
                switch value {
                case .plain(let text): plain[name] = text
                case .item(let item): bindings.append(VariableBinding(name, item))
                }
            }
        }
        bindings.removeAll { binding in env.contains { $0.variable == binding.variable } }
        return (bindings + env, plain.filter { name, _ in !env.contains { $0.variable == name } })
    }

    /// The variables of `--env-from`. The copies that these texts are go with this process's memory.
    private func stored(
        _ secrets: [ItemName: HeldSecret], _ session: Session
    ) async throws(CommandFailure) -> [String: String] {
        var variables: [String: String] = [:]
        for item in envFrom {
            let secret = try await session.secret(of: item, in: secrets)
            let bytes = unsafe secret.withBytes { unsafe Array($0) }
            for (name, value) in try self.variables(bytes, of: item.rawValue, session) {
                // Another touch would be needed for what a stored file refers to.
                guard case .plain(let text) = value else {
                    throw .refused(session.words.storedReference(variable: name, item), .usage)
                }
                variables[name] = text
            }
        }
        return variables
    }

    private func variables(
        _ bytes: [UInt8], of path: String, _ session: Session
    ) throws(CommandFailure) -> [(name: String, value: EnvFile.Value)] {
        do throws(EnvFile.Fault) {
            return try EnvFile(bytes, allowing: Set(allow)).variables
        } catch {
            switch error {
            case .line(let number): throw .refused(session.words.noEnvLine(number: number, path: path), .usage)
            case .reserved(let name): throw .refused(session.words.reservedVariable(name), .usage)
            }
        }
    }

    private func open(_ items: [ItemName], _ session: Session) async throws(CommandFailure) -> [ItemName: HeldSecret] {
        let program = command[0].split(separator: "/").last.map(String.init) ?? command[0]
        let reason = session.reason(nil, orElse: session.words.runReason(program))
        return try await session.open(items, reason: reason, on: reader, reuse: .seconds(300), showing: .progress)
    }
}

/// `GITHUB_TOKEN=github`: an environment variable and its item.
struct VariableBinding: ExpressibleByArgument, Hashable {
    let variable: String
    let item: ItemName

    init(_ variable: String, _ item: ItemName) {
        self.variable = variable
        self.item = item
    }

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
