import Glibc

/// Name services, a password helper and a journal that do not answer until a test lets them.
final class HangingNeighbours {
    /// The user about whom the name services do not answer; no account has this number.
    static let unknown = 54_321

    /// Precedes the daemon's command.
    let launcher: [String]
    /// The configuration that makes the daemon use the helper.
    let configuration: [String: JSON]
    private let directory: String
    /// A pipe on which the name services and the helper report each question.
    private let questions: Descriptor
    /// Standard error, which accepts nothing more.
    private let journal: Descriptor
    private var answers: Descriptor?

    init(for daemon: DaemonUnderTest) throws {
        directory = daemon.directory
        let (asked, answer, errors) = ("\(directory)/asked", "\(directory)/answer", "\(directory)/full")
        for path in [asked, answer, errors] {
            guard mkfifo(path, 0o600) == 0 else { throw HarnessFailure(system: "mkfifo") }
        }
        let helper = "\(directory)/hanging-helper"
        try Files.write(
            Array("#!/bin/sh\nprintf h >'\(asked)'\nread -r _ <'\(answer)'\nprintf y >&0\n".utf8), to: helper,
            mode: 0o700)
        configuration = ["password.enabled": true, "password.helper": .string(helper)]
        // Opened for both directions, so that opening a pipe does not wait.
        questions = try Descriptor(open(asked, O_RDWR | O_CLOEXEC), of: "open")
        journal = try Descriptor(open(errors, O_RDWR | O_NONBLOCK | O_CLOEXEC), of: "open")
        let filling = [UInt8](repeating: UInt8(ascii: "."), count: 4096)
        while Glibc.write(journal.number, filling, filling.count) > 0 {}
        guard errno == EAGAIN else { throw HarnessFailure(system: "write") }
        let names = try PreloadedLibrary("hanging_names", for: daemon)
        launcher =
            ["sh", "-c", "exec \"$@\" 2>\"$0\"", errors]
            + names.launcher([
                "HANGING_USER": "\(Self.unknown)", "HANGING_ANSWER": answer, "HANGING_ASKED": asked,
            ])
    }

    /// Waits until the name services or the helper have been asked.
    func awaitQuestion(_ kind: Character) throws {
        var said = ""
        while !said.contains(kind) {
            guard try Descriptor.firstReady(of: [questions]) != nil else { throw HarnessFailure("nobody asks") }
            said += String(decoding: try questions.read(), as: UTF8.self)
        }
    }

    /// From now on all of them answer.
    func release() throws {
        answers = try Descriptor(open("\(directory)/answer", O_RDWR | O_CLOEXEC), of: "open")
        for _ in 0..<1000 { _ = Glibc.write(answers?.number ?? -1, "\n", 1) }
    }
}
