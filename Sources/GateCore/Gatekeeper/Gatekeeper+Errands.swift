import GateModel
import GateVault

/// Runs errands, each in a task of its own.
extension Gatekeeper: ErrandRunner {
    package nonisolated func run(_ errand: Errand) {
        Task(executorPreference: tasks) { await self.carryOut(errand) }
    }

    private func carryOut(_ errand: Errand) async {
        switch errand {
        case .workOff:
            await ledger.workOff()
            // A write that was reported as failed may have reached the disk.
            await records.follow()
        case .writeNotes: afterAnswer.writeNotes()
        case .learnPasswordFirst(let user, let question): await passwords.learnFirst(of: user, question)
        case .endFirstQuestion(let user, let question): passwords.endFirst(question, of: user)
        case .learnPasswordAgain(let user): await passwords.learnAgain(of: user)
        case .tidyUp(let reader): await tidyStorage(of: reader)
        case .reconcile(let reader):
            upkeep.began(
                Task.immediate(executorPreference: tasks) { await reconcile(reader) }, at: reader)
        case .leave(let departure):
            await departure.operation?.value
            turns.finish(departure)
        case .stopWaiting(let ticket): turns.stopWaiting(ticket)
        case .followSeats: seats.pauseOver()
        case .forgetOldTouches: loginTouches.forgetOld()
        case .wipeOldKeys: authentications.forgetOldKeys()
        case .stopAwaitingCalls: calls.noneWaits()
        }
    }

    private func tidyStorage(of reader: ReaderID) async {
        upkeep.asksAgain(reader)
        if let reader = readers[reader] { await prints.deleteWaitingCopies(on: reader) }
    }

    /// Finds prints that vanished from a reader's own storage, because another system or daemon deleted them.
    ///
    /// Listing takes up to half a second, so it never comes between a touch and its answer: it follows the first burst
    /// of use, and each burst with a scan that did not match.
    private func reconcile(_ id: ReaderID) async {
        guard let reader = readers[id], let ticket = turns.takeFree(id) else { return }
        defer { turns.leave(ticket, id) }
        for home in upkeep.homesToLookAt(on: id) {
            do throws(GateError) {
                try await prints.reconcile(try await users.account(home.user), with: reader)
                upkeep.looked(at: home)
            } catch {
                // An error is never a loss. The next burst tries again.
                audit.failedLater("comparing the prints with the reader's storage")
            }
        }
    }
}
