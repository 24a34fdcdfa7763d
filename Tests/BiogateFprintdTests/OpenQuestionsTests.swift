import GateBus
import Testing

@testable import biogate_fprintd

@Suite("Questions to polkit") struct OpenQuestionsTests {
    @Test("At most 64 questions are open, 16 for a user, and root finds a place beside every user's")
    func limits() {
        var questions = OpenQuestions()
        func opened(_ user: UInt32) -> Int {
            (0..<100).count { _ in questions.open(by: ":1.\(user)", of: user) != nil }
        }
        #expect(opened(1000) == 16)
        let others = (1001...1100).reduce(0) { $0 + opened($1) }
        #expect(16 + others == 56)
        #expect(opened(0) == 8)
    }

    @Test("Each question has its own number, and a connection's questions are found when it leaves")
    func numbers() {
        var questions = OpenQuestions()
        let numbers = [":1.1", ":1.2", ":1.1"].compactMap { questions.open(by: $0, of: 1000) }
        #expect(Set(numbers).count == 3)
        let (first, second) = (numbers[0], numbers[2])
        #expect(questions.asked(by: ":1.1") == [first, second])
        questions.close(first)
        #expect(questions.asked(by: ":1.1") == [second])
        let third = questions.open(by: ":1.1", of: 1000)
        #expect(third != first)
    }

    @Test("The bus's refusal of a question is an error for now, and polkit's own error is a no")
    func answers() {
        func answer(_ error: String) -> PolkitAnswer { PolkitAnswer(.refused(error: error)) }
        #expect(answer("org.freedesktop.DBus.Error.LimitsExceeded") == .notNow)
        #expect(answer("org.freedesktop.DBus.Error.NoReply") == .notNow)
        #expect(PolkitAnswer(.none) == .notNow)
        #expect(answer("org.freedesktop.PolicyKit1.Error.Failed") == .no)
        #expect(answer("org.freedesktop.DBus.Error.AccessDenied") == .no)
        #expect(Fprint.Refusal.polkitBusy.errorName == "org.freedesktop.DBus.Error.LimitsExceeded")
        #expect(Fprint.Refusal.notAuthorized(.verify).errorName == "net.reactivated.Fprint.Error.PermissionDenied")
    }
}
