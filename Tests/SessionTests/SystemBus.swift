import Glibc

/// A message bus and a logind, where a daemon under test looks for them.
final class SystemBus {
    private let directory: String
    private let path: String
    private var bus: ChildProcess?
    private var logind: ChildProcess?
    private var control: Descriptor?
    private var said: [UInt8] = []

    private var errors: String { "\(directory)/bus-errors" }

    init(of daemon: DaemonUnderTest) {
        directory = daemon.directory
        path = daemon.busPath
    }

    /// Starts both.
    func start() throws {
        try startBus()
        try startLogind()
    }

    func startBus() throws {
        let configuration = "\(directory)/bus.conf"
        let text = """
            <busconfig>
              <type>system</type>
              <listen>unix:path=\(path)</listen>
              <auth>EXTERNAL</auth>
              <policy context="default">
                <allow user="*"/>
                <allow own="*"/>
                <allow send_destination="*"/>
                <allow receive_sender="*"/>
              </policy>
            </busconfig>
            """
        try Files.write(Array(text.utf8), to: configuration)
        unlink(path)
        let (near, far) = try Descriptor.socketPair()
        bus = try ChildProcess(
            ["dbus-daemon", "--config-file=\(configuration)", "--nofork", "--nopidfile", "--print-address=1"],
            environment: Python.environment, errors: errors, standard: far)
        // It prints its address once it listens.
        guard try Descriptor.firstReady(of: [near]) != nil, try !near.read().isEmpty else {
            throw HarnessFailure("the bus does not listen: \(Files.text(errors))")
        }
    }

    func startLogind() throws {
        let (near, far) = try Descriptor.socketPair()
        control = near
        said = []
        let directory = #filePath.split(separator: "/").dropLast().joined(separator: "/")
        logind = try ChildProcess(
            [Python.interpreter, "/\(directory)/Mocks/logind.py", "unix:path=\(path)"],
            environment: Python.environment, errors: errors, standard: far)
        try hear("ready")
    }

    /// Kills the bus, and with it all connections.
    func stopBus() throws {
        logind = nil
        bus?.signal(SIGKILL)
        _ = try bus?.ending()
        bus = nil
    }

    /// Kills logind; the bus stays.
    func stopLogind() throws {
        logind?.signal(SIGKILL)
        _ = try logind?.ending()
        logind = nil
    }

    /// Makes an event happen: `sleep true`, `lock u1000`.
    func tell(_ line: String) throws {
        try control?.write(Array("\(line)\n".utf8))
    }

    /// Waits until logind reports this, which must be its next report.
    func hear(_ line: String) throws {
        guard let control else { throw HarnessFailure("there is no logind") }
        while true {
            if let end = said.firstIndex(of: UInt8(ascii: "\n")) {
                let next = String(decoding: said[..<end], as: UTF8.self)
                said.removeSubrange(...end)
                guard next == line else { throw HarnessFailure("logind said \(next), not \(line)") }
                return
            }
            guard try Descriptor.firstReady(of: [control]) != nil else {
                throw HarnessFailure("logind does not say \(line)")
            }
            let bytes = try control.read()
            guard !bytes.isEmpty else { throw HarnessFailure("logind ended: \(Files.text(errors))") }
            said += bytes
        }
    }
}
