internal import GateSystem
internal import Glibc

/// Starts a sandbox's daemon. Each further start uses the same data.
struct Launch: Sendable {
    let kind: SandboxPlan.ReaderKind
    /// The daemon's socket.
    let gate: String
    private let arguments: [String]
    private let environment: ProcessEnvironment
    private let log: String

    init(
        _ program: String, _ plan: SandboxPlan, in directory: TemporaryDirectory, _ environment: ProcessEnvironment
    ) {
        kind = plan.kind
        gate = plan.socket ?? directory.file("gate")
        arguments =
            [
                program, "--config", directory.file("biogated.conf"), "--socket", gate,
                "--state-directory", directory.file("state"),
            ] + (plan.faceSocket.map { ["--face-socket", $0] } ?? [])
        log = directory.file("log")
        self.environment = Self.environment(plan, in: directory, environment)
    }

    private static func environment(
        _ plan: SandboxPlan, in directory: TemporaryDirectory, _ environment: ProcessEnvironment
    ) -> ProcessEnvironment {
        var environment = environment
        // Simulates no other reader, and uses none that is plugged in.
        for name in ["FP_VIRTUAL_DEVICE", "FP_VIRTUAL_DEVICE_STORAGE", "FP_VIRTUAL_DEVICE_STORAGE_NO_LIST"] {
            environment.remove(name)
        }
        for name in ["FP_VIRTUAL_IMAGE", "LISTEN_FDS", "LISTEN_PID", "WATCHDOG_USEC", "WATCHDOG_PID"] {
            environment.remove(name)
        }
        environment.set(plan.kind.rawValue, SandboxDaemon.readerSocket(in: directory.path))
        // The variable was renamed in libfprint 1.94.7.
        environment.set("FP_DRIVERS_WHITELIST", plan.kind.driver)
        environment.set("FP_DRIVERS_ALLOWLIST", plan.kind.driver)
        environment.set("DBUS_SYSTEM_BUS_ADDRESS", SandboxLogind.address(directory.file("bus")))
        environment.set("NOTIFY_SOCKET", directory.file("notify"))
        for variable in plan.variables { environment.set(variable.name, variable.value) }
        return environment
    }

    func start() throws(SystemCallFailure) -> ChildProcess {
        let log = try Descriptor.open(log, O_WRONLY | O_CREAT | O_APPEND)
        // Separate from the terminal's signals: the command must end before its daemon.
        return try .start(arguments[0], arguments, environment, isApart: true, output: log.number)
    }
}
