import GateGuidance
import GateModel
import Testing

@Suite("Why a login left the keyring locked")
struct LockedKeyringTests {
    @Test("A user who can do something is told what, in one language", arguments: Language.allCases)
    func texts(language: Language) throws {
        // No touch was for this login: nothing is out of order.
        let silent: Set<LoginRefusal> = [
            .noLoginService, .noTouch, .otherProcess, .touchTooOld, .administrator, .suspending,
        ]
        for refusal in LoginRefusal.allCases {
            let guidance = Guidance.for(refusal, in: language)
            #expect((guidance == nil) == silent.contains(refusal), "\(refusal)")
            guard let guidance else { continue }
            #expect(guidance.locale == language.tag && guidance.action == .none && guidance.actionLabel.isEmpty)
            #expect(Script.isPure(guidance.title, language) && Script.isPure(guidance.body, language), "\(guidance)")
        }
        #expect(Guidance.for(.fingersChanged, in: language)?.command == "biogate login on")
        #expect(Guidance.for(.fingerprintDisabled, in: language)?.command == "biogate enable")
    }

    @Test("A keyring with another password leads to the command that changes it", arguments: Language.allCases)
    func differs(language: Language) {
        let guidance = Guidance.keyringDiffers(in: language)
        #expect(guidance.command == "biogate login keyring" && guidance.locale == language.tag)
        #expect(Script.isPure(guidance.title, language) && Script.isPure(guidance.body, language), "\(guidance)")
    }

    @Test("A password that a thief of the disk could read is not stored, which is told otherwise than a gone TPM")
    func unsealed() {
        let error = GateError.sealingUnavailable(.noTPM)
        let guidance = Guidance.for(error, situation: Situation(operation: .store, isForLogin: true), in: .en)
        #expect(guidance.title == "Your password was not stored" && guidance.body.contains("the disk is not encrypted"))
        #expect(
            Guidance.for(error, situation: Situation(operation: .store), in: .en).title == "This cannot be opened now")
    }
}
