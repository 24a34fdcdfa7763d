import GateGuidance
import GateModel

/// English.
struct EnglishWords: CommandWords {
    var language: Language { .en }

    func next(_ command: String) -> String { "Next: \(command)" }
    func notRunning(_ socket: String) -> String {
        "The fingerprint service is not running: nobody serves \(socket). Start it with: sudo systemctl start biogated.socket"
    }
    func nobodyListens(_ socket: String) -> String {
        "Nothing is listening on \(socket). Is the path right? It comes from --socket, or from BIOGATE_SOCKET."
    }
    var hungUp: String { "The fingerprint service ended the connection without an answer." }
    var nameless: String {
        "The system has no number for your user here, so the fingerprint service does not know whose fingers to ask for."
    }
    func untrusted(_ socket: String) -> String {
        "Nothing was sent: somebody else than the fingerprint service serves \(socket)."
    }
    func invalid(_ parameter: String) -> String { "The service does not take that value of \(parameter)." }
    var tooOld: String { "The service that is running cannot do this. Update it." }
    func noCommand(_ name: String, nearest: String?, help: String) -> String {
        let advice = nearest.map { "Did you mean \(quoted($0))?" } ?? "See: \(help)"
        return "There is no command \(quoted(name)). \(advice)"
    }
    var yes: Set<String> { ["y"] }
    var startNow: String { "Start now?" }
    func question(_ act: Act) -> String {
        switch act {
        case .addFinger: "Add the finger?"
        case .removeFinger: "Remove?"
        case .turnOff: "Turn off?"
        case .changePIN: "Change the PIN?"
        case .removePIN: "Remove the PIN?"
        case .delete: "Delete?"
        case .erase: "Erase?"
        case .importFingers: "Import?"
        case .exportFingers: "Export?"
        }
    }
    var mustSayYes: String { "Nothing was changed. Use --yes to skip this question." }
    var nothingChanged: String { "Nothing was changed." }
    var cancelled: String { "Cancelled." }
    func waysOut(_ alternative: Factor?) -> String {
        switch alternative {
        case .pin: "Enter: use PIN. Ctrl-C: cancel."
        case .password: "Enter: use password. Ctrl-C: cancel."
        case .fingerprint, nil: "Ctrl-C: cancel."
        }
    }
    func credentialPrompt(_ factor: Factor) -> String {
        switch factor {
        case .pin: "PIN:"
        case .password, .fingerprint: "Password:"
        }
    }
    var noCredential: String {
        "A PIN or a password is needed, and there is no terminal to ask at. Give it with --pin-from FILE."
    }
    var jsonAsksNothing: String {
        "A PIN or a password is needed, and with --json nothing is asked. Give it with --pin-from FILE."
    }
    func tooLong(_ bytes: Int) -> String { "That is too large: at most \(bytes) bytes." }
    var fingerprintReady: String { "Fingerprint works. Touch the reader when an app asks." }
    func counts(_ settings: Settings) -> String {
        "Fingers: \(settings.enrolledPrints). PIN: \(settings.pinSet ? "set" : "not set"). Stored items: \(settings.items)."
    }
    func waiting(_ count: Int) -> String { "Waiting to be renewed: \(count)." }
    func rows(_ settings: Settings) -> [[String]] {
        [
            ["Fingerprint", settings.fingerprintEnabled ? "on" : "off"],
            ["Fingers", "\(settings.enrolledPrints)"],
            ["PIN", settings.pinSet ? "set" : "not set"],
            ["Password", settings.passwordAvailable ? "can be used" : "not in use"],
            ["Stored items", "\(settings.items)"],
        ]
    }
    func loginsLocked(_ lockout: LoginLockout, _ end: LockoutEnd) -> String {
        guard let wait = lockout.retryAfter else {
            let wayOut =
                switch end {
                case .pin: "Your PIN unlocks it."
                case .password: "Your password unlocks it."
                case .pinOrPassword: "Your PIN or password unlocks it."
                case .newPIN: "Set a PIN to unlock it."
                case .later: "No PIN or password can be used now. Try again later, or ask an administrator."
                }
            return "Fingerprint at login is locked after too many scans that did not match. \(wayOut)"
        }
        let wayOut =
            switch end {
            case .pin: " Your PIN ends the pause."
            case .password: " Your password ends the pause."
            case .pinOrPassword: " Your PIN or password ends the pause."
            case .newPIN, .later: ""
            }
        return "Fingerprint at login is paused for \(wait.wait(in: language)) after scans that did not match.\(wayOut)"
    }
    var noReaders: String { "No fingerprint reader." }
    func touches(_ count: Int) -> String { "\(count) touches" }
    var privacy: [String] {
        [
            "Kept by the service, in /var/lib/biogate unless an administrator chose another place:",
            """
              your fingerprint templates (numbers, not pictures), sealed under a key of this computer; \
            some readers keep them in their own chip;
            """,
            "  what you stored, and a PIN only as a key that it opens; how often scans did not match.",
            "For how long: until you erase it.",
            """
            How to erase it: biogate finger remove --all, biogate rm NAME, biogate pin remove, biogate \
            revoke-all; everything: biogate reset.
            """,
            """
            The system's journal keeps who asked for what, and whether it was granted; never a secret, \
            never which finger.
            """,
            "Nothing is sent anywhere.",
        ]
    }
    func wouldClear(_ reader: ReaderID) -> String {
        "This erases every print in the reader \(quoted(reader.rawValue)), also those of other users and programs."
    }
    func wouldReset(_ user: String) -> String { "This erases every finger, PIN, item and setting of \(quoted(user))." }
    var wouldResetAll: String { "This erases all of your fingers, your PIN, your items and your settings." }
    func waitForRenewal(_ items: [ItemName]) -> String { "\(list(items)) can open with a finger again." }
    func renewNow(_ count: Int) -> String { count == 1 ? "Renew it now?" : "Renew them now?" }
    var nothingToRenew: String { "Nothing needs to be renewed." }
    func nothingToRenew(_ item: Item) -> String {
        "There is nothing to renew: \(list([item.name])) opens with \(opening(item))."
    }
    var noFingers: String { "No fingers added yet." }
    func renamed(_ finger: String, _ label: String?) -> String {
        label.map { "\(finger) is now called \($0)." } ?? "\(finger) has no other name now."
    }
    var removedAll: String { "All fingers are removed." }
    func notAdded(_ finger: String) -> String { "You have no \(finger) added." }
    var unvouched: String { "login only" }
    var unvouchedOpensNothing: String {
        "Fingers for \"login only\" were added in the system's settings. They open no items until you confirm them."
    }
    func addedOn(_ finger: String, _ date: String, reader: String) -> String {
        "\(finger), added \(date), on \(reader)"
    }
    var mayOpenItems: String { "Let it open items, too?" }
    var nameOneFinger: String { "Name the finger that you mean, and its reader with --reader." }
    var nothingToVouch: String { "There is no finger to confirm." }
    func onSeveralReaders(_ finger: String, _ readers: [ReaderID]) -> String {
        let readers = readers.map(\.rawValue).joined(separator: ", ")
        return "Added on more than one reader: \(finger). Choose one with --reader: \(readers)"
    }
    var cleared: String { "The reader is empty." }
    var currentPINPrompt: String { "Current PIN:" }
    var newPINPrompt: String { "New PIN:" }
    var repeatPINPrompt: String { "The same PIN again:" }
    var pinIsNeeded: String {
        "Fingers need a PIN as a fallback, and you have no other. Remove them first: biogate finger remove --all"
    }
    var fingerprintOn: String { "Fingerprint is on." }
    var fingerprintOff: String { "Fingerprint is off." }
    var fingerprintStaysOff: String { "Fingerprint stays off: no finger opens anything until it is turned on." }
    var turnOn: String { "To turn it on: biogate enable" }
    var everythingErased: String { "Everything is erased." }
    var noItems: String { "Nothing is stored." }
    func opening(_ item: Item) -> String {
        switch item.state {
        case .valid: names(item.openableBy)
        case .invalidated(let cause): "nothing opens it (\(self.cause(cause)))"
        }
    }

    func key(_ opening: String) -> String { "key: \(opening)" }

    private func cause(_ cause: Item.Invalidation) -> String {
        switch cause {
        case .enrollmentChanged: "fingers changed"
        case .fingerprintDisabled: "fingerprint was turned off"
        case .pinRemoved: "the PIN was removed"
        case .pinReset: "the PIN was reset"
        case .revoked: "access was ended"
        }
    }

    private func wait(_ item: Item) -> String {
        item.fingerprintLostBy.map(cause) ?? "no finger has opened it yet"
    }

    func rows(_ item: Item) -> [[String]] {
        let enrollment = item.access.enrollment == .current ? "fingerprint ends" : "fingerprint stays"
        let rows: [(String, String?)] = [
            ("Name", item.name.rawValue), ("Label", item.label?.rawValue),
            ("Kind", item.kind == .secret ? "secret" : "key"),
            ("Opens with", opening(item)), ("Waits for renewal", item.waitsForRenewal ? wait(item) : nil),
            ("When fingers change", item.access.allows(.fingerprint) ? enrollment : nil),
            ("Reuse", item.access.maximumAge > .zero ? item.access.maximumAge.wait(in: language) : nil),
            ("Sealed by", item.sealedBy.rawValue), ("Stored by", item.owner),
            ("Stored", LocalTime(item.createdAt).text(in: language)),
            ("Last used", item.lastUsedAt.map { LocalTime($0).text(in: language) }),
        ]
        return rows.compactMap { row in row.1.map { [row.0, $0] } }
    }
    func stored(_ item: ItemName) -> String { "Stored: \(list([item]))." }
    func deleted(_ item: ItemName) -> String { "Deleted: \(list([item]))." }
    func secretPrompt(_ item: ItemName) -> String { "Secret for \(list([item])):" }
    var noSecret: String { "There is no secret. Give one with --from FILE or on standard input." }
    func keyMade(_ key: ItemName, _ command: String) -> String {
        "Made: \(list([key])). Its public half: \(command)"
    }
    var noChallenge: String { "There is nothing to sign. Give it with --from FILE or on standard input." }
    func saved(_ path: String) -> String { "Saved in \(quoted(path))." }
    func fileExists(_ path: String) -> String {
        "\(quoted(path)) is there already. Choose another name, or use --yes to replace it."
    }
    func replaceFile(_ path: String) -> String { "\(quoted(path)) is there already. Replace it?" }
    func notForVariable(_ item: ItemName) -> String {
        "\(list([item])) holds a zero byte, which no variable can. Use --fd."
    }
    func noProgram(_ name: String) -> String { "There is no program \(quoted(name))." }
    var openReason: String { "Open it at the terminal" }
    var signReason: String { "Sign at the terminal" }
    func runReason(_ program: String) -> String { "Run \(program)" }
    var noJournal: String { "There is no journalctl: this machine keeps no journal." }
    func paused(_ wait: Duration) -> String {
        "Fingerprint is paused for \(wait.wait(in: language)). Then touch the reader."
    }
    var setupNeedsTerminal: String {
        "This asks questions, and there is no terminal. Use: biogate pin set, biogate finger add, biogate store."
    }
    var setupLater: String { "You can begin at any time with: biogate setup" }
    var setPINNow: String { "Set a PIN? It is the way in when a fingerprint does not work." }
    func addFingerNow(_ finger: String) -> String { "Add your \(finger)?" }
    var vouchFingersNow: String { "Confirm the fingers from the system's settings, to use them here, too?" }
    var tryNow: String { "Try it?" }
    var tryReason: String { "Try it out" }
    func works(_ factor: String) -> String { "Your \(factor) works." }
    func noOption(_ argument: String) -> String {
        "There is no option \(quoted(argument)). To use a name that begins with \"-\", put -- before it: biogate store -- \(argument)"
    }
    func ownedByRoot(insteadOf user: String) -> String {
        "This is about the fingers, PIN and items of root, not of \(user)."
    }
    var tooManyArguments: String { "There is an argument too many." }
    var secretsAreNoArguments: String {
        "There is an argument too many. Secrets and PINs are never arguments: other programs could read them. Use --from FILE, --pin-from FILE, a pipe, or type it when you are asked."
    }
    func unknownLocale(_ tag: String) -> String {
        "There are no messages in \(quoted(tag)). --locale takes en, ko or nb."
    }
    var notUTF8: String { "An argument is not valid UTF-8." }
    var waitsForService: String { "The fingerprint service is not running. Waiting for it." }
    var nothingAdded: String { "No finger was added." }
    var passwordNeeded: String { "To set this PIN, show that it is you with --password-from FILE." }
    var oldPINNeeded: String {
        "A PIN is set already. Give it with --old-pin-from FILE, or show that it is you with --password-from FILE."
    }
    func notForTerminal(_ item: ItemName) -> String {
        "\(list([item])) is not shown: it is no text, or has characters that a terminal obeys. Use --out FILE, or a pipe."
    }
    func notExecutable(_ name: String) -> String {
        "\(quoted(name)) cannot be run: it is not a program, or you may not run it."
    }
    func noInterpreter(_ name: String) -> String {
        "\(quoted(name)) cannot be run: the program that its first line names is not there."
    }
    var emptyCredential: String { "No PIN or password was given: the file or pipe is empty." }
    var journalForbidden: String {
        "You may not read the system's journal. Use: sudo biogate log. For good: sudo usermod --append --groups systemd-journal \"$USER\", then sign in again."
    }
}
