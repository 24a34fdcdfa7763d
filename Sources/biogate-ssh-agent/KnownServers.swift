import GateCipher
import GateSSH
import GateSystem
import Glibc

/// The user's and the system's lists of host keys, read for each signature.
struct KnownServers {
    private let hosts: KnownHosts
    private let candidates: [String]

    /// The most names and ports that are looked at: each name is tried with each port.
    private static let wordLimit = 64

    /// No server is known.
    init() { (hosts, candidates) = (KnownHosts(), []) }

    /// `program` is the asking process, whose command line may have the name of a masked line.
    init(_ program: AskingProcess?) {
        var hosts = KnownHosts()
        for path in KnownHosts.files(home: Self.home) {
            let file = try? Descriptor.open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
            guard let bytes = try? file?.readAll(atMost: KnownHosts.fileLimit) else { continue }
            hosts.append(KnownHosts(bytes))
        }
        self.hosts = hosts
        candidates = program.map { Self.names(in: $0.arguments) } ?? []
    }

    private static var home: String {
        // Nothing here changes the environment.
        guard let value = unsafe getenv("HOME") else { return "/" }
        return unsafe String(cString: value)
    }

    /// The words of a command line that could be a server's name, alone and with a port.
    private static func names(in arguments: [String]) -> [String] {
        var ports: [String] = []
        var names: [String] = []
        for (place, word) in arguments.enumerated().dropFirst() {
            if arguments[place - 1] == "-p" { ports.append(word) }
            if word.hasPrefix("-p"), word.count > 2 { ports.append(String(word.dropFirst(2))) }
            let isName = !word.hasPrefix("-") && word.utf8.count <= SSHLimits.name
            guard isName, names.count < wordLimit else { continue }
            names.append(word.split(separator: "@").last.map(String.init) ?? word)
        }
        let numbers = Set(ports.prefix(wordLimit)).filter { UInt16($0) != nil }
        return names + numbers.flatMap { port in names.map { "[\($0)]:\(port)" } }
    }

    /// The server's name; nil if it is in no list, or revoked there.
    func name(of host: HostKey) -> String? {
        switch hosts.standing(of: host, candidates: candidates, SwiftCryptography()) {
        case .unknown, .revoked: nil
        case .known(let names): names.first
        }
    }
}
