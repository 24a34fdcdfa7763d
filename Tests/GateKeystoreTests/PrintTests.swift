@testable import GateKeystore
import GateModel
import GateVault
import Testing

@Suite("Prints and settings")
struct PrintTests {
    let sandbox: Sandbox
    let keystore: Keystore

    init() async throws {
        sandbox = try Sandbox()
        keystore = try await sandbox.keystore()
    }

    @Test("Asking about an unknown user writes nothing, and the answer stays the same")
    func unknownUser() async throws {
        let first = try await keystore.state(of: alice)
        #expect(first.prints.isEmpty && first.fingerprintSwitch == .unset && first.policy == nil)
        #expect(try await keystore.state(of: alice).enrollmentID == first.enrollmentID)
        #expect(try await keystore.state(of: bob).enrollmentID != first.enrollmentID)
        #expect(try await keystore.knownUsers().isEmpty)
        try await keystore.savePolicy([1], of: alice)
        #expect(try await keystore.state(of: alice).enrollmentID == first.enrollmentID)
        #expect(try await keystore.state(of: alice).policy == [1])
    }

    @Test("A reader has at most 64 prints to forget, the latest ones")
    func chipDeletionLimit() async throws {
        let reader = ReaderID(rawValue: "reader")
        for number in 0..<70 { try await keystore.deleteLater(Template(bytes: [UInt8(number)]), on: reader) }
        try await keystore.deleteLater(Template(bytes: [200]), on: ReaderID(rawValue: "other"))
        let noted = try await keystore.chipDeletions(on: reader).map(\.template.bytes)
        #expect(Set(noted) == Set((6..<70).map { [UInt8($0)] }))
        #expect(try await keystore.chipDeletions(on: ReaderID(rawValue: "other")).count == 1)
    }

    @Test("The enrolment's identifier is new after every change, also after a reset")
    func enrollmentID() async throws {
        var seen: Set<EnrollmentID> = [try await keystore.state(of: alice).enrollmentID]
        #expect(seen.insert(try await keystore.add("a").enrollmentID).inserted)
        #expect(seen.insert(try await keystore.add("b").enrollmentID).inserted)
        let removed = try await keystore.removePrint(PrintID(rawValue: "b"), of: alice)
        #expect(seen.insert(removed.enrollmentID).inserted)
        #expect(
            seen.insert(try await keystore.printsVanished([PrintID(rawValue: "a")], of: alice).enrollmentID).inserted)
        for _ in 0..<2 {
            try await keystore.reset(alice.id)
            #expect(seen.insert(try await keystore.state(of: alice).enrollmentID).inserted)
            #expect(seen.insert(try await keystore.add("a").enrollmentID).inserted)
        }
        try await keystore.setFingerprint(false, of: alice)
        try await keystore.revokeAll(of: alice)
        #expect(seen.contains(try await keystore.state(of: alice).enrollmentID))
    }

    @Test("Each user gets their own templates back, in the order of enrolment")
    func gallery() async throws {
        try await keystore.add("z")
        try await keystore.add("a")
        let gallery = try await keystore.gallery(of: alice)
        #expect(gallery.prints.map(\.print) == [enrolledPrint("z"), enrolledPrint("a")])
        #expect(
            gallery.prints.map(\.template.bytes) == [template("template of z").bytes, template("template of a").bytes])
        #expect(gallery.tampered.isEmpty)
        #expect(try await keystore.state(of: alice).prints == [enrolledPrint("z"), enrolledPrint("a")])
    }

    @Test("An identifier is used once, and the number of prints is limited")
    func limits() async throws {
        try await keystore.close()
        let keystore = try await sandbox.keystore(limits: KeystoreLimits(printsPerUser: 2))
        try await keystore.add("a")
        await #expect(throws: KeystoreError.printExists(PrintID(rawValue: "a"))) { try await keystore.add("a") }
        try await keystore.add("b")
        await #expect(throws: KeystoreError.limit(Limit(name: "printsPerUser", maximum: 2))) {
            try await keystore.add("c")
        }
        #expect(try await keystore.state(of: alice).prints.count == 2)
    }

    @Test("A renamed print keeps its template, its enrolment and its items")
    func renaming() async throws {
        let before = try await keystore.add("a")
        let template = try await keystore.gallery(of: alice).prints.first?.template.bytes
        let print = try await keystore.renamePrint(PrintID(rawValue: "a"), to: Label("My thumb"), of: alice)
        #expect(print.label == Label("My thumb"))
        #expect(try await keystore.state(of: alice).prints == [print])
        #expect(try await keystore.state(of: alice).enrollmentID == before.enrollmentID)
        let gallery = try await keystore.gallery(of: alice)
        #expect(gallery.prints.first?.template.bytes == template && gallery.tampered.isEmpty)
        #expect(try await keystore.renamePrint(PrintID(rawValue: "a"), to: nil, of: alice).label == nil)
    }

    @Test("A missing print cannot be renamed, removed, matched or lost")
    func unknownPrint() async throws {
        let unknown = PrintID(rawValue: "unknown")
        let before = try await keystore.add("a")
        await #expect(throws: KeystoreError.printNotFound(unknown)) {
            _ = try await keystore.renamePrint(unknown, to: nil, of: alice)
        }
        await #expect(throws: KeystoreError.printNotFound(unknown)) {
            _ = try await keystore.removePrint(unknown, of: alice)
        }
        try await keystore.recordMatch(unknown, of: alice)
        #expect(try await keystore.state(of: alice).lastMatched == nil)
        #expect(try await keystore.printsVanished([unknown], of: alice).enrollmentID == before.enrollmentID)
        #expect(try await !keystore.state(of: alice).printsVanished)
    }

    @Test("The last match is remembered as long as its print exists")
    func lastMatched() async throws {
        try await keystore.add("a")
        try await keystore.recordMatch(PrintID(rawValue: "a"), of: alice)
        #expect(try await keystore.state(of: alice).lastMatched == PrintID(rawValue: "a"))
        try await keystore.add("b")
        _ = try await keystore.removePrint(PrintID(rawValue: "a"), of: alice)
        #expect(try await keystore.state(of: alice).lastMatched == nil)
    }

    @Test("A print that cannot be written leaves the enrolment and its items unchanged")
    func fault() async throws {
        let token = try name("token")
        try await keystore.add("a")
        try await keystore.put("x", as: token)
        let before = try await keystore.state(of: alice).enrollmentID
        try sandbox.execute("CREATE UNIQUE INDEX fault ON print (uid)")
        await #expect(throws: KeystoreError.self) { try await keystore.add("b") }
        #expect(try await keystore.state(of: alice).enrollmentID == before)
        #expect(try await keystore.get(token, by: .fingerprint) == "x")
        #expect(try await keystore.gallery(of: alice).prints.count == 1)
    }

    @Test("Vanished prints end the epoch and are reported until a new one is added")
    func vanished() async throws {
        let token = try name("token")
        try await keystore.add("a")
        try await keystore.put("x", as: token)
        #expect(try await keystore.printsVanished([PrintID(rawValue: "a")], of: alice).invalidatedItems == 1)
        #expect(try await keystore.state(of: alice).printsVanished)
        try await keystore.add("b")
        #expect(try await !keystore.state(of: alice).printsVanished)
    }

    @Test("An unvouched print ends the epoch, turns nothing on and makes no slot, until it is vouched for")
    func unvouched() async throws {
        let (token, b) = (try name("token"), PrintID(rawValue: "b"))
        try await keystore.add("b", vouched: false)
        #expect(try await keystore.state(of: alice).fingerprintSwitch == .unset)
        #expect(try await keystore.state(of: alice).prints == [enrolledPrint("b", vouched: false)])
        #expect(try await keystore.gallery(of: alice).prints.map(\.print) == [enrolledPrint("b", vouched: false)])
        // Withdrawing a refusal of the offer does not turn anything on.
        try await keystore.answerOnboarding(app: nil, accepted: true, of: alice)
        #expect(try await keystore.state(of: alice).fingerprintSwitch == .unset)
        try await keystore.setFingerprint(true, of: alice)
        await #expect(throws: KeystoreError.slotMissing(.fingerprint)) {
            try await keystore.put("x", as: token, Access(factors: [.fingerprint]))
        }
        #expect(try await keystore.put("x", as: token, everything, by: .password).openableBy == [.password])

        try await keystore.add("a")
        try await keystore.put("x", as: token, replace: true)
        let before = try await keystore.state(of: alice).enrollmentID
        let change = try await keystore.vouchPrints([b], of: alice)
        #expect(change.enrollmentID != before && change.invalidatedItems == 1)
        #expect(try await keystore.state(of: alice).prints.map(\.vouched) == [true, true])
        #expect(try await keystore.gallery(of: alice).tampered.isEmpty)
        // Once more changes nothing.
        try await keystore.put("x", as: token)
        #expect(
            try await keystore.vouchPrints([b], of: alice)
                == EnrollmentChange(
                    enrollmentID: change.enrollmentID, invalidatedItems: 0))
        #expect(try await keystore.get(token, by: .fingerprint) == "x")
        try await keystore.close()
        let again = try await sandbox.keystore()
        #expect(try await again.state(of: alice).prints.map(\.vouched) == [true, true])
    }

    @Test("The first print that is vouched for turns fingerprint unlocking on")
    func firstVouched() async throws {
        try await keystore.add("b", vouched: false)
        let renamed = try await keystore.renamePrint(PrintID(rawValue: "b"), to: Label("Thumb"), of: alice)
        #expect(!renamed.vouched)
        _ = try await keystore.vouchPrints([PrintID(rawValue: "b")], of: alice)
        #expect(try await keystore.state(of: alice).fingerprintSwitch == .on)
        let unknown = PrintID(rawValue: "unknown")
        for user in [alice, bob] {
            await #expect(throws: KeystoreError.printNotFound(unknown)) {
                _ = try await keystore.vouchPrints([unknown], of: user)
            }
        }
    }

    @Test("Several prints are deleted in one change, and missing ones are ignored")
    func removingSeveral() async throws {
        for id in ["a", "b", "c"] { try await keystore.add(id) }
        let before = try await keystore.state(of: alice).enrollmentID
        let ids = Set(["a", "c", "unknown"].map(PrintID.init(rawValue:)))
        let change = try await keystore.removePrints(ids, chipCopies: [PrintID(rawValue: "c")], of: alice)
        #expect(change.enrollmentID != before)
        #expect(try await keystore.state(of: alice).prints == [enrolledPrint("b")])
        #expect(try await keystore.chipDeletions(on: reader).map(\.template.bytes) == [template("template of c").bytes])
        #expect(try await keystore.removePrints(ids, chipCopies: [], of: alice).enrollmentID == change.enrollmentID)
    }

    @Test("The first print turns fingerprint unlocking on, unless it was turned off or declined")
    func firstPrint() async throws {
        try await keystore.add("a")
        #expect(try await keystore.state(of: alice).fingerprintSwitch == .on)
        try await keystore.setFingerprint(false, of: alice)
        try await keystore.add("b")
        #expect(try await keystore.state(of: alice).fingerprintSwitch == .off)
        try await keystore.answerOnboarding(app: AppName("app"), accepted: false, of: bob)
        #expect(try await !keystore.state(of: bob).isFingerprintDeclined)
        try await keystore.answerOnboarding(app: nil, accepted: false, of: bob)
        #expect(try await keystore.state(of: bob).isFingerprintDeclined)
        try await keystore.add("a", of: bob)
        #expect(try await keystore.state(of: bob).fingerprintSwitch == .unset)
        try await keystore.answerOnboarding(app: AppName("app"), accepted: true, of: bob)
        #expect(try await keystore.state(of: bob).fingerprintSwitch == .unset)
        try await keystore.answerOnboarding(app: nil, accepted: true, of: bob)
        #expect(try await keystore.state(of: bob).fingerprintSwitch == .on)
        // Turned off is not the same as declined.
        try await keystore.answerOnboarding(app: nil, accepted: true, of: alice)
        #expect(try await keystore.state(of: alice).fingerprintSwitch == .off)
    }

    @Test("Onboarding answers are kept for each app and for none, and their number is limited")
    func onboarding() async throws {
        try await keystore.close()
        let keystore = try await sandbox.keystore(limits: KeystoreLimits(appsPerUser: 2))
        try await keystore.answerOnboarding(app: nil, accepted: true, of: alice)
        try await keystore.answerOnboarding(app: AppName("app"), accepted: true, of: alice)
        try await keystore.answerOnboarding(app: AppName("app"), accepted: false, of: alice)
        #expect(try await keystore.state(of: alice).onboarding == [nil: .accepted, AppName("app"): .skipped])
        await #expect(throws: KeystoreError.limit(Limit(name: "limits.appsPerUser", maximum: 2))) {
            try await keystore.answerOnboarding(app: AppName("another"), accepted: true, of: alice)
        }
    }

    @Test("Apps whose names are two spellings of one text have separate answers")
    func spellings() async throws {
        let composed = try #require(AppName("org.example.Caf\u{E9}"))
        let decomposed = try #require(AppName("org.example.Cafe\u{301}"))
        try await keystore.answerOnboarding(app: composed, accepted: true, of: alice)
        try await keystore.answerOnboarding(app: decomposed, accepted: false, of: alice)
        let answers = try await keystore.state(of: alice).onboarding
        #expect(answers.count == 2)
        #expect(answers[composed] == .accepted)
        #expect(answers[decomposed] == .skipped)
    }

    @Test("Setting the fingerprint switch to its present state destroys nothing")
    func sameSwitch() async throws {
        let token = try name("token")
        try await keystore.add("a")
        try await keystore.put("x", as: token)
        #expect(try await keystore.setFingerprint(true, of: alice) == 0)
        #expect(try await keystore.get(token, by: .fingerprint) == "x")
        #expect(try await keystore.setFingerprint(false, of: alice) == 1)
        #expect(try await keystore.setFingerprint(false, of: alice) == 0)
        #expect(try await keystore.setFingerprint(true, of: alice) == 0)
        await #expect(throws: KeystoreError.itemInvalidated(token, by: .fingerprintDisabled)) {
            try await keystore.get(token, by: .fingerprint)
        }
        #expect(try await keystore.state(of: alice).prints.count == 1)
    }

    @Test("Copies in an absent reader wait for it, and outlive the user")
    func chipDeletions() async throws {
        for id in ["a", "b", "c", "d"] { try await keystore.add(id) }
        _ = try await keystore.removePrint(PrintID(rawValue: "a"), chipCopyRemains: true, of: alice)
        _ = try await keystore.removePrint(PrintID(rawValue: "b"), of: alice)
        #expect(try await keystore.chipDeletions(on: ReaderID(rawValue: "other")).isEmpty)
        let first = try await keystore.chipDeletions(on: reader)
        #expect(first.map(\.template.bytes) == [template("template of a").bytes])
        try await keystore.reset(alice.id, chipCopies: [PrintID(rawValue: "c")])
        try await keystore.chipDeletionDone(try #require(first.first).id)
        let second = try await keystore.chipDeletions(on: reader)
        #expect(second.map(\.template.bytes) == [template("template of c").bytes])
        try sandbox.execute("UPDATE chipDeletion SET reader = 'other'")
        #expect(try await keystore.chipDeletions(on: ReaderID(rawValue: "other")).isEmpty)
    }

    @Test("Removing all prints ends the enrolment; without prints there is nothing to end")
    func removeAll() async throws {
        let empty = try await keystore.removeAllPrints(of: alice)
        #expect(empty.enrollmentID == (try await keystore.state(of: alice).enrollmentID))
        try await keystore.add("a")
        try await keystore.add("b")
        let change = try await keystore.removeAllPrints(chipCopies: [PrintID(rawValue: "b")], of: alice)
        #expect(try await keystore.state(of: alice).enrollmentID == change.enrollmentID)
        #expect(try await keystore.state(of: alice).prints.isEmpty)
        #expect(try await keystore.chipDeletions(on: reader).count == 1)
    }
}
