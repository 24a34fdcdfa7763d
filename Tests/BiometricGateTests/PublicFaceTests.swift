import BiometricGate
import Testing

/// Every type in a public signature, by name: it compiles with one import.
private typealias Named = (
    Access, Access.Enrollment, Access.Opener, AppName, Availability, AvailabilityReport, Canceller, ClaimedProgram,
    CredentialReason,
    EnrollmentID,
    Factor, FactorRefusal, FactorRefusal.Reason, Finger, GateError, Guidance, Guidance.Action, HardwareReason, Item,
    Item.Algorithm, Item.Invalidation,
    Item.Kind, Item.Sealing, Item.State, ItemName, Label, Limit, Limits, LoginLockout, LoginRefusal, LoginReport,
    OutgoingCall.Payload.Type, PINRule, PermissionReason,
    Print, PrintID, ProcessID, PromptProgress.Progress, Reader, Reader.Bus, Reader.Capability, Reader.Matching,
    Reader.ScanType, Reader.State, ReaderID, Reason, Request, Request.Operation, RequestID, RunningProcess,
    SealingReason,
    IncomingReply.Type, SecretBytes.Type, Settings, Settings.Method, Settings.Onboarding, UserID, Verb, WallTime,
    WireObject,
    WireValue
)

@Suite("An app's API through its one import")
struct PublicFaceTests {
    @Test("A reason in source code always fits the rule")
    func literals() {
        #expect(("Sign in" as Reason).rawValue == "Sign in")
        #expect(("a\nb\u{202E}c" as Reason).rawValue == "a b c")
        #expect(("" as Reason).rawValue == "…")
        let long: Reason =
            "0123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890123456789"
        #expect(long.rawValue.count == 200)
        let foreign = ["", "a\nb", String(repeating: "a", count: 201)]
        #expect(foreign.allSatisfy { Reason($0) == nil })
    }

    @Test("A secret is lent as text if it is UTF-8")
    func text() {
        let word = SecretBytes(utf8: "토큰 å")
        #expect(word.withText { String(copying: $0) } == "토큰 å")
        #expect(SecretBytes(copying: []).withText { $0.isEmpty } == true)
        #expect(SecretBytes(copying: [0xFF]).withText { _ in true } == nil)
    }
}
