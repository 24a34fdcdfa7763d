/// The name of a systemd unit, and of its app. A user's programs choose the names of their units: the name is only an
/// app's claim.
public struct UnitName: Hashable, Sendable {
    public let rawValue: String

    /// Takes any text, even if it names no app.
    public init(_ text: String) { rawValue = text }

    /// `flatpak:ID` or `snap:SNAP`: Flatpak names its units `app-flatpak-ID-NUMBER.scope`, snapd
    /// `snap.SNAP.APP-UUID.scope` and `snap.SNAP.APP.service`.
    public var sandboxedApp: String? {
        if rawValue.hasPrefix("app-flatpak-"), let end = rawValue.lastIndex(of: "-") {
            let escaped = rawValue[..<end].dropFirst("app-flatpak-".count)
            return escaped.isEmpty ? nil : "flatpak:\(Self.unescaped(escaped))"
        }
        let parts = rawValue.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.first == "snap", parts.count > 3, !parts[1].isEmpty else { return nil }
        return "snap:\(parts[1])"
    }

    /// The app's name in a unit named by a desktop (`app-DESKTOP-NAME-NUMBER.scope`,
    /// `app-DESKTOP-NAME@NUMBER.service`), or the sandboxed app's after `flatpak:` or `snap:`; for another unit its own
    /// name, and nil for a whole session.
    public var appName: String? {
        for sandbox in ["flatpak:", "snap:"] where rawValue.hasPrefix(sandbox) {
            return String(rawValue.dropFirst(sandbox.count))
        }
        if rawValue.hasPrefix("session-"), rawValue.hasSuffix(".scope") { return nil }
        guard rawValue.hasPrefix("app-") else { return rawValue }
        var rest = rawValue.dropFirst("app-".count)
        if rest.hasSuffix(".scope") {
            rest = rest.dropLast(".scope".count)
            if let end = rest.lastIndex(of: "-") { rest = rest[..<end] }
        } else if rest.hasSuffix(".service") {
            rest = rest.dropLast(".service".count)
            if let end = rest.lastIndex(of: "@") { rest = rest[..<end] }
        }
        // The desktop's name ends at the last hyphen: a hyphen in a name is written as \x2d.
        let name = rest.lastIndex(of: "-").map { rest[rest.index(after: $0)...] } ?? rest
        return name.isEmpty ? rawValue : Self.unescaped(name)
    }

    /// `\x2d` is `-` (systemd.unit(5), string escaping for inclusion in unit names).
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "x"),
                let value = UInt8(String(Substring(rest.dropFirst().prefix(2))), radix: 16)
            else {
                bytes.append(byte)
                continue
            }
            rest = rest.dropFirst(3)
            bytes.append(value)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
