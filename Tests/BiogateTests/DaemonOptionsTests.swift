import GateDaemon
import Testing

@testable import biogated

@Suite("The daemon's options")
struct DaemonOptionsTests {
    @Test("Each option is read, with its value after a blank or an equals sign")
    func each() throws {
        let spaced = try Options([
            "--config", "a", "--socket", "b", "--face-socket", "f", "--state-directory", "c", "--move-sealing", "tpm",
            "--drop-keys", "--check",
        ])
        #expect(
            spaced
                == (try Options([
                    "--config=a", "--socket=b", "--state-directory=c", "--face-socket=f", "--move-sealing=tpm",
                    "--check",
                    "--drop-keys",
                ])))
        #expect(
            spaced.config == "a" && spaced.socket == "b" && spaced.faceSocket == "f" && spaced.stateDirectory == "c")
        #expect(spaced.moveSealing == .tpm && spaced.dropKeys && spaced.check && spaced.notice == nil)
    }

    @Test("Without options, nothing is set")
    func none() throws {
        let options = try Options([])
        #expect(options.config == nil && options.socket == nil && options.stateDirectory == nil)
        #expect(options.moveSealing == nil && !options.dropKeys && !options.check && options.notice == nil)
    }

    @Test("Of a repeated option the last one counts, and a joined value may contain anything")
    func values() throws {
        #expect(try Options(["--config", "a", "--config", "b"]).config == "b")
        #expect(try Options(["--config=--check=1"]).config == "--check=1")
        #expect(try Options(["--config="]).config == "")
        #expect(try Options(["--config", ""]).config == "")
    }

    @Test("Help and version are printed whatever follows them")
    func notices() throws {
        for word in ["--help", "-h"] { #expect(try Options([word, "--none"]).notice == .help) }
        #expect(try Options(["--check", "--version", "x"]).notice == .version)
        for option in ["config", "socket", "state-directory", "move-sealing", "drop-keys", "check", "version"] {
            #expect(Options.help.contains("  --\(option) "), "\(option)")
        }
    }

    @Test(
        "An unknown option, or a value that is not understood, is named in the error",
        arguments: [
            (["--configuration", "a"], .unknown("--configuration")), (["--check=1"], .unknown("--check=1")),
            (["--check", "x"], .unknown("x")), (["--"], .unknown("--")), ([""], .unknown("")),
            (["-c"], .unknown("-c")), (["--config"], .missingValue(of: "--config")),
            (["--socket", "--check"], .missingValue(of: "--socket")),
            (["--move-sealing", "disk"], .noTarget("disk")),
        ] as [(ArraySlice<String>, OptionsFault)])
    func faults(words: ArraySlice<String>, fault: OptionsFault) throws {
        #expect(throws: fault) { try Options(words) }
        let lines = "\(fault)".split(separator: "\n")
        #expect(lines.first?.hasPrefix("Error: ") == true && lines.count == 3)
    }
}
