internal import FoundationEssentials
internal import GateModel
internal import GateVault

/// The terms of a passkey in one column: a JSON array of strings, those that are absent empty.
enum PasskeyText {
    static func text(of passkey: Passkey) -> String {
        TextList.text(of: [
            Data(passkey.id).base64EncodedString(), passkey.relyingParty.rawValue, passkey.relyingPartyName ?? "",
            Data(passkey.userID).base64EncodedString(), passkey.userName ?? "", passkey.userDisplayName ?? "",
            passkey.isDiscoverable ? "discoverable" : "", passkey.protection.map { "\($0.rawValue)" } ?? "",
            passkey.derivesSecrets ? "hmac-secret" : "",
        ])
    }

    static func passkey(_ text: String?) throws(KeystoreError) -> Passkey? {
        guard let text else { return nil }
        guard let texts = TextList.texts(of: text), texts.count == 9, let id = Data(base64Encoded: texts[0]),
            let party = RelyingPartyID(texts[1]), let user = Data(base64Encoded: texts[3])
        else { throw .tampered(.item) }
        func name(_ place: Int) -> String? { texts[place].isEmpty ? nil : texts[place] }
        return Passkey(
            id: [UInt8](id), relyingParty: party, relyingPartyName: name(2), userID: [UInt8](user), userName: name(4),
            userDisplayName: name(5), isDiscoverable: name(6) != nil,
            protection: Int(texts[7]).flatMap(Passkey.Protection.init), derivesSecrets: name(8) != nil)
    }
}
