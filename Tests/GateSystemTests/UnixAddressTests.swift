import GateSystem
import Glibc
import Testing

@Suite struct UnixAddressTests {
    @Test("A socket's path has at least one byte and at most as many as fit with a NUL")
    func lengths() {
        let longest = String(repeating: "x", count: UnixAddress.maximumLength)
        #expect(UnixAddress(path: longest) != nil)
        #expect(UnixAddress(path: longest + "x") == nil)
        #expect(UnixAddress(path: "") == nil)
        #expect(UnixAddress(path: "a\0b") == nil)
    }

    @Test("A name with @ is abstract, and its peer connects to exactly that name")
    func abstract() throws {
        let name = "@biogate-address-\(getpid())"
        let address = try #require(UnixAddress(name: name))
        let (bound, other) = (
            socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0), socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        )
        defer {
            close(bound)
            close(other)
        }
        #expect(address.apply(bind, to: bound) == 0)
        #expect(address.apply(connect, to: other) == 0)
        #expect(UnixAddress(name: name + "x")?.apply(connect, to: other) == ECONNREFUSED)
        #expect(UnixAddress(path: name)?.apply(connect, to: other) == ENOENT)
        let names = String(decoding: try Descriptor.open("/proc/net/unix", O_RDONLY).readAll(), as: UTF8.self)
        #expect(names.contains(" \(name)\n"))
    }
}
