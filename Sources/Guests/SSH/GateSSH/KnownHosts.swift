internal import GateWire

/// OpenSSH's list of host keys and their names, as known_hosts has it.
public struct KnownHosts: Sendable {
    /// A host key's standing in a list.
    public enum Standing: Hashable, Sendable {
        case unknown
        case revoked
        /// With the names that stand beside it in the clear, or that were tried and are right; possibly none.
        case known(names: [String])
    }

    private enum Marker { case none, authority, revoked }

    private enum Names {
        case patterns([String])
        case masked(salt: [UInt8], name: [UInt8])
    }

    private struct Line {
        let marker: Marker
        let names: Names
        let key: [UInt8]
    }

    /// The most lines that are read; a longer list counts as if it ended there.
    public static let lineLimit = 50_000
    private static let longestLine = 65_536

    private var lines: [Line] = []

    /// An empty list.
    public init() {}

    /// The files with a user's list and the system's, which OpenSSH reads unless ssh_config names others.
    public static func files(home: String) -> [String] {
        ["\(home)/.ssh/known_hosts", "\(home)/.ssh/known_hosts2", "/etc/ssh/ssh_known_hosts"]
    }

    /// The longest file that is read.
    public static let fileLimit = 8 << 20

    /// Reads a file. Lines that are none are ignored, as OpenSSH does.
    public init(_ file: [UInt8]) {
        for line in file.split(separator: UInt8(ascii: "\n")).prefix(Self.lineLimit) {
            guard line.count <= Self.longestLine, let line = Self.line(line) else { continue }
            lines.append(line)
        }
    }

    /// Adds another file's lines.
    public mutating func append(_ other: KnownHosts) { lines += other.lines }

    private static func line(_ bytes: ArraySlice<UInt8>) -> Line? {
        let text = String(decoding: bytes, as: UTF8.self)
        var words = text.split(whereSeparator: { $0 == " " || $0 == "\t" || $0 == "\r" })[...]
        guard let first = words.first, !first.hasPrefix("#") else { return nil }
        var marker = Marker.none
        if first.hasPrefix("@") {
            switch first {
            case "@cert-authority": marker = .authority
            case "@revoked": marker = .revoked
            default: return nil
            }
            words = words.dropFirst()
        }
        words = words.prefix(3)
        guard words.count == 3, let hosts = words.popFirst(), let kind = words.popFirst(), let last = words.popFirst(),
            let key = Base64.decode(String(last)), key.count <= SSHLimits.hostKey
        else { return nil }
        var reader = SSHReader(key)
        guard let name = try? reader.text(limit: SSHLimits.name), name == kind, let names = names(hosts) else {
            return nil
        }
        return Line(marker: marker, names: names, key: key)
    }

    private static func names(_ text: Substring) -> Names? {
        guard text.hasPrefix("|") else { return .patterns(text.split(separator: ",").map(String.init)) }
        let parts = text.split(separator: "|")
        guard parts.count == 3, parts[0] == "1", let salt = Base64.decode(String(parts[1])),
            let name = Base64.decode(String(parts[2])), name.count == 20
        else { return nil }
        return .masked(salt: salt, name: name)
    }

    /// A host key's standing in the list.
    ///
    /// - Parameters:
    ///   - asked: the names by which the user asked for this server, which may fit a pattern. They come first.
    ///   - tried: names to try where names are masked. They never fit a pattern: `*` would give the server any of them.
    public func standing(
        of host: HostKey, asked: [String], tried: [String] = [], _ cryptography: some SSHCryptography
    ) -> Standing {
        var names: [String] = []
        var isKnown = false
        let authority = host.certificate.flatMap { $0.isSound(cryptography) ? $0.authority : nil }
        for line in lines {
            switch line.marker {
            case .revoked:
                if line.key == host.plainBlob || line.key == authority { return .revoked }
            case .none:
                guard line.key == host.plainBlob else { continue }
                isKnown = true
                names += Self.names(line.names, asked: asked, tried: asked + tried, cryptography)
            case .authority:
                guard let authority, line.key == authority else { continue }
                let principals = host.certificate?.principals ?? []
                let found = Self.names(line.names, asked: asked + principals, tried: asked + principals, cryptography)
                    .filter { principals.isEmpty || principals.contains($0) }
                isKnown = isKnown || !found.isEmpty
                names += found
            }
        }
        let known = Set(names)
        var seen: Set<String> = []
        return isKnown
            ? .known(names: (asked.filter(known.contains) + names).filter { seen.insert($0).inserted }) : .unknown
    }

    /// The names that stand in the lists in the clear, each once.
    public var plainNames: [String] {
        var seen: Set<String> = []
        return lines.flatMap { line in
            switch line.names {
            case .patterns(let patterns): patterns.filter { !Self.isPattern($0) && seen.insert($0).inserted }
            case .masked: [String]()
            }
        }
    }

    /// The keys that stand beside a server's name, without those that are revoked.
    public func keys(of name: String, _ cryptography: some SSHCryptography) -> [(key: [UInt8], isAuthority: Bool)] {
        let revoked = Set(lines.filter { $0.marker == .revoked }.map(\.key))
        return lines.filter { line in
            line.marker != .revoked && !revoked.contains(line.key)
                && Self.names(line.names, asked: [name], tried: [name], cryptography).contains(name)
        }.map { ($0.key, $0.marker == .authority) }
    }

    /// The plain names of a line, and those of the given ones that it fits.
    private static func names(
        _ names: Names, asked: [String], tried: [String], _ cryptography: some SSHCryptography
    ) -> [String] {
        switch names {
        case .patterns(let patterns):
            guard !patterns.isEmpty else { return [] }
            let plain = patterns.filter { !isPattern($0) }
            guard plain.count < patterns.count else { return plain }
            return plain + asked.filter { fits($0, patterns) }
        case .masked(let salt, let name):
            return tried.filter { cryptography.maskedName(Array($0.utf8), salt: salt) == name }
        }
    }

    private static func isPattern(_ text: String) -> Bool {
        text.hasPrefix("!") || text.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
    }

    /// Whether one of the patterns fits, and none of those that begin with `!` does.
    private static func fits(_ name: String, _ patterns: [String]) -> Bool {
        var result = false
        for pattern in patterns {
            if pattern.hasPrefix("!") {
                if fits(Array(name.utf8), Array(pattern.utf8.dropFirst())) { return false }
            } else {
                result = result || fits(Array(name.utf8), Array(pattern.utf8))
            }
        }
        return result
    }

    /// `*` is any number of bytes, `?` is one. Goes back to the last `*` alone, so that the time is at most the product
    /// of both lengths.
    private static func fits(_ name: [UInt8], _ pattern: [UInt8]) -> Bool {
        var (place, patternPlace) = (0, 0)
        var star: (place: Int, pattern: Int)?
        while place < name.count {
            if patternPlace < pattern.count, pattern[patternPlace] == UInt8(ascii: "*") {
                star = (place, patternPlace)
                patternPlace += 1
            } else if patternPlace < pattern.count,
                pattern[patternPlace] == UInt8(ascii: "?") || pattern[patternPlace] == name[place]
            {
                place += 1
                patternPlace += 1
            } else if let last = star {
                place = last.place + 1
                patternPlace = last.pattern + 1
                star = (place, last.pattern)
            } else {
                return false
            }
        }
        return pattern[patternPlace...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
