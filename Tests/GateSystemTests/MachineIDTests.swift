import FoundationEssentials
import GateSystem
import Glibc
import Testing

@Suite struct MachineIDTests {
    private let path = "/tmp/biogate-machine-id-\(getpid())"

    @Test("The machine's number is read with and without a newline")
    func number() throws {
        let number = String(repeating: "0123456789abcdef", count: 2)
        defer { unlink(path) }
        for text in [number, number + "\n"] {
            try text.write(toFile: path, atomically: false, encoding: .utf8)
            #expect(machineID(at: path) == number)
        }
    }

    @Test(
        "A file that has no number is a machine without one",
        arguments: [
            "", "\n", "uninitialized\n", "0123", String(repeating: "0", count: 33), String(repeating: "g", count: 32),
            String(repeating: "é", count: 16), String(repeating: "0", count: 10_000),
        ])
    func noNumber(text: String) throws {
        let path = "\(path)-\(text.utf8.count)-\(text.hashValue)"
        defer { unlink(path) }
        try text.write(toFile: path, atomically: false, encoding: .utf8)
        #expect(machineID(at: path) == nil)
    }

    @Test("A missing file and one that cannot be read are a machine without a number")
    func unreadable() {
        #expect(machineID(at: path + "-absent") == nil)
        // Reading a directory fails, also for root.
        #expect(machineID(at: "/tmp") == nil)
    }
}
