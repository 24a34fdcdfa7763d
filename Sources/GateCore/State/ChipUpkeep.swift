import GateModel
import GateSystem

/// A user's prints on one reader.
struct PrintHome: Hashable, Sendable {
    let reader: ReaderID
    let user: UserID
}

/// The work that remains at readers that store prints in their chip: prints to delete there, and prints that may have
/// vanished.
final class ChipUpkeep {
    // MARK: Prints to delete

    /// Readers whose chip may hold prints that are already deleted here. They are asked once they are free.
    private var untidy: Set<ReaderID> = []
    /// Timers that ask a reader again which did not delete, and the next pauses.
    private var tidyingTimers: [ReaderID: LoopTimer] = [:]
    private var tidyingPauses: [ReaderID: Duration] = [:]
    private static let firstTidyingPause: Duration = .seconds(1)
    private static let longestTidyingPause: Duration = .seconds(600)

    func tidyLater(_ reader: ReaderID) { untidy.insert(reader) }

    /// Whether the reader must be asked, now that it is free.
    func takeUntidy(_ reader: ReaderID) -> Bool { untidy.remove(reader) != nil }

    /// Asks a reader again which did not delete, by a timer that `timer` makes. The pauses grow.
    func askAgain(_ reader: ReaderID, _ timer: (Duration) -> LoopTimer) {
        guard tidyingTimers[reader] == nil else { return }
        let pause = tidyingPauses[reader, default: Self.firstTidyingPause]
        tidyingPauses[reader] = min(pause * 2, Self.longestTidyingPause)
        tidyingTimers[reader] = timer(pause)
    }

    func asksAgain(_ reader: ReaderID) { tidyingTimers[reader] = nil }

    // MARK: Prints that may have vanished

    /// Homes whose prints were found on the chip, and homes to look at.
    private var found: Set<PrintHome> = []
    private var unseen: Set<PrintHome> = []
    /// Timers that start a look after the reader's rest, and the running looks.
    private var restTimers: [ReaderID: LoopTimer] = [:]
    private var looks: [ReaderID: Task<Void, Never>] = [:]

    /// Takes in an event that a vanished print would explain.
    func doubt(_ home: PrintHome) { found.remove(home) }

    func isToBeLookedAt(_ home: PrintHome) -> Bool { !found.contains(home) }

    /// Schedules a look at the home's reader after its rest; `timer` is that rest's.
    func look(at home: PrintHome, afterRest timer: LoopTimer) {
        unseen.insert(home)
        restTimers[home.reader] = timer
    }

    func began(_ look: Task<Void, Never>, at reader: ReaderID) {
        restTimers[reader] = nil
        looks[reader] = look
    }

    /// A call wants the reader, so a look must not delay it.
    func wanted(_ reader: ReaderID) {
        restTimers.removeValue(forKey: reader)?.cancel()
        looks.removeValue(forKey: reader)?.cancel()
    }

    func homesToLookAt(on reader: ReaderID) -> [PrintHome] { unseen.filter { $0.reader == reader } }

    func looked(at home: PrintHome) {
        unseen.remove(home)
        found.insert(home)
    }

    /// Readers that reported an unknown finger since they were plugged in.
    private var missed: Set<ReaderID> = []

    /// Whether this is the reader's first miss since it was plugged in. If its storage is the daemon's alone, that is
    /// the time to look for vanished prints.
    func isFirstMiss(at reader: ReaderID) -> Bool { missed.insert(reader).inserted }

    // MARK: Plugging and unplugging

    func added(_ reader: ReaderID) { tidyingPauses[reader] = nil }

    func removed(_ reader: ReaderID) {
        found = found.filter { $0.reader != reader }
        missed.remove(reader)
    }
}
