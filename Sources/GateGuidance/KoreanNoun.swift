/// Forms of Korean nouns, which the Korean catalogue calls by their names.
enum KoreanNoun {
    /// The noun as an object: 를 after a vowel, 을 after a consonant, as which "PIN" is read (핀).
    static func object(_ noun: String) -> String {
        guard let last = noun.unicodeScalars.last?.value, (0xAC00...0xD7A3).contains(last) else { return noun + "을" }
        let endsInVowel = (last - 0xAC00).isMultiple(of: 28)
        return noun + (endsInVowel ? "를" : "을")
    }
}
