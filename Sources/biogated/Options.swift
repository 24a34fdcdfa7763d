import GateDaemon

/// What the daemon's command line says.
struct Options: Equatable {
    /// What is told instead of serving.
    enum Notice { case help, version }

    private(set) var config: String?
    private(set) var socket: String?
    private(set) var faceSocket: String?
    private(set) var stateDirectory: String?
    private(set) var moveSealing: SealingMove.Target?
    private(set) var dropKeys = false
    private(set) var check = false
    private(set) var notice: Notice?

    /// Reads the words behind the program's name, up to the first that asks for a notice; of an option that is there
    /// twice, the last one counts.
    init(_ words: ArraySlice<String>) throws(OptionsFault) {
        var words = words
        while notice == nil, let word = words.popFirst() {
            let equals = word.utf8.firstIndex(of: UInt8(ascii: "="))
            let name = String(word[..<(equals ?? word.endIndex)])
            func value() throws(OptionsFault) -> String {
                if let equals { return String(word[word.utf8.index(after: equals)...]) }
                // An option is no value: one that begins as they do is joined with =.
                guard words.first?.hasPrefix("-") == false else { throw .missingValue(of: name) }
                return words.removeFirst()
            }
            switch name {
            case "--config": config = try value()
            case "--socket": socket = try value()
            case "--face-socket": faceSocket = try value()
            case "--state-directory": stateDirectory = try value()
            case "--move-sealing":
                let text = try value()
                guard let target = SealingMove.Target(rawValue: text) else { throw .noTarget(text) }
                moveSealing = target
            case _ where equals != nil: throw .unknown(word)
            case "--drop-keys": dropKeys = true
            case "--check": check = true
            case "--help", "-h": notice = .help
            case "--version": notice = .version
            default: throw .unknown(word)
            }
        }
    }

    static let help = """
        OVERVIEW: Opens sealed secrets with a fingerprint, for local apps over a socket.

        \(usage)

        OPTIONS:
          --config <config>       The configuration; without it /etc/biogate/biogated.conf where that exists.
          --socket <socket>       The socket, instead of the configuration's.
          --face-socket <face-socket>
                                  The face socket, for biogate-fprintd; by default that of biogated-face.socket.
          --state-directory <state-directory>
                                  The state directory, instead of the configuration's.
          --move-sealing <move-sealing>
                                  Moves the root key into the TPM (tpm) or into a file (file), and ends. Stop the daemon
                                  before.
          --drop-keys             With --move-sealing file: gives up the signing keys that are in the TPM, which cannot
                                  leave it.
          --check                 Only checks the configuration: ends with 0, or says what is wrong, and ends with 78.
          --version               Show the version.
          -h, --help              Show help information.
        """

    fileprivate static let usage = """
        USAGE: biogated [--config <config>] [--socket <socket>] [--face-socket <face-socket>] \
        [--state-directory <state-directory>] [--move-sealing <move-sealing>] [--drop-keys] [--check]
        """
}

/// A command line that the daemon does not understand.
enum OptionsFault: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case missingValue(of: String)
    case noTarget(String)

    var description: String {
        let reason =
            switch self {
            case .unknown(let word): "\(word.hasPrefix("-") ? "Unknown option" : "Unexpected argument") '\(word)'"
            case .missingValue(let option): "Missing value for '\(option) <\(option.drop { $0 == "-" })>'"
            case .noTarget(let text): "The value '\(text)' is invalid for '--move-sealing': Say tpm or file."
            }
        return "Error: \(reason)\n\(Options.usage)\n  See 'biogated --help' for more information."
    }
}
