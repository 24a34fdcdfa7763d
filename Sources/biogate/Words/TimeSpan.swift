/// Seconds, or minutes with a trailing `m`: `90`, `90s`, `2m`.
struct TimeSpan: Hashable {
    let duration: Duration

    init?(_ text: String) {
        let isMinutes = text.hasSuffix("m")
        let digits = isMinutes || text.hasSuffix("s") ? text.dropLast() : text[...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let count = Int64(digits), count <= 86_400
        else { return nil }
        duration = .seconds(isMinutes ? count * 60 : count)
    }
}
