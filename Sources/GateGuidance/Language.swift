/// A language that people are told things in; the raw value is its BCP 47 tag.
public enum Language: String, CaseIterable, Sendable {
    case en, ko, nb

    /// The language for one BCP 47 tag (lookup of RFC 4647, section 3.4) or POSIX locale name (`ko_KR.UTF-8`); English
    /// where there is none for it.
    ///
    /// Both written forms of Norwegian, and plain Norwegian, find bokmål.
    public init(matching tag: String?) {
        self = tag.flatMap(Self.init(known:)) ?? .en
    }

    /// The language of a tag or a locale's name; nil where there are no texts for it. Only the language counts: what stands
    /// behind it differs between tags and locales.
    public init?(known tag: String) {
        switch tag.prefix(while: { !"-_.@".contains($0) }).lowercased() {
        case "en": self = .en
        case "ko": self = .ko
        case "nb", "nn", "no": self = .nb
        default: return nil
        }
    }

    /// The language that a process's environment asks for: `LANGUAGE`, a list by preference, unless the locale is the
    /// C one (GNU gettext manual, section 2.3), then the locale of `LC_ALL`, `LC_MESSAGES` or `LANG` (POSIX.1-2024, Base
    /// Definitions, section 8.2). `variable` is nil for one that is not set, or set to nothing.
    public init(environment variable: (String) -> String?) {
        let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG")
        guard let name = locale, !["C", "POSIX"].contains(name.prefix { !"_.@".contains($0) }) else {
            self = .en
            return
        }
        let preferred = variable("LANGUAGE")?.split(separator: ":").map(String.init) ?? []
        self = (preferred + [name]).lazy.compactMap(Self.init(known:)).first ?? .en
    }

    /// BCP 47 tag.
    public var tag: String { rawValue }
}
