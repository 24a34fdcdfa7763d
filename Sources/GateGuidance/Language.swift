/// A language of the texts; the raw value is its BCP 47 tag.
public enum Language: String, CaseIterable, Sendable {
    case en, ko, nb

    /// The language for a BCP 47 tag (lookup of RFC 4647, section 3.4) or a POSIX locale name (`ko_KR.UTF-8`); English
    /// if there are no texts for it.
    ///
    /// `nb`, `nn` and `no` all find bokmål.
    public init(matching tag: String?) {
        self = tag.flatMap(Self.init(known:)) ?? .en
    }

    /// The language of a tag or a locale's name; nil if there are no texts for it. Reads only the first subtag, because
    /// tags and locale names differ in the rest.
    public init?(known tag: String) {
        switch tag.prefix(while: { !"-_.@".contains($0) }).lowercased() {
        case "en": self = .en
        case "ko": self = .ko
        case "nb", "nn", "no": self = .nb
        default: return nil
        }
    }

    /// The language that a process's environment asks for.
    ///
    /// Reads the locale from `LC_ALL`, `LC_MESSAGES` or `LANG` (POSIX.1-2024, Base Definitions, section 8.2). Unless
    /// that is the C locale, the list in `LANGUAGE` takes precedence (GNU gettext manual, section 2.3). `variable`
    /// returns nil for a variable that is unset or empty.
    public init(environment variable: (String) -> String?) {
        let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG")
        guard let name = locale, !["C", "POSIX"].contains(name.prefix { !"_.@".contains($0) }) else {
            self = .en
            return
        }
        let preferred = variable("LANGUAGE")?.split(separator: ":").map(String.init) ?? []
        self = (preferred + [name]).lazy.compactMap(Self.init(known:)).first ?? .en
    }

    /// The BCP 47 tag.
    public var tag: String { rawValue }
}
