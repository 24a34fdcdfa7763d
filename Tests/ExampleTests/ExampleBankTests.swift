import BlockingTests
import Foundation
import Testing

@Suite("the example bank", .blocking)
struct ExampleBankTests {
    @Test("lets its customer in, and asks again before what matters, with the real daemon")
    func customer() throws {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let built = URL(filePath: test).deletingLastPathComponent()
        let process = Process()
        process.executableURL = built.appending(path: "biogate")
        process.arguments = [
            "sandbox", "--daemon", built.appending(path: "biogated").path, "--", "python3",
            Repository.file("Tests/Terminal/bank.py").path, built.appending(path: "biogate").path,
            built.appending(path: "example-bank").path,
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
    }
}
