import Foundation
import Testing

/// A rule for the sources' lines, with samples that break it and samples that keep it.
struct Rule: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Prefixes of the file names that the rule applies to.
    let scope: [String]
    /// Prefixes of the file names that are exempt.
    let exempt: [String]
    /// The lines that break the rule, in any file.
    let findings: @Sendable (SourceFile) -> [Int]
    let breaches: [SourceFile]
    let fitting: [SourceFile]

    /// A rule that single lines of code break.
    init(
        _ description: String, scope: [String] = ["Sources/"], exempt: [String] = [], breaches: [String],
        fitting: [String] = [], line breaks: @escaping @Sendable (String) -> Bool
    ) {
        self.init(description, scope: scope, exempt: exempt, breaches: breaches, fitting: fitting) { file in
            file.code.indices.filter { breaks(file.code[$0]) }
        }
    }

    /// - Parameters:
    /// - breaches: texts that break the rule in any file that is in the scope and not exempt.
    /// - fitting: texts that keep it in any file.
    init(
        _ description: String, scope: [String] = ["Sources/"], exempt: [String] = [], breaches: [String],
        fitting: [String] = [], findings: @escaping @Sendable (SourceFile) -> [Int]
    ) {
        testDescription = description
        self.scope = scope
        self.exempt = exempt
        self.findings = findings
        self.breaches = scope.flatMap { scope in breaches.map { SourceFile("\(scope)Any/Sample.swift", $0) } }
        let outside = exempt.flatMap { exempt in breaches.map { SourceFile("\(exempt)Sample.swift", $0) } }
        self.fitting = scope.flatMap { scope in fitting.map { SourceFile("\(scope)Any/Sample.swift", $0) } } + outside
    }

    /// The lines of a file that break the rule.
    func broken(by file: SourceFile) -> [Int] {
        guard scope.contains(where: file.name.hasPrefix), !exempt.contains(where: file.name.hasPrefix) else {
            return []
        }
        return findings(file)
    }
}

extension Rule {
    static let all = [
        purity, core, vault, pinKeys, evidence, reuses, proofs, matches, serialization, templates, images,
        justifications,
        traps, environment,
        continuations, pool,
    ]

    /// Pure rooms: nothing of Foundation or the C library.
    private static let purity = Rule(
        "pure rooms import nothing that could read a file or a clock",
        scope: [
            "Sources/GateModel/", "Sources/GatePolicy/", "Sources/GateGuidance/", "Sources/GateVault/",
            "Sources/GateWire/", "Sources/Guests/SSH/GateSSH/", "Sources/Guests/Keyring/GateSecretService/",
            "Sources/Guests/Passkeys/GateCTAP/",
        ],
        breaches: [
            "import Foundation", "public import Glibc", "internal import struct Foundation.Date",
            "@preconcurrency import Dispatch",
        ],
        fitting: ["import GateModel", "public import GateModel", "// import Foundation"],
        line: { line in
            line.has("import")
                && line.contains(/^\s*(@\w+\s+)*((public|package|internal|fileprivate|private)\s+)?import\s/)
                && !line.contains(/\bimport\s+Gate\w+\s*$/)
        })

    private static let core = Rule(
        "what decides in the daemon knows no wire, socket, database, cipher or reader",
        scope: ["Sources/GateCore/"],
        breaches: [
            "import GateWire", "public import GateSocket", "import GateKeystore", "import GateReader", "import Glibc",
            "import NIOCore", "internal import Crypto", "import GateBus", "import Foundation",
        ],
        fitting: [
            "import GateModel", "public import GateVault", "@_spi(Evidence) import GatePolicy", "import Logging",
            "import Synchronization", "// import GateWire",
        ],
        line: { line in
            line.has("import")
                && line.contains(/^\s*(@\S+\s+)*((public|package|internal)\s+)?import\s/)
                && !line.contains(
                    /\bimport\s+(Gate(Model|Secret|Policy|Guidance|Vault|System)|Logging|Synchronization)\s*$/)
        })

    private static let vault = Rule(
        "of the daemon, what opens the keystore at the start alone sees more of it than its protocols",
        scope: ["Sources/GateDaemon/"],
        exempt: [
            "Sources/GateDaemon/Daemon", "Sources/GateDaemon/RootKeySource", "Sources/GateDaemon/SealingMove",
            "Sources/GateDaemon/StartError",
        ],
        breaches: ["import GateKeystore", "internal import GateKeystore"],
        fitting: ["internal import GateVault", "// import GateKeystore"],
        line: { $0.has("GateKeystore") && $0.contains(/\bimport\s+GateKeystore\b/) })

    private static let pinKeys = Rule(
        "the store alone makes an unlocked PIN and reads its key", exempt: ["Sources/GateKeystore/"],
        breaches: ["@_spi(Store) import GateVault", "@_spi(Store) internal import GateVault"],
        fitting: ["internal import GateVault", "@_spi(Store) public init("],
        line: { $0.has("@_spi(Store)") && $0.contains(/\bimport\b/) })

    private static let evidence = Rule(
        "the end of a scan and the check of a credential alone make what the policy grants upon",
        exempt: ["Sources/GateCore/Presence/Scans", "Sources/GateCore/Presence/Credentials"],
        breaches: ["@_spi(Evidence) import GatePolicy", "@_spi(Evidence) internal import GatePolicy"],
        fitting: ["internal import GatePolicy", "@_spi(Evidence) public init("],
        line: { $0.has("@_spi(Evidence)") && $0.contains(/\bimport\b/) })

    private static let reuses = Rule(
        "the ledger alone lets an authentication count once more",
        exempt: ["Sources/GatePolicy/AuthenticationLedger"],
        breaches: ["return Reuse(authentication)", "newest.map(Reuse.init)", "let reuse = Reuse.init(newest)"],
        fitting: ["func reused(_ reuse: consuming Reuse, at now: Moment) -> Verdict {", "indirect case isReuse(Bool)"],
        line: { $0.has("Reuse") && $0.contains(/\bReuse(\.init\b|\()/) })

    private static let proofs = Rule(
        "only the policy makes a proof",
        exempt: ["Sources/GatePolicy/PresenceRequest.swift", "Sources/GatePolicy/LoginRelease.swift"],
        breaches: ["return .grant(PresenceProof(user: user))", "let proof = PresenceProof.init(user: user)"],
        fitting: ["func open(consuming proof: consuming PresenceProof)", "struct PresenceProof: ~Copyable {"],
        line: { $0.has("PresenceProof") && $0.contains(/\bPresenceProof(\.init)?\(/) })

    /// A pattern such as `case .matched(let print)` claims no match.
    private static let matches = Rule(
        "only the sensor, and the line to its process, say that a finger matched",
        exempt: [
            "Sources/GateSensor/", "Sources/GateReader/ReaderReport.swift", "Sources/GateReader/ReaderServer.swift",
            "Sources/GateReaders/ReaderCall.swift",
        ],
        breaches: [
            "return .matched(print.id)", "outcome = .matched(id)", "position.map { .matched($0) }",
            "judged(ScanOutcome.matched(id))", ".matched(id)",
        ],
        fitting: [
            "case .matched(let print):", "if case .judged(.matched(let id)) = result {", "lockout.matched(limits)",
        ],
        line: { $0.has(".matched(") && $0.contains(/(^|[^\w)\]?!]|ScanOutcome)\.matched\((?!let\b)/) })

    private static let serialization = Rule(
        "libfprint reads and writes templates in one place", exempt: ["Sources/GateSensor/FprintPrint.swift"],
        breaches: [
            "unsafe fp_print_deserialize(start, count, nil)", "unsafe fp_print_serialize(print, &start, &count, nil)",
        ],
        line: { $0.has("serialize(") && $0.contains(/\bfp_print_(de)?serialize\(/) })

    /// The keystore authenticates everything that it opens; TamperTests shows that for each column.
    private static let templates = Rule(
        "a template comes from what the keystore opened, libfprint itself wrote, perhaps over the line to its process, or root brings",
        exempt: ["Sources/GateWire/OperationMessage.swift", "Sources/GateDoor/FaceMethods/FaceMoving.swift"],
        breaches: [
            "return Template(bytes: bytes)",
            "let opened = try Cipher.openBytes(row)\n\n\n\n\nreturn Template(bytes: bytes)",
        ],
        fitting: [
            "Template(\n    bytes: try Cipher.openBytes(row))",
            "guard unsafe fp_print_serialize(pointer, &start, &count, nil) != 0 else { return nil }\n"
                + "return unsafe Template(bytes: Array(start))",
            #"var description: String { "Template(\(bytes.count) bytes)" }"#,
        ],
        findings: { file in
            let code = file.code
            return code.indices.filter { number in
                guard code[number].has("Template("), code[number].contains(/\bTemplate\((?!\\)/) else { return false }
                return !code[max(0, number - 4)...min(number + 1, code.count - 1)].contains {
                    $0.contains("Cipher.openBytes(") || $0.contains("fp_print_serialize(")
                }
            }
        })

    private static let images = Rule(
        "a finger's image is for diagnosis: nothing but the sensor's own room knows of it",
        exempt: ["Sources/GateSensor/"],
        breaches: ["let image: CapturedImage", "try await sensor.capture(on: reader)"],
        line: { $0.has("CapturedImage", ".capture(") })

    private static let justifications = Rule(
        "what the compiler cannot check carries the sentence that justifies it",
        breaches: [
            "// Too far.\n\n\n\nextension Lock: @unchecked Sendable {}", "nonisolated(unsafe) var shared = 0",
        ],
        fitting: [
            "// It is locked.\nextension Lock: @unchecked Sendable {}", "/// Once.\nnonisolated(unsafe) let a = 0",
        ],
        findings: { file in
            file.code.indices.filter { number in
                guard file.code[number].has("@unchecked Sendable", "nonisolated(unsafe)") else { return false }
                return !file.lines[max(0, number - 3)..<number].contains { $0.contains("//") }
            }
        })

    private static let traps = Rule(
        "nothing traps on purpose",
        breaches: ["let value = try! read()", "fatalError(\"never\")", "let text = value as! String"],
        fitting: ["let value = try? read()", "let text = value as? String"],
        line: { $0.has("try!", "fatalError(", "as!") && $0.contains(/\btry!|\bfatalError\(|\sas!\s/) })

    /// The closure may be a separate job, so a condition checked before it may no longer hold.
    private static let continuations = Rule(
        "whoever puts a continuation away decides there that it has to wait",
        breaches: [
            "await withCheckedContinuation { waiting.append($0) }",
            "return await withCheckedContinuation { lines[user]?.waiting.append(($0, user)) }",
            "await withCheckedContinuation { whenDone[ticket] = $0 }",
        ],
        fitting: ["await withCheckedContinuation { requests.awaitNone($0) }"],
        line: {
            $0.has("withCheckedContinuation")
                && $0.contains(/withCheckedContinuation\s*\{.*(append\(.*\$0|=\s*\$0)/)
        })

    /// The pool's first thread starts a watch that wakes the process every second.
    private static let pool = Rule(
        "whatever the daemon runs names its thread, for none is to be of Swift's pool",
        scope: [
            "Sources/GateSystem/", "Sources/GateBus/", "Sources/GateSensor/", "Sources/GateKeystore/",
            "Sources/GateTPM/", "Sources/GateSocket/", "Sources/GateReader/", "Sources/GateCore/", "Sources/GateDoor/",
            "Sources/GateReaders/", "Sources/GateSeats/", "Sources/GateDaemon/",
            "Sources/biogated/",
            "Sources/biogate-reader/",
        ],
        breaches: [
            "Task { await stop() }", "payment = Task {", "let sum = Task { () async -> Int in",
            "Task(priority: .low) { }", "Task.detached { }", "Task.immediate { }", "try await Task.sleep(for: wait)",
            "DispatchQueue.global().async { }", "@concurrent func read() async", "static func main() async {",
            "actor Ledger {\n    var sum = 0\n}",
        ],
        fitting: [
            "Task(executorPreference: loop.taskExecutor) { await stop() }", "let task: Task<Void, Never>",
            "Task.immediate(executorPreference: tasks) {", "if Task.isCancelled { return }",
            "await loop.sleep(for: wait)",
            "actor Ledger {\n    nonisolated var unownedExecutor: UnownedSerialExecutor { executor }\n}",
        ],
        findings: { file in
            let ownsExecutor = file.code.contains { $0.contains("var unownedExecutor") }
            return file.code.indices.filter { number in
                let line = file.code[number]
                guard line.has("Task", "Dispatch", "@concurrent", "main()", "actor ") else { return false }
                return line.contains(/\bTask(\.immediate)?\s*(\{|\((?!executorPreference:))|\bTask\.(sleep|detached)\b/)
                    || line.contains(/\bDispatchQueue\.global|@concurrent|func main\(\) async/)
                    || !ownsExecutor && line.contains(/\bactor\s+\w+.*\{/)
            }
        })

    private static let environment = Rule(
        "the environment is read at the edges alone",
        exempt: [
            "Sources/biogated/", "Sources/GateSystem/ProcessEnvironment.swift", "Sources/biogate-agent/",
            "Sources/Guests/SSH/biogate-ssh-agent/", "Sources/Guests/Keyring/biogate-secrets/",
            "Sources/Guests/Passkeys/biogate-passkeys/",
            "Sources/GateBus/BusConnection.swift", "Sources/GateSocket/GateTransport.swift",
            "Sources/GateSystem/OwnProcess.swift",
        ],
        breaches: [
            "unsafe gate_environment(\"HOME\")", "getenv(\"HOME\")", "unsafe secure_getenv(\"HOME\")",
            "ProcessInfo.processInfo.environment[\"HOME\"]",
            "try open(\"/proc/self/environ\")", "var next = environ", "OwnProcess.variable(\"HOME\")",
        ],
        fitting: ["let environment = Environment()"],
        line: {
            $0.has("env") && $0.contains(/getenv\(|gate_environment\(|processInfo\.environment|\benviron\b/)
                || $0.has("OwnProcess.variable(")
        })
}

extension String {
    /// Whether the line contains one of the words. Regular expressions over all lines would take minutes.
    fileprivate func has(_ words: String...) -> Bool {
        words.contains { range(of: $0, options: .literal) != nil }
    }
}
