import GateModel
import Glibc
import Testing

@testable import GateSystem

@Suite("A process that is held")
struct HeldProcessTests {
    @Test("A process is outside the sessions unless systemd has it among a user's")
    func place() {
        for (groups, isOutside) in [
            ("0::/system.slice/gdm.service\n", true), ("12:pids:/\n0::/system.slice/greetd.service\n", true),
            ("0::/\n", true),
            ("0::/user.slice/user-1000.slice/session-2.scope\n", false),
            ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/x.scope\n", false),
            ("0::/../user.slice/user-1000.slice\n", nil), ("1:name=systemd:/\n", nil), ("", nil),
        ] as [(String, Bool?)] {
            #expect(ProcessID.isOutsideSessions(groups) == isOutside, "\(groups)")
        }
        #expect(ProcessID(rawValue: -1).isOutsideSessions == nil)
    }

    @Test("A held process has ended once it ends, even before it is reaped, and there is none of a free number")
    func end() throws {
        let own = try #require(HeldProcess(ProcessID(rawValue: getpid())))
        #expect(!own.hasEnded)
        #expect(HeldProcess(ProcessID(rawValue: 0)) == nil)
        #expect(HeldProcess(ProcessID(rawValue: -1)) == nil)
        let child = try ChildProcess.start("/bin/sleep", ["sleep", "3600"], environment: [], inheriting: .nothing) {
            _ in
        }
        let process = try #require(HeldProcess(ProcessID(rawValue: child.number)))
        #expect(!process.hasEnded)
        child.send(SIGKILL)
        child.wait()
        #expect(process.hasEnded)
        #expect(HeldProcess(ProcessID(rawValue: child.number)) == nil)
    }
}
