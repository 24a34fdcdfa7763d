public import GateModel

extension RunningProcess {
    /// The contract's form.
    public var wire: WireObject {
        ["processId": .integer(Int64(id.rawValue)), "startTime": .integer(Int64(clamping: startTime))]
    }
}

extension ClaimedProgram {
    /// The contract's form.
    public var wire: WireObject {
        WireObject(present: [
            "processId": .integer(Int64(process.id.rawValue)),
            "startTime": .integer(Int64(clamping: process.startTime)), "command": .string(command),
            "executable": .text(executable),
        ])
    }

    /// Nil if a member is missing.
    public init?(wire: WireObject) {
        guard let id = wire["processId"]?.integerValue.flatMap(Int32.init(exactly:)),
            let startTime = wire["startTime"]?.integerValue.flatMap(UInt64.init(exactly:)),
            let command = wire.text("command")
        else { return nil }
        self.init(
            process: RunningProcess(id: ProcessID(rawValue: id), startTime: startTime), command: command,
            executable: wire.text("executable"))
    }
}
