import BiometricGate

/// Signs in with a finger if that is on; otherwise in the app's own way, and turns it on.
@main
struct SignIn {
    static func main() async {
        guard let login = AppLogin(app: "org.example.SignIn") else { return }
        do {
            let status = try await login.status()
            if status == .enabled, let token = await open(login) {
                return print("Welcome back: \(token.count) bytes for the server.")
            }
            print("The app's own sign-in, to which the server answers with a token.")
            let token = SecretBytes(utf8: "a fresh token")
            switch status {
            case .off: try await login.enable(token: token, reason: "Turn on fingerprint sign-in")
            case .invalidated: try await login.reenroll(freshToken: token, reason: "Turn fingerprint sign-in on again")
            case .enabled, .unavailable: break
            }
            print(login.text(of: try await login.status()))
        } catch {
            print(error.explanation)
        }
    }

    /// Shows the gate until it ends; nil if the user must sign in another way.
    static func open(_ login: AppLogin) async -> SecretBytes? {
        let gate = login.gate(reason: "Sign in to the example", isRequired: false)
        gate.start()
        for await state in gate.states {
            if let outcome = state.outcome { return outcome == .succeeded ? gate.takeSecret() : nil }
            print(state.accessibleText)
            switch state.phase {
            // A screen would have buttons here: try again, the PIN, another way.
            case .failed, .lockedOut, .unavailable: gate.useFallback()
            case .idle, .explaining, .authenticating, .succeeded: break
            }
        }
        return nil
    }
}
