import GateModel
import Glibc
import Testing

@testable import GateSystem

@Suite("A process that is held")
struct HeldProcessTests {
    @Test("It has ended once its process has, even before that is reaped, and there is none of a free number")
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
