import GateModel
import Glibc
import Testing

@testable import GateSystem

@Suite("The sockets that a client trusts") struct ServerTrustTests {
    private let own = UserID(rawValue: 1000)
    private let overflow = UserID(rawValue: 65_534)

    @Test("A client trusts root's socket and its own user's, and no other")
    func users() {
        let trust = ServerTrust(own: own, overflow: nil)
        #expect(trust.includes(.root) && trust.includes(own))
        #expect(!trust.includes(UserID(rawValue: 1001)) && !trust.includes(overflow))
    }

    @Test("The stand-in for users whom the kernel cannot name counts at the system's path alone")
    func standIn() throws {
        #expect(ServerTrust(own: own, overflow: overflow).includes(overflow))
        #expect(ServerTrust.current(atSystemPath: false).overflow == nil)
        let file = try Descriptor.open("/proc/sys/kernel/overflowuid", O_RDONLY).readAll()
        let kernels = String(decoding: file.dropLast(), as: UTF8.self)
        #expect(ServerTrust.current(atSystemPath: true).overflow?.rawValue == UInt32(kernels))
        #expect(ServerTrust.current(atSystemPath: true).own == UserID(rawValue: geteuid()))
    }
}
