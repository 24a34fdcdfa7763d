/// A language that people are told things in; the raw value is its BCP 47 tag.
public enum Language: String, CaseIterable, Sendable {
    case en, ko, nb

    /// The language for one BCP 47 tag (lookup of RFC 4647, section 3.4); English where there is none for it.
    ///
    /// Both written forms of Norwegian, and plain Norwegian, find bokmål.
    public init(matching tag: String?) {
        let primary = tag?.prefix { $0 != "-" }.lowercased()
        self =
            switch primary {
            case "ko": .ko
            case "nb", "nn", "no": .nb
            default: .en
            }
    }

    /// The language for a POSIX locale name such as `ko_KR.UTF-8` (`LC_MESSAGES`, `LANG`); English for `C`.
    public init(posixLocale name: String?) {
        let language = name?.prefix { !"_.@".contains($0) }
        self.init(matching: language.map(String.init))
    }

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
