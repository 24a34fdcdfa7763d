import BlockingTests
import Foundation
import SpawnedProcess
import Testing

@Suite("The sign-in example", .blocking)
struct ExampleSignInTests {
    @Test("The sign-in example ends with no finger, a right one, a stranger's, and without a daemon")
    func everyEnd() throws {
        let test = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let built = URL(filePath: test).deletingLastPathComponent()
        let script = """
            printf 274916 > "$BIOGATE_SANDBOX/pin"
            biogate pin set --pin-from "$BIOGATE_SANDBOX/pin" 2> /dev/null
            touching() { biogate sandbox touch "$@" & }
            example-sign-in
            touching right-index --all
            biogate finger add right-index --pin-from "$BIOGATE_SANDBOX/pin" > /dev/null 2>&1 && wait
            echo == one && touching right-index && example-sign-in && wait
            echo == the same && touching right-index && example-sign-in && wait
            echo == a stranger\\'s && touching stranger --times 3 && example-sign-in && wait
            echo == no daemon && BIOGATE_SOCKET=/nonexistent/gate example-sign-in
            """
        let (writing, reading) = try SpawnedProcess.channel()
        let process = try SpawnedProcess(
            [
                built.appending(path: "biogate").path, "sandbox", "--daemon", built.appending(path: "biogated").path,
                "--", "sh", "-ec", script,
            ],
            environment: ProcessInfo.processInfo.environment.merging([
                "LC_ALL": "C", "PATH": "\(built.path):\(ProcessInfo.processInfo.environment["PATH"] ?? "")",
            ]) { $1 }, output: writing, errors: writing)
        try writing.close()
        let said = String(decoding: reading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.status == 0)
        let own = "The app's own sign-in, to which the server answers with a token."
        var parts = ["": [Substring]()]
        var part = ""
        for line in said.split(separator: "\n") {
            if line.hasPrefix("== ") { part = String(line.dropFirst(3)) } else { parts[part, default: []].append(line) }
        }
        #expect(parts[""] == [own[...], "No fingerprint added yet. Add one to use it next time."])
        #expect(parts["one"] == [own[...], "Fingerprint enabled"])
        #expect(parts["the same"]?.last == "Welcome back: 13 bytes for the server.")
        #expect(
            parts["a stranger's"]?.suffix(3) == ["No match. Use your PIN instead.", own[...], "Fingerprint enabled"])
        #expect(parts["no daemon"] == [own[...], "Fingerprint not available on this computer"], "\(said)")
    }
}
