import GateModel
import GateSystem

/// A user's prints on one reader.
struct PrintHome: Hashable, Sendable {
    let reader: ReaderID
    let user: UserID
}

/// What is to be looked after at readers that keep prints on their chip: prints that are to be deleted there, and prints
/// that may have vanished from it.
final class ChipUpkeep {
    // MARK: Prints to delete

    /// Readers whose chip may hold prints that are deleted here already, to be asked once nobody has them.
    private var untidy: Set<ReaderID> = []
    /// When readers that did not delete are asked again, and after how long the next time.
    private var tidyingTimers: [ReaderID: LoopTimer] = [:]
    private var tidyingPauses: [ReaderID: Duration] = [:]
    private static let firstTidyingPause: Duration = .seconds(1)
    private static let longestTidyingPause: Duration = .seconds(600)

    func tidyLater(_ reader: ReaderID) { untidy.insert(reader) }

    /// Whether the reader is to be asked now that nobody has it.
    func takeUntidy(_ reader: ReaderID) -> Bool { untidy.remove(reader) != nil }

    /// A reader that did not delete is asked again, ever more rarely, by the timer that is made for the pause.
    func askAgain(_ reader: ReaderID, _ timer: (Duration) -> LoopTimer) {
        guard tidyingTimers[reader] == nil else { return }
        let pause = tidyingPauses[reader, default: Self.firstTidyingPause]
        tidyingPauses[reader] = min(pause * 2, Self.longestTidyingPause)
        tidyingTimers[reader] = timer(pause)
    }

    func asksAgain(_ reader: ReaderID) { tidyingTimers[reader] = nil }

    // MARK: Prints that may have vanished

    /// Homes whose prints were found to be there, and those that are still to be looked at.
    private var found: Set<PrintHome> = []
    private var unseen: Set<PrintHome> = []
    /// When readers that rest are looked at, and who does that.
    private var restTimers: [ReaderID: LoopTimer] = [:]
    private var looks: [ReaderID: Task<Void, Never>] = [:]

    /// Something was seen that a vanished print would explain.
    func doubt(_ home: PrintHome) { found.remove(home) }

    func isToBeLookedAt(_ home: PrintHome) -> Bool { !found.contains(home) }

    /// The timer is that of the reader's rest.
    func look(at home: PrintHome, afterRest timer: LoopTimer) {
        unseen.insert(home)
        restTimers[home.reader] = timer
    }

    func began(_ look: Task<Void, Never>, at reader: ReaderID) {
        restTimers[reader] = nil
        looks[reader] = look
    }

    /// Whoever wants the reader comes first.
    func wanted(_ reader: ReaderID) {
        restTimers.removeValue(forKey: reader)?.cancel()
        looks.removeValue(forKey: reader)?.cancel()
    }

    func homesToLookAt(on reader: ReaderID) -> [PrintHome] { unseen.filter { $0.reader == reader } }

    func looked(at home: PrintHome) {
        unseen.remove(home)
        found.insert(home)
    }

    /// Readers that have seen a finger which they do not know.
    private var missed: Set<ReaderID> = []

    /// Whether it is the first since the reader was plugged in, which is the time to look at its storage where that is ours.
    func isFirstMiss(at reader: ReaderID) -> Bool { missed.insert(reader).inserted }

    // MARK: Readers that come and go

    func added(_ reader: ReaderID) { tidyingPauses[reader] = nil }

    func removed(_ reader: ReaderID) {
        found = found.filter { $0.reader != reader }
        missed.remove(reader)
    }
}
