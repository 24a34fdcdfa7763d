/// Korean nouns with a particle. The Korean catalogue names a form in a placeholder: `{name:object}`.
enum KoreanNoun {
    /// The noun as an object: 를 after a vowel, 을 after a consonant.
    ///
    /// A noun that does not end in Hangul gets 을: the only one is "PIN", which is read 핀.
    static func object(_ noun: String) -> String {
        guard let last = noun.unicodeScalars.last?.value, (0xAC00...0xD7A3).contains(last) else { return noun + "을" }
        let endsInVowel = (last - 0xAC00).isMultiple(of: 28)
        return noun + (endsInVowel ? "를" : "을")
    }
}
