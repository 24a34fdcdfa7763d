/// A process by its number and the time it started, so that a later process of the same number is not taken for it.
public struct RunningProcess: Hashable, Sendable {
    public let id: ProcessID
    /// In the kernel's clock ticks since the machine started: field 22 of `/proc/PID/stat`.
    public let startTime: UInt64

    public init(id: ProcessID, startTime: UInt64) {
        self.id = id
        self.startTime = startTime
    }
}

/// The program for which another one says that it asks.
///
/// The asking program chose it among the user's processes: this is for showing as a claim, never for trust.
public struct ClaimedProgram: Hashable, Sendable {
    public let process: RunningProcess
    /// The process's name in the kernel, at most 15 bytes.
    public let command: String
    /// Nil if the daemon may not read it.
    public let executable: String?

    public init(process: RunningProcess, command: String, executable: String?) {
        self.process = process
        self.command = command
        self.executable = executable
    }

    /// How many bytes of a name the kernel keeps.
    private static let longest = 15

    /// The process's name, not cut where it is that of its program's file. A script's process has the script's name.
    ///
    /// - Parameter executable: the path of the file, which the user's own programs can read.
    public func name(of executable: String?) -> String {
        guard command.utf8.count == Self.longest, let file = executable?.split(separator: "/").last,
            file.utf8.starts(with: command.utf8)
        else {
            return command
        }
        return String(file)
    }
}
