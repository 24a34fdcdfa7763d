// The questions before a change, and the results after it.

import GateGuidance
import GateModel
import GateScreen
import Testing

@Suite("What a change asks")
struct SheetsTests {
    private let sheets = Sheets(in: .en)
    private let cost = NamedCost(destroyed: ["bank"], needingRenewal: ["github", "mail"])

    @Test("Turning off names its cost, item by item, and Enter goes back")
    func turnOff() {
        let screen = sheets.confirm(.turnOff, cost)
        #expect(
            screen.lines == [
                "Turn off unlocking with fingerprint?",
                "Your fingerprint won’t open anything. Your fingers stay saved.",
                "This permanently deletes:", "• bank",
                "Before your fingerprint opens these again, enter your PIN or password once:", "• github", "• mail",
                "<Cancel> <Turn off>",
            ])
        #expect(screen.needsCare)
        #expect(screen.buttons.first?.purpose == .cancel)
        let nothing = NamedCost(destroyed: [], needingRenewal: [])
        #expect(sheets.confirm(.turnOff, nothing).lines.contains("Nothing stored will be lost."))
        // Red is for loss.
        let renewing = NamedCost(destroyed: [], needingRenewal: ["github"])
        #expect(!sheets.confirm(.addFinger("left thumb"), renewing).needsCare)
    }

    @Test("Every change can be cancelled, in every language", arguments: Language.allCases)
    func cancel(language: Language) {
        let sheets = Sheets(in: language)
        let changes: [CostlyChange] = [
            .turnOff, .addFinger("x"), .vouch("x"), .removeFinger("x"), .setPINByPassword, .removePIN, .removeItem("x"),
            .revokeAll, .erase,
        ]
        for change in changes {
            let screen = sheets.confirm(change, cost)
            #expect(screen.buttons.map(\.purpose) == [.cancel, .goOn])
            #expect(screen.needsCare)
            #expect(screen.spoken.contains("bank"))
        }
        #expect(sheets.welcome.buttons.map(\.purpose) == [.cancel, .goOn])
        #expect(sheets.turnOn.paragraphs.count == 4)
        #expect(!sheets.turnOn.needsCare)
    }

    @Test("Erasing everything names all of it, accepts only the password, and says so if there is none")
    func erase() {
        let state = SettingsState.sample(prints: [.sample(), .sample(.leftThumb, label: "Work")])
        #expect(state.everything == ["Right index finger", "Work", "PIN", "github"])
        #expect(SettingsState.sample(pinSet: false, prints: [], items: []).everything == [])
        let screen = sheets.confirm(.erase, NamedCost(destroyed: state.everything, needingRenewal: []))
        #expect(
            screen.lines == [
                "Erase everything?", "Then nothing about you is stored here, and apps have to sign you in again.",
                "This permanently deletes:", "• Right index finger", "• Work", "• PIN", "• github",
                "<Cancel> <Erase everything>",
            ])
        let asking = sheets.credential(.password, for: .erase, alternative: nil, alert: nil)
        #expect(
            asking.lines == [
                "Erase everything?", "This shows that it’s you, and not somebody at your unlocked computer.",
                "[password: Type your password]", "<Cancel> <Erase everything>",
            ])
        #expect(asking.needsCare)
        #expect(
            sheets.eraseRefused.lines == [
                "No password can be checked", "Only an administrator can erase what is stored here.", "<Close>",
            ])
    }

    @Test("Ten fingers are offered, five a hand, and those already added cannot be chosen")
    func fingers() {
        let screen = sheets.chooseFinger(taken: [.rightIndex], among: [.sample()])
        #expect(screen.readers.isEmpty)
        let several = sheets.chooseFinger(taken: [], among: [.sample("usb-1"), .sample("usb-2")])
        #expect(several.readersHeading == "Which reader?")
        #expect(several.readers.map(\.reader.rawValue) == ["usb-1", "usb-2"])
        #expect(screen.hands.map(\.heading) == ["Left hand", "Right hand"])
        // As on the back of both hands, from left to right.
        #expect(
            screen.hands.flatMap(\.choices).map(\.finger) == Finger.allCases.prefix(5).reversed()
                + Finger.allCases.suffix(5))
        #expect(
            screen.hands.last?.choices.prefix(2).map(\.title) == ["Right thumb", "Right index finger (added)"])
        #expect(screen.hands.flatMap(\.choices).filter { !$0.isFree }.map(\.finger) == [.rightIndex])
    }

    @Test("The PIN is asked for, and the password may be given instead")
    func credential() {
        let fault = sheets.alert("That PIN did not match.", number: 1)
        #expect(
            sheets.credential(.pin, for: .addFinger("left thumb"), alternative: .password, alert: fault).lines == [
                "Add left thumb", "This shows that it’s you, and not somebody at your unlocked computer.",
                "[pin: Type your PIN]", "! That PIN did not match.", "<Cancel> <Use password> <Continue>",
            ])
        #expect(
            sheets.credential(.password, for: .changePIN, alternative: nil, alert: nil).lines == [
                "Change the PIN", "This shows that it’s you, and not somebody at your unlocked computer.",
                "[password: Type your password]", "<Cancel> <Continue>",
            ])
    }

    @Test("The problem of a new PIN is shown at its field")
    func newPIN() {
        let screen = sheets.newPIN(
            isFirst: true, minimumLength: 6, .unacceptable(.tooShort, minimumLength: 6), number: 1)
        #expect(
            screen.lines.suffix(4) == [
                "[pin: New PIN]", "! Choose another PIN. Use at least 6 digits.", "[pin: Confirm PIN]",
                "<Cancel> <Set a PIN>",
            ])
        // The alert has the rule.
        #expect(screen.paragraphs.isEmpty)
        #expect(screen.announcement(after: nil, under: "") == "Choose another PIN. Use at least 6 digits.")
        let differing = sheets.newPIN(isFirst: false, minimumLength: 6, .different, number: 2)
        #expect(differing.fields.last?.alert?.text == "The PINs don’t match.")
        #expect(differing.announcement(after: screen, under: "") == "The PINs don’t match.")
    }

    @Test("Touches are counted, and a bad one says what to do")
    func touches() {
        var story = CallStory(in: .en)
        let heading = sheets.addingHeading(.leftThumb)
        #expect(sheets.touching(heading, story).instruction == "Getting the reader ready. One moment.")
        func take(_ progress: Progress) { story.report(progress, progress.message(in: .en)) }
        take(Progress(.waitingForFinger, stage: 0, stages: 5))
        let first = sheets.touching(heading, story)
        #expect(first.touches?.text == "0 of 5 touches")
        take(Progress(.stagePassed, stage: 2, stages: 5))
        take(Progress(.retry, hint: .notCentered))
        let second = sheets.touching(heading, story)
        #expect(second.touches?.done == 2)
        #expect(second.alert?.text == "Place your finger in the middle of the reader.")
        #expect(first.showsInstruction && !second.showsInstruction)
        #expect(second.announcement(after: first, under: "") == "Place your finger in the middle of the reader.")
        take(Progress(.stagePassed, stage: 3, stages: 5))
        #expect(sheets.touching(heading, story).alert == nil)
        #expect(sheets.touching(heading, story).announcement(after: second, under: "") == "3 of 5 touches")
    }

    @Test("A step names its subject if the window's title does not")
    func headings() {
        let first = sheets.finished(["Your fingerprint works."], isReady: true)
        #expect(first.announcement(after: nil, under: first.heading) == first.spoken)
        let said = "Everything is set up. " + first.spoken
        #expect(first.announcement(after: nil, under: "Turn off?") == said)
        #expect(first.announcement(after: sheets.busy("Turn off?"), under: "Turn off?") == said)
        let skipped = sheets.finished([], isReady: false)
        #expect(skipped.picture == nil && skipped.heading == "Some steps are left")
    }

    @Test("The first steps are counted, skipped one by one, and begin with the result of the one before")
    func guide() {
        var guide = Guide(steps: 3)
        let welcome = guide.page(sheets.welcome, in: .en)
        #expect(welcome.steps == "Step 1 of 3")
        #expect(welcome.buttons.map(\.caption) == ["Not now", "Continue"])
        #expect(welcome.announcement(after: nil, under: welcome.heading)?.hasPrefix("Step 1 of 3. ") == true)
        guide.lead = sheets.result(of: .pinSet(destroyed: 0))
        guide.next(["See whether your finger is recognised."])
        let next = guide.page(sheets.busy("Try it"), in: .en)
        #expect(next.steps == "Step 2 of 3")
        #expect(
            next.paragraphs == [.text("The PIN is set."), .text("See whether your finger is recognised.")])
        #expect(Guide(steps: 3).page(sheets.welcome, in: .ko).steps == "3단계 중 1단계")
    }

    @Test("A user who cancels is told so, can leave at once, and learns if the result is unknown")
    func cancelling() {
        let busy = sheets.busy("Change the PIN")
        let leaving = sheets.cancelling("Change the PIN")
        #expect(leaving.buttons.map(\.purpose) == [.close])
        #expect(leaving.announcement(after: busy, under: "") == "Cancelling. One moment.")
        #expect(sheets.unanswered.buttons.map(\.purpose) == [.close])
        for language in Language.allCases where language != .en {
            let other = Sheets(in: language)
            #expect(other.cancelling("").spoken != leaving.spoken)
            #expect(other.unanswered.heading != sheets.unanswered.heading)
            #expect(other.unanswered.spoken != sheets.unanswered.spoken)
        }
    }

    @Test("Several items are renewed at once, and a finger is renamed")
    func several() {
        #expect(
            sheets.credential(.pin, for: .renew(["github", "mail"]), alternative: nil, alert: nil).lines.prefix(2) == [
                "Renew all",
                "Your PIN or password opens github, mail once; then touch the reader, and a finger opens it again.",
            ])
        let rename = sheets.rename("left thumb", label: "Work")
        #expect(rename.heading == "Name for left thumb")
        #expect(rename.name == "Work")
        #expect(sheets.result(of: .works("Work")) == ["Your fingerprint works.", "It is your Work."])
        #expect(sheets.result(of: .works(nil)) == ["Your fingerprint works."])
    }

    @Test("A finger is confirmed with the meaning and cost of that")
    func vouching() {
        #expect(
            sheets.confirm(.vouch("left thumb"), NamedCost(destroyed: [], needingRenewal: ["github"])).lines == [
                "Let left thumb open items, too?",
                "It was added in the system’s settings. From now on it opens everything that a finger opens: continue only "
                    + "if it is your own finger.",
                "Before your fingerprint opens these again, enter your PIN or password once:", "• github",
                "<Cancel> <Confirm>",
            ])
        let styles = [([], .careful), (["bank"], .careful)] as [([String], SheetScreen.Button.Style)]
        for (destroyed, style) in styles {
            let screen = sheets.confirm(.vouch("left thumb"), NamedCost(destroyed: destroyed, needingRenewal: []))
            #expect(screen.buttons.last?.style == style && screen.needsCare)
        }
        for (destroyed, button) in [([], "Continue"), (["bank"], "Add a finger")] {
            let screen = sheets.confirm(
                .addFinger("left thumb"), NamedCost(destroyed: destroyed, needingRenewal: ["x"]))
            #expect(screen.buttons.last?.caption == button && screen.needsCare == !destroyed.isEmpty)
        }
        #expect(
            sheets.credential(.pin, for: .vouch("left thumb"), alternative: nil, alert: nil).lines.prefix(2) == [
                "Let left thumb open items, too?",
                "This shows that it’s you, and not somebody at your unlocked computer.",
            ])
        #expect(
            sheets.result(of: .vouched("left thumb", isOn: false, destroyed: 0))
                == ["Now opens items, too: left thumb. Your fingerprint opens nothing until you turn this on."])
    }

    @Test("A result is reported with its cost")
    func outcomes() {
        #expect(
            sheets.result(of: .removed("left thumb", destroyed: 2)) == [
                "Removed: left thumb.", "2 items were destroyed.",
            ])
        #expect(
            sheets.result(of: .added("left thumb", isOn: false, destroyed: 0))
                == ["Added: left thumb. Your fingerprint opens nothing until you turn this on."])
    }
}
