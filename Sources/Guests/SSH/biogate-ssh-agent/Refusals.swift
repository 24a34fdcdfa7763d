import GateModel
import GateSSH
import Glibc
import Synchronization

/// The reasons for refusals, which ssh does not show: they go to the journal, and the last ones to `biogate ssh status`.
final class Refusals: Sendable {
    private struct Note {
        let refusal: AgentRefusal
        /// The process that asked, and the one that started it.
        let processes: [Int32]
    }

    private static let limit = 16

    private let notes = Mutex<[Note]>([])

    /// The newest first. With a process, only those of itself or of a process that it started.
    func all(of process: Int32?) -> [AgentRefusal] {
        notes.withLock { notes in
            notes.reversed().filter { note in process.map(note.processes.contains) ?? true }.map(\.refusal)
        }
    }

    func note(_ reason: String, of asking: AskingProcess?) {
        let refusal = AgentRefusal(reason: reason, seconds: UInt64(max(0, time(nil))))
        let processes = asking.map { [$0.id.id.rawValue, $0.parent] } ?? []
        let isNew = notes.withLock { notes in
            // A program that asks again and again does not push out the others.
            let isNew = notes.last?.refusal.reason != reason
            if !isNew { notes.removeLast() }
            notes.append(Note(refusal: refusal, processes: processes))
            if notes.count > Self.limit { notes.removeFirst() }
            return isNew
        }
        if isNew { journal(reason) }
    }
}
