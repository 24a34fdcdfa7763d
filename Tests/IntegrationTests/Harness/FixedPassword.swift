/// A password helper that knows one password, whoever asks: for tests in which passwords are given often, and in which
/// it does not matter who judges them. It costs a few milliseconds where a PIN costs more than a second.
enum FixedPassword {
    static let right: JSON = ["password": .string(text)]
    static let wrong: JSON = ["password": "incorrect"]
    /// As long as the wrong one.
    private static let text = "correct-1"

    /// Puts the helper beside the daemon; the configuration that makes it the daemon's.
    static func install(for daemon: DaemonUnderTest) throws -> [String: JSON] {
        let path = "\(daemon.directory)/fixed-password"
        // The connection is its standard input, and takes the answer as well. A question is a letter, six bytes, and
        // the password.
        let script = """
            #!/bin/sh
            case $(head -c 1) in
            H) answer=y ;;
            C) head -c 6 >/dev/null && [ "$(head -c \(text.utf8.count))" = \(text) ] && answer=y ;;
            esac
            printf "${answer:-n}" >&0

            """
        try Files.write(Array(script.utf8), to: path, mode: 0o700)
        return ["password.enabled": true, "password.helper": .string(path)]
    }
}
