import GateModel
import GatePolicy
import Testing

@testable import GateDaemon

@Suite("the place in the tree of units")
struct ControlGroupTests {
    @Test("a name that begins with a mark hides no slash", arguments: ["\u{301}x", "\u{20E3}", "x"])
    func mark(name: String) throws {
        let group = try #require(ControlGroup(listed: "0::/user.slice/user-7.slice/user@7.service/\(name)\n"))
        #expect(group.place == .userService(of: UserID(rawValue: 7)))
        #expect(group.unit == "user@7.service")
    }
}
