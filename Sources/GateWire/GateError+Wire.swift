public import GateModel

extension GateError {
    /// The error's parameters, `guidance` last.
    public func wireParameters(guidance: Guidance) -> WireObject {
        var wire = ownParameters
        wire.append("guidance", .object(guidance.wire))
        return wire
    }

    private var ownParameters: WireObject {
        switch self {
        case .noHardware(let fallbacks), .disabled(let fallbacks), .authenticationFailed(let fallbacks),
            .userNeeded(let fallbacks):
            return ["fallbacks": .names(fallbacks)]
        case .timedOut(let waitedFor, let fallbacks):
            return WireObject(present: ["waitedFor": .name(waitedFor), "fallbacks": .names(fallbacks)])
        case .hardwareUnavailable(let reason, let retryAfter, let fallbacks):
            return WireObject(present: [
                "reason": .name(reason), "retryAfterMilliseconds": .milliseconds(retryAfter),
                "fallbacks": .names(fallbacks),
            ])
        case .notEnrolled(let printsVanished, let fallbacks):
            return ["printsVanished": .bool(printsVanished), "fallbacks": .names(fallbacks)]
        case .lockout(let retryAfter, let clearedBy, let fallbacks):
            return [
                "retryAfterMilliseconds": .integer(retryAfter.millisecondsRoundedUp), "clearedBy": .names(clearedBy),
                "fallbacks": .names(fallbacks),
            ]
        case .lockoutPermanent(let reason, let clearedBy, let fallbacks):
            return ["reason": .name(reason), "clearedBy": .names(clearedBy), "fallbacks": .names(fallbacks)]
        case .cancelled(let canceller): return ["by": .name(canceller)]
        case .credentialRequired(let accepted, let clearedBy):
            return WireObject(present: [
                "accepted": .names(accepted), "clearedBy": .when(!clearedBy.isEmpty, .names(clearedBy)),
            ])
        case .credentialWrong(let factor, let attemptsRemaining, let retryAfter):
            return WireObject(present: [
                "factor": .name(factor), "attemptsRemaining": .count(attemptsRemaining),
                "retryAfterMilliseconds": .milliseconds(retryAfter),
            ])
        case .credentialUnavailable(let factor): return ["factor": .name(factor)]
        case .credentialThrottled(let factor, let retryAfter):
            return ["factor": .name(factor), "retryAfterMilliseconds": .integer(retryAfter.millisecondsRoundedUp)]
        case .pinUnacceptable(let rule, let minimumLength):
            return ["rule": .name(rule), "minimumLength": .count(minimumLength)]
        case .credentialNotSet(let factor): return ["factor": .name(factor)]
        case .factorNotAllowed(let allowed, let refusal):
            return WireObject(present: [
                "allowed": .names(allowed), "reason": .name(refusal?.reason),
                "renewable": refusal.map { .bool($0.isRenewable) }, "fallbacks": refusal.map { .names($0.fallbacks) },
                "name": .text(refusal?.item?.rawValue),
            ])
        case .itemNotFound(let name, let kind):
            return WireObject(present: ["name": .string(name.rawValue), "kind": .name(kind)])
        case .itemExists(let name): return ["name": .string(name.rawValue)]
        case .itemInvalidated(let name, let cause): return ["name": .string(name.rawValue), "by": .name(cause)]
        case .signatureRefused(let reason): return ["reason": .name(reason)]
        case .printNotFound(let print): return ["printId": .string(print.rawValue)]
        case .fingerAlreadyEnrolled(let print): return ["print": .object(print.wire)]
        case .fingerKnownToReader(let reader), .readerNotFound(let reader), .readerFull(let reader):
            return ["readerId": .string(reader.rawValue)]
        case .requestNotFound(let request): return ["requestId": .string(request.rawValue)]
        case .limitExceeded(let limit): return ["limit": .string(limit.name), "maximum": .count(limit.maximum)]
        case .sealingUnavailable(let reason): return ["reason": .name(reason)]
        case .signInRequired, .storageFailed, .notPermitted: return [:]
        }
    }

    /// The error that a reply names in full; nil if it is not the gate's, lacks a member, or holds an unknown value
    /// that has no substitute. Unknown reasons become `faulted`, `attempts` or `shutdown`.
    public init?(wireName: String, parameters wire: WireObject) {
        let prefix = VarlinkInterface.gateName + "."
        guard wireName.hasPrefix(prefix) else { return nil }
        let fallbacks = wire.knownFactors("fallbacks")
        let retryAfter = wire.milliseconds("retryAfterMilliseconds")
        let clearedBy = wire.knownFactors("clearedBy")
        let found: GateError? =
            switch wireName.dropFirst(prefix.count) {
            case "NoHardware": .noHardware(fallbacks: fallbacks)
            case "HardwareUnavailable":
                .hardwareUnavailable(wire.known("reason") ?? .faulted, retryAfter: retryAfter, fallbacks: fallbacks)
            case "NotEnrolled":
                .notEnrolled(printsVanished: wire.bool("printsVanished") ?? false, fallbacks: fallbacks)
            case "Disabled": .disabled(fallbacks: fallbacks)
            case "Lockout": .lockout(retryAfter: retryAfter ?? .zero, clearedBy: clearedBy, fallbacks: fallbacks)
            case "LockoutPermanent":
                .lockoutPermanent(wire.known("reason") ?? .attempts, clearedBy: clearedBy, fallbacks: fallbacks)
            case "AuthenticationFailed": .authenticationFailed(fallbacks: fallbacks)
            case "TimedOut": .timedOut(waitedFor: wire.known("waitedFor"), fallbacks: fallbacks)
            case "Cancelled": .cancelled(by: wire.known("by") ?? .shutdown)
            case "UserNeeded": .userNeeded(fallbacks: fallbacks)
            case "CredentialRequired":
                .credentialRequired(accepted: wire.knownFactors("accepted"), clearedBy: clearedBy)
            case "CredentialNotSet": .credentialNotSet(wire.known("factor") ?? .pin)
            case "CredentialWrong":
                wire.known("factor", as: Factor.self).map {
                    .credentialWrong($0, attemptsRemaining: wire.number("attemptsRemaining"), retryAfter: retryAfter)
                }
            case "CredentialUnavailable": wire.known("factor").map { .credentialUnavailable($0) }
            case "CredentialThrottled":
                wire.known("factor").map { .credentialThrottled($0, retryAfter: retryAfter ?? .zero) }
            case "SignInRequired": .signInRequired
            case "PINUnacceptable":
                wire.known("rule").map { .pinUnacceptable($0, minimumLength: wire.number("minimumLength") ?? 0) }
            case "FactorNotAllowed":
                .factorNotAllowed(
                    allowed: wire.knownFactors("allowed"),
                    wire.known("reason", as: FactorRefusal.Reason.self).map {
                        FactorRefusal(
                            $0, isRenewable: wire.bool("renewable") ?? false, fallbacks: fallbacks,
                            item: wire.text("name").flatMap(ItemName.init))
                    })
            case "ItemNotFound": wire.text("name").flatMap(ItemName.init).map { .itemNotFound($0, wire.known("kind")) }
            case "ItemExists": wire.text("name").flatMap(ItemName.init).map { .itemExists($0) }
            case "ItemInvalidated": Self.itemInvalidated(wire)
            case "SignatureRefused": wire.known("reason").map { .signatureRefused($0) }
            case "PrintNotFound": wire.text("printId").map { .printNotFound(PrintID(rawValue: $0)) }
            case "FingerAlreadyEnrolled":
                wire.object("print").flatMap(Print.init(wire:)).map { .fingerAlreadyEnrolled($0) }
            case "FingerKnownToReader": wire.text("readerId").map { .fingerKnownToReader(ReaderID(rawValue: $0)) }
            case "ReaderNotFound": wire.text("readerId").map { .readerNotFound(ReaderID(rawValue: $0)) }
            case "ReaderFull": wire.text("readerId").map { .readerFull(ReaderID(rawValue: $0)) }
            case "RequestNotFound": wire.text("requestId").map { .requestNotFound(RequestID(rawValue: $0)) }
            case "LimitExceeded":
                wire.text("limit").map {
                    .limitExceeded(Limit(name: $0, maximum: wire.number("maximum") ?? 0))
                }
            case "SealingUnavailable": .sealingUnavailable(wire.known("reason") ?? .faulted)
            case "StorageFailed": .storageFailed
            case "NotPermitted": .notPermitted(.administratorOnly)
            default: nil
            }
        guard let found else { return nil }
        self = found
    }

    private static func itemInvalidated(_ wire: WireObject) -> GateError? {
        guard let name = wire.text("name").flatMap(ItemName.init),
            let cause = wire.known("by", as: Item.Invalidation.self)
        else { return nil }
        return .itemInvalidated(name, by: cause)
    }
}
