import BlockingTests
import Foundation
import SpawnedProcess
import Testing

@Suite("The example bank", .blocking)
struct ExampleBankTests {
    @Test("The example bank lets its customer in, and asks again before important steps, with the real daemon")
    func customer() throws {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let built = URL(filePath: test).deletingLastPathComponent()
        let biogate = built.appending(path: "biogate").path
        let (writing, reading) = try SpawnedProcess.channel()
        let process = try SpawnedProcess(
            [
                biogate, "sandbox", "--daemon", built.appending(path: "biogated").path, "--", "python3",
                Repository.file("Tests/Terminal/bank.py").path, biogate, built.appending(path: "example-bank").path,
            ],
            environment: ProcessInfo.processInfo.environment.merging(["LC_ALL": "C"]) { $1 },
            output: writing, errors: writing)
        try writing.close()
        let said = String(decoding: reading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.status == 0, "\(said)")
    }
}
