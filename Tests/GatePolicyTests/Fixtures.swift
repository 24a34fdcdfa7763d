import GateModel

@testable import GatePolicy

/// The moment that many seconds after the machine started.
func moment(_ seconds: Double, boot: String = "first", wall: Int64? = nil) -> Moment {
    let milliseconds = Int64(seconds * 1000)
    return Moment(
        boot: BootID(rawValue: boot), sinceBoot: .milliseconds(milliseconds),
        wall: WallTime(millisecondsSinceEpoch: wall ?? 1_700_000_000_000 + milliseconds))
}

let user = UserID(rawValue: 1000)
let peer = Peer(user: user, process: ProcessID(rawValue: 42))
let item = ItemName("github")
let pinAndPassword = CredentialFacts(isPINSet: true, isPasswordAvailable: true)
let onlyPIN = CredentialFacts(isPINSet: true, isPasswordAvailable: false)

/// A user with a print on a ready reader, who gave a credential at second 0.
func situation(
    _ policy: UserPolicy = credentialed(), facts: AvailabilityFacts = ready, credentials: CredentialFacts = onlyPIN,
    limits: PolicyLimits = PolicyLimits()
) -> UserSituation {
    UserSituation(policy: policy, facts: facts, credentials: credentials, limits: limits)
}

let ready = AvailabilityFacts(
    hardware: .reader(.ready, retryAfter: nil), hasPrints: true, printsVanished: false, fingerprintSwitch: .on)

func credentialed(at now: Moment = moment(0)) -> UserPolicy {
    var policy = UserPolicy()
    policy.credentialGiven(.pin, at: now)
    return policy
}

func request(
    _ factors: [Factor] = [.fingerprint, .pin], item: ItemName? = item, attempts: Int? = nil
) -> PresenceRequest {
    PresenceRequest(
        user: user, peer: peer, purpose: Purpose(.retrieve, item: item), factors: factors, attempts: attempts)
}

let match = ScanOutcome.matched(PrintID(rawValue: "print"))
/// The prints that may open something.
let opening: Set<PrintID> = [PrintID(rawValue: "print")]
