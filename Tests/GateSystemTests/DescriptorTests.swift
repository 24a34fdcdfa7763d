import GateSystem
import Glibc
import Testing

@Suite struct DescriptorTests {
    @Test("A lock ends with its owner, even while a spawning process holds the open file")
    func lockOfACopy() throws {
        let path = "/tmp/biogate-lock-\(getpid())"
        defer { unlink(path) }
        var copy: Int32 = -1
        do {
            var file = try Descriptor.open(path, O_RDWR | O_CREAT)
            try file.lock()
            copy = dup(file.number)
        }
        defer { close(copy) }
        var next = try Descriptor.open(path, O_RDWR)
        try next.lock()
    }

    @Test("Closing a file keeps a lock that another owner took on it")
    func foreignLock() throws {
        let path = "/tmp/biogate-foreign-lock-\(getpid())"
        defer { unlink(path) }
        var file = try Descriptor.open(path, O_RDWR | O_CREAT)
        try file.lock()
        do { _ = Descriptor(owning: dup(file.number), path: path) }
        let error = #expect(throws: SystemCallFailure.self) {
            var next = try Descriptor.open(path, O_RDWR)
            try next.lock()
        }
        #expect(error?.errno == EWOULDBLOCK)
    }

    @Test("A file of exactly the limit is read, and a longer one is not")
    func limit() throws {
        let file = try Descriptor.open("/proc/sys/kernel/ostype", O_RDONLY)
        let count = try file.readAll().count
        #expect(try Descriptor.open("/proc/sys/kernel/ostype", O_RDONLY).readAll(atMost: count)?.count == count)
        #expect(try Descriptor.open("/proc/sys/kernel/ostype", O_RDONLY).readAll(atMost: count - 1) == nil)
    }
}
