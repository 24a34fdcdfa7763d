import GateWire
import Trial

/// A configuration's text has each key once, in one of its lines, and means the same when it is written again as INI;
/// or it has a fault in one of its lines.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let trial = unsafe Trial(start, count)
    let text = Array(trial.rest)
    let lines = 1...text.reduce(1) { $1 == 0x0A ? $0 + 1 : $0 }
    do throws(SettingsFault) {
        let entries = try SettingsText.entries(of: text)
        var keys: Set<String> = []
        for entry in entries {
            require(lines.contains(entry.line), "an entry has a line of the text's")
            guard case .setting(let key, _) = entry.content else { continue }
            require(keys.insert(key).inserted, "a key is there once")
        }
        let bare = text.starts(with: [0xEF, 0xBB, 0xBF]) ? text.dropFirst(3) : text[...]
        guard bare.first(where: { $0 > 0x20 }) != UInt8(ascii: "{") else { return 0 }
        let again = try? SettingsText.entries(of: Array(written(entries).utf8))
        require(again?.map(\.content) == entries.map(\.content), "a text that is written anew says the same")
    } catch {
        require(lines.contains(error.line), "a fault has a line of the text's")
    }
    return 0
}

private func written(_ entries: [SettingsEntry]) -> String {
    var group = SettingsText.ownGroup
    // After a comment, a byte order mark in a key is not taken for one, and a brace begins no JSON.
    return entries.reduce(into: "#\n") { text, entry in
        switch entry.content {
        case .group(let name):
            group = name
            text += "[\(name)]\n"
        case .setting(let key, let value):
            let name = group == SettingsText.ownGroup ? key.utf8[...] : key.utf8.dropFirst(group.utf8.count + 1)
            text += "\(Substring(name))=\(value ?? "")\n"
        }
    }
}
