/// An independent implementation of the signatures.
enum OpenSSL {
    /// Whether it accepts the signature for one of the challenges; all three are in base64, the key as
    /// SubjectPublicKeyInfo.
    static func verifies(
        _ signature: JSON, of challenge: String, by publicKey: JSON, _ algorithm: String, in directory: String
    ) throws -> Bool {
        for (name, text) in [("signature", signature.string), ("key", publicKey.string), ("challenge", challenge)] {
            guard let text else { throw HarnessFailure("there is no \(name)") }
            try Files.write(Array(text.utf8), to: "\(directory)/\(name).b64")
        }
        let verification =
            algorithm == "p256"
            ? "openssl dgst -sha256 -verify key -keyform DER -signature signature challenge"
            : "openssl pkeyutl -verify -pubin -inkey key -keyform DER -rawin -in challenge -sigfile signature"
        let script = """
            cd \(directory)
            for name in key signature challenge; do openssl base64 -d -A -in $name.b64 -out $name; done
            openssl pkey -pubin -inform DER -in key -noout -text || exit 2
            \(verification)
            """
        let errors = "\(directory)/openssl-errors"
        let process = try ChildProcess(["sh", "-c", script], environment: Python.environment, errors: errors)
        switch try process.ending() {
        case .exited(0): return true
        case .exited(1): return false
        case let ending: throw HarnessFailure("openssl: \(ending), \(Files.text(errors))")
        }
    }
}
