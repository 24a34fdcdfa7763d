// A configuration's text without the meaning of its settings: INI as systemd and fprintd have it, or JSON.

/// One entry of a configuration's text.
public struct SettingsEntry: Hashable, Sendable {
    /// A group's head, or a setting.
    public enum Content: Hashable, Sendable {
        /// The settings that follow are in this group.
        case group(String)
        /// The key includes its group, as in `lockout.freeFailures`. The value is nil for a JSON value that is not a
        /// scalar.
        case setting(key: String, value: String?)
    }

    public let content: Content
    /// Counted from one.
    public let line: Int
}

/// Why a text is not a configuration, and the first line that shows it.
public struct SettingsFault: Error, Hashable, Sendable {
    /// The fault of a line.
    public enum Reason: Error, Hashable, Sendable {
        /// The bytes are not text.
        case notUTF8
        /// A control character other than a tab or a line's end.
        case controlCharacter
        /// Longer than `SettingsText.maximumLineBytes`.
        case longLine
        /// Neither a group, a setting, nor a comment.
        case noSetting
        /// YAML's form of a setting or group, with INI's form if that is plain.
        case yaml(instead: String?)
        /// A key that an earlier line sets.
        case repeatedKey(String, firstLine: Int)
        /// A text that begins with `{` and is not JSON (RFC 8259) from this line on.
        case notJSON
    }

    /// Counted from one.
    public let line: Int
    public let reason: Reason
}

/// Splits a configuration's text into entries.
public enum SettingsText {
    /// The longest line of an INI file, in bytes.
    public static let maximumLineBytes = 8192
    /// The group of the settings without one; their keys do not include it.
    public static let ownGroup = "biogated"

    /// Returns the text's entries, in order and with unique keys. A text that begins with `{` is JSON.
    public static func entries(of text: [UInt8]) throws(SettingsFault) -> [SettingsEntry] {
        let isMarked = text.starts(with: [0xEF, 0xBB, 0xBF])
        let text = isMarked ? Array(text.dropFirst(3)) : text
        var entries = Entries()
        if text.first(where: { !isBlank($0) && $0 != 0x0A && $0 != 0x0D }) == UInt8(ascii: "{") {
            try entries.readJSON(text)
        } else {
            try entries.readINI(text)
        }
        return entries.found
    }

    /// The entries found so far.
    struct Entries {
        private(set) var found: [SettingsEntry] = []
        private var lines: [String: Int] = [:]

        mutating func begin(_ group: String, line: Int) {
            found.append(SettingsEntry(content: .group(group), line: line))
        }

        mutating func set(_ name: String, of group: String, to value: String?, line: Int) throws(SettingsFault.Reason) {
            let key = group == ownGroup ? name : "\(group).\(name)"
            let first = lines.updateValue(line, forKey: key)
            if let first { throw .repeatedKey(key, firstLine: first) }
            found.append(SettingsEntry(content: .setting(key: key, value: value), line: line))
        }

        fileprivate mutating func readINI(_ text: [UInt8]) throws(SettingsFault) {
            var group = ownGroup
            let lines = text.split(separator: 0x0A, omittingEmptySubsequences: false)
            for (index, bytes) in lines.enumerated() {
                do throws(SettingsFault.Reason) {
                    let line = try SettingsText.content(of: bytes)
                    switch line.first {
                    case nil, UInt8(ascii: "#"), UInt8(ascii: ";"): break
                    case UInt8(ascii: "["):
                        group = try SettingsText.group(of: line)
                        begin(group, line: index + 1)
                    case .some:
                        let (name, value) = try SettingsText.setting(of: line)
                        try set(name, of: group, to: value, line: index + 1)
                    }
                } catch {
                    throw SettingsFault(line: index + 1, reason: error)
                }
            }
        }
    }

    /// A line without surrounding blanks, and without the CR of a DOS line end.
    private static func content(of line: ArraySlice<UInt8>) throws(SettingsFault.Reason) -> ArraySlice<UInt8> {
        let line = line.last == 0x0D ? line.dropLast() : line
        guard line.count <= maximumLineBytes else { throw .longLine }
        guard !line.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else { throw .controlCharacter }
        guard String(validating: line, as: UTF8.self) != nil else { throw .notUTF8 }
        return trimmed(line)
    }

    private static func group(of line: ArraySlice<UInt8>) throws(SettingsFault.Reason) -> String {
        let name = trimmed(line.dropFirst().dropLast())
        guard line.last == UInt8(ascii: "]"), !name.isEmpty, !name.contains(UInt8(ascii: "]")) else {
            throw .noSetting
        }
        return String(decoding: name, as: UTF8.self)
    }

    private static func setting(of line: ArraySlice<UInt8>) throws(SettingsFault.Reason) -> (String, String) {
        let equals = line.firstIndex(of: UInt8(ascii: "=")) ?? line.endIndex
        if let colon = line[..<equals].firstIndex(of: UInt8(ascii: ":")),
            line[(colon + 1)...].first.map(isBlank) ?? true
        {
            throw .yaml(instead: instead(of: trimmed(line[..<colon]), trimmed(line[(colon + 1)...])))
        }
        let name = trimmed(line[..<equals])
        guard equals != line.endIndex, !name.isEmpty else { throw .noSetting }
        let value = trimmed(line[(equals + 1)...])
        return (String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self))
    }

    /// INI's form of a YAML line; nil if that is not obvious.
    private static func instead(of key: ArraySlice<UInt8>, _ value: ArraySlice<UInt8>) -> String? {
        let isPlain = !value.contains { "\"'#{}[]&*!|>".utf8.contains($0) }
        guard isPlain, key.allSatisfy({ "._".utf8.contains($0) || isLetter($0) }) else { return nil }
        let (key, value) = (String(decoding: key, as: UTF8.self), String(decoding: value, as: UTF8.self))
        return value.isEmpty ? "[\(key)]" : "\(key)=\(value)"
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let last = bytes.lastIndex(where: { !isBlank($0) }) else { return [] }
        return bytes[...last].drop(while: isBlank)
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
