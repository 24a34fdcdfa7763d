// Reads a configuration as one JSON object: dotted keys, `{"pin.minimumLength": 8}`, or groups, `{"pin":
// {"minimumLength": 8}}`.

extension SettingsText.Entries {
    mutating func readJSON(_ text: [UInt8]) throws(SettingsFault) {
        let bytes = text.span
        var lines = LineCount()
        let document: JSONDocument
        do throws(MalformedJSON) {
            document = try JSONDocument(bytes)
        } catch {
            throw SettingsFault(line: lines.line(at: error.offset, in: bytes), reason: .notJSON)
        }
        try document.forEachMember(of: 0) { (key, value) throws(SettingsFault) in
            guard document.nodes[value].kind == .object else {
                try set(key, of: SettingsText.ownGroup, to: value, document, bytes, &lines)
                return
            }
            let group = document.nodes[key].text(in: bytes)
            begin(group, line: lines.line(at: Int(document.nodes[key].start), in: bytes))
            try document.forEachMember(of: value) { (key, value) throws(SettingsFault) in
                try set(key, of: group, to: value, document, bytes, &lines)
            }
        }
    }

    private mutating func set(
        _ key: Int, of group: String, to value: Int, _ document: JSONDocument, _ bytes: Span<UInt8>,
        _ lines: inout LineCount
    ) throws(SettingsFault) {
        let line = lines.line(at: Int(document.nodes[key].start), in: bytes)
        do throws(SettingsFault.Reason) {
            let name = document.nodes[key].text(in: bytes)
            try set(name, of: group, to: document.nodes[value].scalar(in: bytes), line: line)
        } catch {
            throw SettingsFault(line: line, reason: error)
        }
    }
}

/// Counts lines once, front to back.
private struct LineCount {
    private var offset = 0
    private var line = 1

    /// The line of a place at or after the previous one.
    mutating func line(at place: Int, in bytes: Span<UInt8>) -> Int {
        while offset < min(place, bytes.count) {
            if bytes[offset] == 0x0A { line += 1 }
            offset += 1
        }
        return line
    }
}

extension JSONNode {
    /// A scalar in the form of an INI value; nil if it is not a scalar.
    fileprivate func scalar(in bytes: Span<UInt8>) -> String? {
        switch kind {
        case .string, .escapedString: text(in: bytes)
        case .true: "true"
        case .false: "false"
        case .integer, .number: JSONNode(kind: .string, start: start, end: end, next: next).text(in: bytes)
        case .null, .array, .object: nil
        }
    }
}
