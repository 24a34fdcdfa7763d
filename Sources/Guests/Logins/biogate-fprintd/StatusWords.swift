import GateModel
import Glibc

/// The versions of fprintd with different status words; the raw value is the setting's (`fprintd.statuses`).
enum StatusWords: String, CaseIterable, Sendable {
    case older = "1.94.2"
    /// Adds a word for a too fast swipe, and reports an unplugged or overheated reader as disconnected.
    case newer = "1.94.5"

    /// The words of the installed PAM module, which treats an unknown word as an error: without a module, the older
    /// words, which all versions know.
    static let installed: StatusWords = {
        let knowsNewer = modules().contains { path in
            guard let file = unsafe fopen(path, "re") else { return false }
            defer { unsafe fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 262_144)
            let count = unsafe fread(&bytes, 1, bytes.count, file)
            let word = Array(Fprint.Status.tooFast.rawValue.utf8)
            return bytes.prefix(count).indices.contains { place in
                bytes[place] == word[0] && bytes[place...].prefix(word.count).elementsEqual(word)
            }
        }
        return knowsNewer ? .newer : .older
    }()

    private static func modules() -> [String] {
        var found = unsafe glob_t()
        defer { unsafe globfree(&found) }
        guard unsafe glob("/usr/lib*/{,*/}security/pam_fprintd.so", GLOB_BRACE, nil, &found) == 0 else { return [] }
        return unsafe (0..<Int(found.gl_pathc)).compactMap { place in
            unsafe found.gl_pathv[place].map { unsafe String(cString: $0) }
        }
    }
}

extension ScanHint {
    /// The word for a poor scan, behind `verify-` and `enroll-`.
    fileprivate func word(in words: StatusWords) -> String {
        switch self {
        case .tooFast where words == .newer: "too-fast"
        case .poorScan, .tooFast: "retry-scan"
        case .tooShort: "swipe-too-short"
        case .notCentered: "finger-not-centered"
        case .removeFinger: "remove-and-retry"
        }
    }
}

extension Fprint.Status {
    init(_ hint: ScanHint, in words: StatusWords) {
        self = Self(rawValue: "verify-" + hint.word(in: words)) ?? .retryScan
    }
}

extension Fprint.EnrollStatus {
    init(_ hint: ScanHint, in words: StatusWords) {
        self = Self(rawValue: "enroll-" + hint.word(in: words)) ?? .retryScan
    }
}
