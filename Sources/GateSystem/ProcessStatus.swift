package import GateModel
internal import Glibc

/// The facts about a process that the kernel tells every user.
package struct ProcessStatus: Hashable, Sendable {
    package let process: RunningProcess
    /// The process's name, at most 15 bytes.
    package let command: String
    package let parent: ProcessID
    /// The user whose rights it has.
    package let user: UserID

    /// Nil if there is no such process.
    package init?(of id: ProcessID) {
        guard let status = Self.beginning(of: "/proc/\(id)/status"), let stat = Self.beginning(of: "/proc/\(id)/stat"),
            let read = ProcessStatus(id, stat: stat, status: status)
        else { return nil }
        self = read
    }

    /// - Parameters:
    /// - stat: the content of `/proc/PID/stat`; the name in parentheses may itself have spaces, parentheses and newlines.
    /// - status: the beginning of `/proc/PID/status`.
    package init?(_ id: ProcessID, stat: [UInt8], status: [UInt8]) {
        guard let open = stat.firstIndex(of: UInt8(ascii: "(")), let close = stat.lastIndex(of: UInt8(ascii: ")")),
            open < close
        else { return nil }
        // The third field of proc_pid_stat(5) is the first one here.
        let fields = stat[close...].dropFirst().split(separator: UInt8(ascii: " "))
        guard fields.count > 19, let parent = Int32(Self.text(fields[1])),
            let startTime = UInt64(Self.text(fields[19])),
            let user = Self.effectiveUser(status)
        else { return nil }
        process = RunningProcess(id: id, startTime: startTime)
        command = Self.text(stat[open..<close].dropFirst())
        self.parent = ProcessID(rawValue: parent)
        self.user = user
    }

    /// The second number behind `Uid:`.
    private static func effectiveUser(_ status: [UInt8]) -> UserID? {
        for line in status.split(separator: UInt8(ascii: "\n")) where line.starts(with: "Uid:".utf8) {
            let numbers = line.split { $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") }
            return numbers.count > 2 ? UInt32(text(numbers[2])).map(UserID.init(rawValue:)) : nil
        }
        return nil
    }

    /// Enough for the lines before the supplementary groups, of which a user may have thousands.
    private static func beginning(of path: String) -> [UInt8]? {
        try? Descriptor.open(path, O_RDONLY).readBeginning(2048)
    }

    private static func text(_ bytes: some Sequence<UInt8>) -> String { String(decoding: Array(bytes), as: UTF8.self) }
}
