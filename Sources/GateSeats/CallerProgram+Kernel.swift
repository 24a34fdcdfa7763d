package import GateCore
package import GateModel
package import GatePolicy
package import GateSocket
package import GateSystem
import Glibc

/// Reads about the processes behind connections on its own thread, so that the loop does not wait for `/proc`.
package struct ProgramReader: Sendable {
    private let executor = BlockingExecutor(label: "biogate.callers")

    package init() {}

    package func program(behind client: ClientConnection) -> Pledge<CallerProgram> {
        let program = Pledge<CallerProgram>()
        Task(executorPreference: executor) { program.fulfil(.behind(client)) }
        return program
    }

    /// Where a process is that a trusted caller holds.
    package func place(of process: ProcessID) -> Pledge<CallerPlace> {
        let place = Pledge<CallerPlace>()
        Task(executorPreference: executor) {
            let group = readSmallFile("/proc/\(process)/cgroup").flatMap(ControlGroup.init(listed:))
            place.fulfil(group?.place ?? .unknown)
        }
        return place
    }

    /// The program for which a caller of that user says that it asks; nil unless it runs as that user.
    package func claimed(_ process: RunningProcess, by user: UserID) -> Pledge<ClaimedProgram?> {
        let program = Pledge<ClaimedProgram?>()
        Task(executorPreference: executor) { program.fulfil(ClaimedProgram(process, of: user)) }
        return program
    }
}

extension ClaimedProgram {
    fileprivate init?(_ process: RunningProcess, of user: UserID) {
        let executable = CallerProgram.target(of: "/proc/\(process.id)/exe")
        // Read last: if the number still has that start time, the file was that process's, too.
        guard let status = ProcessStatus(of: process.id), status.process == process, status.user == user else {
            return nil
        }
        self.init(process: process, command: status.command, executable: executable)
    }
}

extension CallerProgram {
    /// The kernel's data about a connection's process. The process number is trusted only while the process is held and
    /// alive.
    fileprivate static func behind(_ client: ClientConnection) -> CallerProgram {
        let directory = "/proc/\(client.peer.process)"
        let group = readSmallFile("\(directory)/cgroup").flatMap(ControlGroup.init(listed:))
        let program = CallerProgram(
            command: name(of: client.peer.process) ?? "unknown", executable: target(of: "\(directory)/exe"),
            unit: group?.unit, app: group?.app, place: group?.place ?? .unknown)
        // If the process has ended, its number may have been reused, and the data may be about another process.
        guard let process = client.process, isAlive(process) else { return .unknown }
        return program
    }

    /// The kernel keeps 15 bytes of a name; the rest is in the first argument, if that is the same name.
    private static func name(of process: ProcessID) -> String? {
        guard let name = readSmallFile("/proc/\(process)/comm") else { return nil }
        guard name.utf8.count == 15,
            let argument = readSmallFile("/proc/\(process)/cmdline")?.split(separator: "\0").first,
            let whole = argument.split(separator: "/").last, whole.hasPrefix(name), whole.utf8.count <= 255
        else { return name }
        return String(whole)
    }

    private static func isAlive(_ process: ProcessDescriptor) -> Bool {
        process.withDescriptor { descriptor in
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            // The pointer is to a local that lives during the call. A pidfd becomes readable when its process ends.
            return unsafe Glibc.poll(&poll, 1, 0) == 0
        }
    }

    fileprivate static func target(of link: String) -> String? {
        Descriptor.target(ofLink: link).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
