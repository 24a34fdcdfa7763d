import BiometricGate

/// The code of the documentation's pages, as an app would write it: it compiles with one import.
private enum Pages {
    static func store() async throws {
        let gate = GateClient(locale: "en", interaction: .prompt)
        guard let name = ItemName("org.example.App/token") else { return }
        try await gate.store(SecretBytes(utf8: "token"), as: name, ItemOptions(reason: "Keep the sign-in of Example"))
        let token = try await gate.retrieve(name, reason: "Sign in to Example") { progress in print(progress.message) }
        token.withText { text in print(text.count) }
    }

    static func handle(_ gate: GateClient, _ name: ItemName, _ reason: Reason) async {
        do {
            let token = try await gate.retrieve(name, reason: reason)
            print(token.count)
        } catch {
            switch error.obstacle {
            case .credentialNeeded(.routine): print(error.fallbacks)
            case .lockedOut(let retryAfter): print(retryAfter)
            case .noHardware, .notEnrolled: print(error.code)
            default: print(error.guidance?.title ?? error.explanation)
            }
        }
    }

    static func show(_ name: ItemName, _ reason: Reason, _ client: GateClient) async -> SecretBytes? {
        let gate = GateFlow(.secret(name), reason: reason, client: client, additionally: { 0.96 }, above: 0.95)
        gate.start()
        for await state in gate.states {
            print(state.accessibleText)
            switch state.outcome {
            case .succeeded: return gate.takeSecret()
            case .fallback(.pin): gate.answer(.pin(SecretBytes(utf8: "824917")))
            case .fallback, .cancelled: return nil
            case nil: break
            }
        }
        return nil
    }

    static func signIn(_ reason: Reason) async throws {
        guard let login = AppLogin(app: "org.example.Bank", longestReuse: .seconds(300)) else { return }
        print(login.text(of: try await login.status()))
        let policy: StepUpPolicy<String> = ["card": .seconds(120)]
        let gate = login.gate(reason: reason, isRequired: false, maximumAge: policy.maximumAge(for: "card"))
        print(await gate.run())
    }

    static func settings(_ client: GateClient) async throws {
        for try await report in client.availabilityUpdates() { print(report.guidance.title, report.fallbacks) }
        print(try await client.prints().prints.map(\.finger))
        print(try await client.previewChange(.enroll).losingFingerprint)
    }
}
