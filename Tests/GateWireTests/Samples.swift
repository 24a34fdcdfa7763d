import GateModel

/// Values of the model, at least one of each kind.
enum Samples {
    static let wall = WallTime(millisecondsSinceEpoch: 1_772_357_400_250)

    static let guidance = Guidance(
        title: "지문 인식기가 없어요", body: "F\n\"x\"", action: .usePIN, actionLabel: "Use PIN", command: "biogate status",
        locale: "ko")

    static let print = Print(
        id: PrintID(rawValue: "p1"), finger: .rightRing, label: Label("Work"), reader: ReaderID(rawValue: "elan/1"),
        enrolledAt: wall)

    static let factors: [[Factor]] = [[], [.pin], [.fingerprint, .pin, .password]]

    /// Every error, in the model's order, with each of its reasons.
    static let errors: [GateError] = {
        // A new case of the model needs a line here to compile.
        func samples(like error: GateError) -> [GateError] {
            switch error {
            case .noHardware: factors.map { .noHardware(fallbacks: $0) }
            case .hardwareUnavailable:
                HardwareReason.allCases.map { .hardwareUnavailable($0, retryAfter: nil, fallbacks: [.pin]) }
                    + [.hardwareUnavailable(.overheated, retryAfter: .milliseconds(5001), fallbacks: [])]
            case .notEnrolled: [true, false].map { .notEnrolled(printsVanished: $0, fallbacks: [.password]) }
            case .disabled: factors.map { .disabled(fallbacks: $0) }
            case .lockout: [.lockout(retryAfter: .seconds(30), clearedBy: [.pin, .password], fallbacks: [.pin])]
            case .lockoutPermanent:
                CredentialReason.allCases.map { .lockoutPermanent($0, clearedBy: [.password], fallbacks: []) }
            case .authenticationFailed: factors.map { .authenticationFailed(fallbacks: $0) }
            case .timedOut: factors.map { .timedOut(fallbacks: $0) }
            case .cancelled: Canceller.allCases.map { .cancelled(by: $0) }
            case .credentialRequired:
                factors.map { .credentialRequired(accepted: $0) }
                    + [.credentialRequired(accepted: [], clearedBy: [.password])]
            case .credentialNotSet: [.credentialNotSet(.pin), .credentialNotSet(.password)]
            case .credentialWrong:
                [
                    .credentialWrong(.pin, attemptsRemaining: 3, retryAfter: .milliseconds(1)),
                    .credentialWrong(.password, attemptsRemaining: nil, retryAfter: nil),
                ]
            case .userNeeded: factors.map { .userNeeded(fallbacks: $0) }
            case .credentialUnavailable: [.credentialUnavailable(.password)]
            case .credentialThrottled: [.credentialThrottled(.pin, retryAfter: .seconds(60))]
            case .signInRequired: [.signInRequired]
            case .pinUnacceptable: PINRule.allCases.map { .pinUnacceptable($0, minimumLength: 6) }
            case .factorNotAllowed:
                factors.map { .factorNotAllowed(allowed: $0) }
                    + FactorRefusal.Reason.allCases.map {
                        .factorNotAllowed(
                            allowed: [.pin], FactorRefusal($0, isRenewable: $0 != .notInAccess, fallbacks: [.pin]))
                    }
            case .itemNotFound(let name, _): [.itemNotFound(name), .itemNotFound(name, .key)]
            case .itemExists(let name): [.itemExists(name)]
            case .itemInvalidated(let name, _): Item.Invalidation.allCases.map { .itemInvalidated(name, by: $0) }
            case .printNotFound: [.printNotFound(PrintID(rawValue: "p"))]
            case .fingerAlreadyEnrolled: [.fingerAlreadyEnrolled(print)]
            case .fingerKnownToReader: [.fingerKnownToReader(ReaderID(rawValue: "r"))]
            case .readerNotFound: [.readerNotFound(ReaderID(rawValue: "r"))]
            case .signatureRefused: SignatureRefusal.allCases.map { .signatureRefused($0) }
            case .readerFull: [.readerFull(ReaderID(rawValue: "r"))]
            case .requestNotFound: [.requestNotFound(RequestID(rawValue: "q"))]
            case .limitExceeded: [.limitExceeded(Limit(name: "limits.itemsPerUser", maximum: 1000))]
            case .sealingUnavailable: SealingReason.allCases.map { .sealingUnavailable($0) }
            case .storageFailed: [.storageFailed]
            case .notPermitted: [.notPermitted(.administratorOnly)]
            }
        }
        let name = ItemName("org.example.App/token").map { [$0] } ?? []
        let plain: [GateError] =
            [
                .noHardware(fallbacks: []), .hardwareUnavailable(.busy, retryAfter: nil, fallbacks: []),
                .notEnrolled(printsVanished: false, fallbacks: []), .disabled(fallbacks: []),
                .lockout(retryAfter: .zero, clearedBy: [], fallbacks: []),
                .lockoutPermanent(.boot, clearedBy: [], fallbacks: []), .authenticationFailed(fallbacks: []),
                .timedOut(fallbacks: []), .timedOut(waitedFor: .calls, fallbacks: [.pin]),
                .timedOut(waitedFor: .reader, fallbacks: []), .cancelled(by: .user), .userNeeded(fallbacks: []),
                .credentialRequired(accepted: []),
                .credentialNotSet(.pin),
                .credentialWrong(.pin, attemptsRemaining: nil, retryAfter: nil), .credentialUnavailable(.password),
                .credentialThrottled(.pin, retryAfter: .zero), .signInRequired,
                .pinUnacceptable(.tooLong, minimumLength: 6), .factorNotAllowed(allowed: []),
            ] + name.map { .itemNotFound($0) } + name.map { .itemExists($0) }
            + name.map { .itemInvalidated($0, by: .revoked) }
            + [
                .signatureRefused(.notSSHData), .printNotFound(print.id), .fingerAlreadyEnrolled(print),
                .fingerKnownToReader(print.reader),
                .readerNotFound(print.reader), .readerFull(print.reader), .requestNotFound(RequestID(rawValue: "q")),
                .limitExceeded(Limit(name: "l", maximum: 1)), .sealingUnavailable(.noTPM), .storageFailed,
                .notPermitted(.administratorOnly),
            ]
        return plain.flatMap(samples)
    }()

    static let availabilities: [Availability] =
        [
            .available, .noHardware, .notEnrolled(printsVanished: true), .notEnrolled(printsVanished: false), .disabled,
            .lockout(retryAfter: .milliseconds(29_999)), .hardwareUnavailable(.overheated, retryAfter: .seconds(5)),
        ]
        + HardwareReason.allCases.map { .hardwareUnavailable($0, retryAfter: nil) }
        + CredentialReason.allCases.map { .lockoutPermanent($0) }

    static let reader = Reader(
        id: ReaderID(rawValue: "elan/1-2"), name: "ELAN \"x\"", driver: "elanmoc", bus: .usb, scanType: .press,
        enrollStages: 11, matching: .onChip, capabilities: [.identify, .storage, .updatePrint], state: .inUse)

    static let progress = Progress(
        .waitingForFinger, hint: .tooFast, attemptsRemaining: 2, stage: 0, stages: 5, finger: .leftThumb,
        reader: ReaderID(rawValue: "r"), request: RequestID(rawValue: "r7"), factor: .pin, retryAfter: .seconds(30))

    static let settings = Settings(
        fingerprintEnabled: true, method: .fingerprint, onboarding: .skipped, pinSet: false, passwordAvailable: true,
        enrolledPrints: 2, items: 1000)

    static let limits = Limits(
        attemptsPerCall: 3, timeout: .seconds(30), pinMinimumLength: 6, printsPerUser: 10, itemsPerUser: 1000)
}
