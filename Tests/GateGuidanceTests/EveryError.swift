import GateModel
import Testing

/// One error of each kind, with every reason, rule and cause that it can carry.
enum EveryError {
    static func all() throws -> [GateError] {
        let ladders: [[Factor]] = [[.password, .pin], [.password], []]
        let waits: [Duration?] = [nil, .seconds(30)]
        let item = try #require(ItemName("github"))
        let reader = ReaderID(rawValue: "reader")
        let print = Print(
            id: PrintID(rawValue: "print"), finger: .rightIndex, label: nil, reader: reader,
            enrolledAt: WallTime(millisecondsSinceEpoch: 0))
        var errors = ladders.flatMap { ladder -> [GateError] in
            [
                .noHardware(fallbacks: ladder), .disabled(fallbacks: ladder),
                .notEnrolled(printsVanished: false, fallbacks: ladder),
                .notEnrolled(printsVanished: true, fallbacks: ladder),
                .lockout(retryAfter: .seconds(30), clearedBy: ladder, fallbacks: ladder),
                .authenticationFailed(fallbacks: ladder), .timedOut(fallbacks: ladder),
                .timedOut(waitedFor: .calls, fallbacks: ladder),
                .timedOut(waitedFor: .reader, fallbacks: ladder),
                .credentialRequired(accepted: ladder), .factorNotAllowed(allowed: ladder),
            ]
                + FactorRefusal.Reason.allCases.flatMap { reason in
                    // Nothing is renewed if nothing opens it.
                    Set([false, !ladder.isEmpty]).map {
                        .factorNotAllowed(
                            allowed: ladder, FactorRefusal(reason, isRenewable: $0, fallbacks: ladder))
                    }
                }
                + HardwareReason.allCases.flatMap { reason in
                    waits.map { .hardwareUnavailable(reason, retryAfter: $0, fallbacks: ladder) }
                }
                + CredentialReason.allCases.map { .lockoutPermanent($0, clearedBy: ladder, fallbacks: ladder) }
        }
        errors += Canceller.allCases.map { .cancelled(by: $0) }
        errors += Factor.allCases.flatMap { factor -> [GateError] in
            waits.map { .credentialWrong(factor, attemptsRemaining: 3, retryAfter: $0) } + [
                .credentialWrong(factor, attemptsRemaining: nil, retryAfter: nil), .credentialUnavailable(factor),
                .credentialThrottled(factor, retryAfter: .seconds(61)), .factorNotAllowed(allowed: [factor]),
            ]
        }
        errors += PINRule.allCases.map { .pinUnacceptable($0, minimumLength: 6) }
        errors += Item.Invalidation.allCases.map { .itemInvalidated(item, by: $0) }
        errors += SignatureRefusal.allCases.map { .signatureRefused($0) }
        errors += SealingReason.allCases.map { .sealingUnavailable($0) }
        errors += [
            "limits.itemsPerUser", "limits.itemBytesPerUser", "limits.databaseBytes", "limits.countedChangesPerHour",
            "limits.linePerUser", "limits.connections",
            "limits.connectionsPerUser", "limits.messageBytes", "somethingElse",
        ].map { .limitExceeded(Limit(name: $0, maximum: 64)) }
        errors += [
            .credentialRequired(accepted: [], clearedBy: [.password]), .userNeeded(fallbacks: []),
            .userNeeded(fallbacks: [.pin]),
            .credentialNotSet(.pin), .credentialNotSet(.password), .signInRequired, .itemNotFound(item),
            .itemNotFound(item, .key), .itemNotFound(item, .secret),
            .itemExists(item),
            .printNotFound(PrintID(rawValue: "print")), .fingerAlreadyEnrolled(print), .fingerKnownToReader(reader),
            .readerNotFound(reader), .readerFull(reader), .requestNotFound(RequestID(rawValue: "request")),
            .storageFailed, .notPermitted(.administratorOnly), .notPermitted(.accountChanged),
            .notPermitted(.noAccount), .notPermitted(.accountUnknown),
        ]
        return errors
    }

    static let kinds = 0..<32

    /// The error's place in the vocabulary. A new error does not compile without one, and the test of `all()` fails
    /// until it is listed there.
    static func kind(of error: GateError) -> Int {
        switch error {
        case .noHardware: 0
        case .hardwareUnavailable: 1
        case .notEnrolled: 2
        case .disabled: 3
        case .lockout: 4
        case .lockoutPermanent: 5
        case .authenticationFailed: 6
        case .timedOut: 7
        case .cancelled: 8
        case .credentialRequired: 9
        case .credentialNotSet: 10
        case .credentialWrong: 11
        case .credentialUnavailable: 12
        case .credentialThrottled: 13
        case .signInRequired: 14
        case .pinUnacceptable: 15
        case .factorNotAllowed: 16
        case .itemNotFound: 17
        case .itemExists: 18
        case .itemInvalidated: 19
        case .signatureRefused: 20
        case .printNotFound: 21
        case .fingerAlreadyEnrolled: 22
        case .fingerKnownToReader: 23
        case .readerNotFound: 24
        case .readerFull: 25
        case .requestNotFound: 26
        case .limitExceeded: 27
        case .sealingUnavailable: 28
        case .storageFailed: 29
        case .notPermitted: 30
        case .userNeeded: 31
        }
    }
}
