import BiometricGate
import GateGuidance
import GateModel

/// Says once, at the session's start, why the login left the keyring locked.
struct LastLogin: Sendable {
    /// How long ago a login was that this session may have begun with.
    private static let freshLogin: Duration = .seconds(120)
    /// How long a keyring may take to open with the password that the login gave it.
    private static let keyringsTime: Duration = .seconds(20)

    let client: GateClient
    let language: Language
    /// Nil without a desktop.
    let desktop: Desktop?
    let keyring: SessionKeyring
    let write: @Sendable (String) -> Void

    func tell() async {
        // A service that is not there is reported with the events.
        guard let report = try? await client.lastLogin(), report.age < Self.freshLogin,
            let guidance = await guidance(of: report), !Task.isCancelled
        else { return }
        let lines = [guidance.body, guidance.command].compactMap(\.self)
        let content = Desktop.Content(title: guidance.title, lines: lines, cancel: nil, isWaiting: false)
        if await desktop?.show(content, replacing: nil) == nil {
            write(([guidance.title + "."] + lines).joined(separator: " "))
        }
    }

    private func guidance(of report: LoginReport) async -> Guidance? {
        guard report.refusal == nil else { return report.guidance }
        // The login gave it the password of the account.
        return await keyring.staysLocked(for: Self.keyringsTime) ? .keyringDiffers(in: language) : nil
    }
}
