public import GateModel
import GateSystem

extension RunningProcess {
    /// The process that has this number now; nil if there is none.
    public init?(_ id: ProcessID) {
        guard let status = ProcessStatus(of: id) else { return nil }
        self = status.process
    }
}
