/// A password helper that accepts one password from everyone: for tests that give passwords often and do not depend on
/// PAM. It costs a few milliseconds, and a PIN more than a second.
enum FixedPassword {
    static let right: JSON = ["password": .string(text)]
    static let wrong: JSON = ["password": "incorrect"]
    /// As long as the wrong one.
    private static let text = "correct-1"

    /// Puts the helper beside the daemon; returns the configuration that makes the daemon use it.
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
