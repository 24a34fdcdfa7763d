/// The kind of an audit line; the raw value is the journal's `BIOGATE_EVENT`.
///
/// Programs match on the raw values and the message identifiers, so these never change their meaning.
enum AuditEvent: String, CaseIterable, Sendable {
    case granted, denied, enrolled, printsVouched, printRenamed, printsDeleted, printsVanished, templatesTampered
    case pinSet, pinRemoved, fingerprintEnabled, fingerprintDisabled, onboardingAnswered, itemDeleted, keyPinned,
        passkeyRenamed
    case everythingRevoked, reset, readerCleared, verified, printImported, printExported, loginsLocked, lockoutEnded
    case storageTidied, loginOpened, loginRefused, loginRenewed, deniedOften, doneOften

    /// The journal's `MESSAGE_ID` (systemd.journal-fields(7)).
    var messageID: String {
        switch self {
        case .granted: "15a81688d80a469ab454b36987470cef"
        case .denied: "f9daace795494f8ba82e2e2df911152b"
        case .enrolled: "f6a9640439204fccb93efc7cb552dc70"
        case .printsVouched: "ce12f2c6812f40fea9e1b686083508df"
        case .printRenamed: "4c1f0d7ab3954b6fa2a8c4b7de05f3a9"
        case .printsDeleted: "81f1938fab4b4b819226939030fe67c4"
        case .printsVanished: "cb690d049bd845329bf7fb82e4130c13"
        case .templatesTampered: "69a84f7755cd46e6b028d93ab144bf5c"
        case .pinSet: "cec7f4482fe9404695a483cd211dbb22"
        case .pinRemoved: "1e3c966d01e444418a446076863e752b"
        case .fingerprintEnabled: "af9f64a6097a4475a032a55104a21b1c"
        case .fingerprintDisabled: "cf36a10eade14520b85ef9e7d21a45c1"
        case .onboardingAnswered: "f483196760254703b2404af6c5e81f41"
        case .itemDeleted: "e655316835fd4e25903bf7a5cc81e311"
        case .keyPinned: "0d8f3a51c7e24b6f9a4be2715d60c893"
        case .passkeyRenamed: "c2a4d07e51b84f1f9d3e6b80a95f7c16"
        case .everythingRevoked: "6179947313594ae8a2448bb3e5e569fb"
        case .reset: "caad93b92a134fea9b25fc9e5fc141e1"
        case .readerCleared: "5b0b3c1e9d6c4a0f8f0b9a64d2c7e318"
        case .verified: "e0da161abdcf4d0d95a65fd744b1019d"
        case .printImported: "e013399fb45a4a4c900dd1541e398ea6"
        case .printExported: "74cad08dda3e4951b25a06e640f2484e"
        case .loginsLocked: "aac488b72c0a9bfb97c75d2e91e52445"
        case .lockoutEnded: "35e3f989d9b34736937ef03b21380ca5"
        case .storageTidied: "96f8634407fc43f7ac615c30f4f08a83"
        case .loginOpened: "2f0c6f5b3a1d4a6e9c57b1de8c40a7f3"
        case .loginRefused: "b7d94e08a2f34c1f8e6d50c9137fa2d1"
        case .loginRenewed: "5ac1e7f09b6d4e218a3f64c2d0b97e15"
        case .deniedOften: "1ebae5dc22754566804c2243b10613ab"
        case .doneOften: "6e4490bde10d4b38a038e808634d2b89"
        }
    }

    /// The beginning of the line.
    var text: String {
        switch self {
        case .granted: "granted"
        case .denied: "denied"
        case .enrolled: "enrolled"
        case .printsVouched: "prints vouched for"
        case .printRenamed: "print renamed"
        case .printsDeleted: "prints deleted"
        case .printsVanished: "prints vanished from a reader"
        case .templatesTampered: "templates were changed in the database"
        case .pinSet: "PIN set"
        case .pinRemoved: "PIN removed"
        case .fingerprintEnabled: "fingerprint unlocking on"
        case .fingerprintDisabled: "fingerprint unlocking off"
        case .onboardingAnswered: "onboarding answered"
        case .itemDeleted: "item deleted"
        case .keyPinned: "servers of a key changed"
        case .passkeyRenamed: "passkey renamed"
        case .everythingRevoked: "everything revoked"
        case .reset: "reset"
        case .readerCleared: "reader cleared"
        case .verified: "finger judged"
        case .printImported: "print imported"
        case .printExported: "print exported"
        case .loginsLocked: "fingers locked at logins; the PIN or the password ends it"
        case .lockoutEnded: "lockout ended by a login"
        case .storageTidied: "a reader's storage tidied"
        case .loginOpened: "opened for a login"
        case .loginRefused: "not opened for a login"
        case .loginRenewed: "password for logins renewed by a login"
        case .deniedOften: "denied often"
        case .doneOften: "done often"
        }
    }
}
