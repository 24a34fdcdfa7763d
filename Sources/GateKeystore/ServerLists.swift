internal import FoundationEssentials
internal import GateModel
internal import GateVault

/// The lists of servers of a key for ssh, each in one column: a JSON array of strings, or nothing for an empty list.
enum ServerLists {
    /// Four strings for each: the name, the key, what the key is, and the account or nothing.
    static func text(of destinations: [SSHDestination]) -> String? {
        let texts = destinations.flatMap {
            [$0.name, Data($0.key).base64EncodedString(), $0.isAuthority ? authority : "", $0.user ?? ""]
        }
        return texts.isEmpty ? nil : TextList.text(of: texts)
    }

    static func destinations(_ text: String?) throws(KeystoreError) -> [SSHDestination] {
        try records(text, of: 4).map { texts throws(KeystoreError) in
            guard let key = Data(base64Encoded: texts[1]),
                let destination = SSHDestination(
                    name: texts[0], key: [UInt8](key), isAuthority: texts[2] == authority,
                    user: texts[3].isEmpty ? nil : texts[3])
            else { throw .tampered(.item) }
            return destination
        }
    }

    /// Two strings for each: the fingerprint, and the claimed name or nothing.
    static func text(of servers: [SignatureSubject.Server]) -> String? {
        servers.isEmpty ? nil : TextList.text(of: servers.flatMap { [$0.fingerprint, $0.claimedName ?? ""] })
    }

    static func servers(_ text: String?) throws(KeystoreError) -> [SignatureSubject.Server] {
        try records(text, of: 2).map {
            SignatureSubject.Server(fingerprint: $0[0], claimedName: $0[1].isEmpty ? nil : $0[1])
        }
    }

    private static let authority = "authority"

    private static func records(_ text: String?, of count: Int) throws(KeystoreError) -> [[String]] {
        guard let text else { return [] }
        guard let texts = TextList.texts(of: text), texts.count.isMultiple(of: count) else { throw .tampered(.item) }
        return stride(from: 0, to: texts.count, by: count).map { Array(texts[$0..<($0 + count)]) }
    }
}
