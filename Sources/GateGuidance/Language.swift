/// A language that people are told things in; the raw value is its BCP 47 tag.
public enum Language: String, CaseIterable, Sendable {
    case en, ko, nb

    /// The language for one BCP 47 tag (lookup of RFC 4647, section 3.4); English where there is none for it.
    ///
    /// Both written forms of Norwegian, and plain Norwegian, find bokmål.
    public init(matching tag: String?) {
        self = tag.flatMap(Self.init(known:)) ?? .en
    }

    private init?(known tag: String) {
        switch tag.prefix(while: { $0 != "-" }).lowercased() {
        case "en": self = .en
        case "ko": self = .ko
        case "nb", "nn", "no": self = .nb
        default: return nil
        }
    }

    /// The language for a POSIX locale name such as `ko_KR.UTF-8` (`LC_MESSAGES`, `LANG`); English for `C`.
    public init(posixLocale name: String?) {
        self.init(matching: name.map { Self.languagePart(of: $0) })
    }

    /// The language as people name it: by a BCP 47 tag or a POSIX locale name, which differ in what stands behind the
    /// language alone; English for what is neither.
    public init(named name: String) {
        self.init(posixLocale: String(name.prefix { $0 != "-" }))
    }

    /// The language that a process's environment asks for: `LANGUAGE`, a list by preference, unless the locale is the
    /// C one (GNU gettext manual, section 2.3), then the locale of `LC_ALL`, `LC_MESSAGES` or `LANG` (POSIX.1-2024, Base
    /// Definitions, section 8.2). `variable` is nil for one that is not set, or set to nothing.
    public init(environment variable: (String) -> String?) {
        let locale = variable("LC_ALL") ?? variable("LC_MESSAGES") ?? variable("LANG")
        let name = locale.map { Self.languagePart(of: $0) }
        guard let name, name != "C", name != "POSIX" else {
            self = .en
            return
        }
        let preferred = variable("LANGUAGE")?.split(separator: ":").map { Self.languagePart(of: String($0)) } ?? []
        self = (preferred + [name]).lazy.compactMap(Self.init(known:)).first ?? .en
    }

    private static func languagePart(of locale: String) -> String { String(locale.prefix { !"_.@".contains($0) }) }

    /// BCP 47 tag.
    public var tag: String { rawValue }

    var phrasebook: any Phrasebook {
        switch self {
        case .en: English()
        case .ko: Korean()
        case .nb: Norwegian()
        }
    }
}
