import GateModel
import GatePolicy
import GateSystem
import GateVault

/// How each user stands: what a call of theirs is decided on, and what is told of that.
///
/// It lives on the Gatekeeper's loop, and starts nothing.
final class Situations {
    private let accounts: Accounts
    private let sensor: any FingerprintSensor
    private let rules: GateRules
    private let clock: GateClock
    /// Whether the daemon serves the face interface, so that logins may ask here.
    let isFaceServed: Bool
    private(set) var readers: ReaderTable
    /// Who is in front of the machine; until logind says, anybody may be.
    private var seats = SeatFacts()
    private(set) var isSuspending = false
    private var watchers = StatusWatchers()

    init(
        accounts: Accounts, sensor: any FingerprintSensor, rules: GateRules, clock: GateClock, isFaceServed: Bool
    ) {
        self.accounts = accounts
        self.sensor = sensor
        self.rules = rules
        self.clock = clock
        self.isFaceServed = isFaceServed
        readers = ReaderTable(builtIn: rules.builtInReaders)
    }

    private var limits: PolicyLimits { rules.policy }

    // MARK: Of a user

    func situation(of account: Account) -> UserSituation {
        UserSituation(
            policy: account.policy, facts: facts(of: account), credentials: account.credentials, limits: limits)
    }

    /// What a call would be decided on; while fingerprint unlocking is being turned on, its being off is no refusal.
    func situation(of account: Account, asking ask: Ask, enabling: Bool) -> UserSituation {
        var situation = situation(of: account)
        situation.facts.isInteractive = isInteractive(ask.caller)
        if enabling { situation.facts.fingerprintSwitch = .on }
        return situation
    }

    /// The factors with which the same call would work now.
    func fallbacks(_ ask: Ask, _ account: Account) -> [Factor] {
        account.policy.fallbacks(among: ask.factors, account.credentials, limits, at: clock.now())
    }

    /// The same for a call that the policy decides.
    func fallbacks(_ presence: PresenceRequest, _ account: Account) -> [Factor] {
        presence.fallbacks(situation(of: account), at: clock.now())
    }

    func availability(of account: Account) -> Availability {
        account.policy.availability(facts(of: account), limits, at: clock.now())
    }

    /// Why no finger of the user's may be verified at the face interface now; nil where it may.
    func verificationRefusal(of account: Account) -> VerificationRefusal? {
        situation(of: account).verificationRefusal(at: clock.now())
    }

    var isAllowedByAdministrator: Bool { rules.fingerprintEnabled }

    /// What is told of a user who is loaded, and of whom all is known that there is to tell; nil for others.
    func knownView(of user: UserID) -> UserView? {
        accounts[user].flatMap { $0.password.firstQuestion == nil ? view(of: $0) : nil }
    }

    func view(of account: Account) -> UserView {
        UserView(
            hasAccount: account.hasName, situation: situation(of: account), prints: account.kept.vouchedPrints.count,
            hasUnvouchedPrints: account.kept.prints.count > account.kept.vouchedPrints.count, items: account.kept.items,
            onboarding: account.kept.onboarding, mayHavePassword: account.password.state != .notSet,
            isFaceServed: isFaceServed)
    }

    private func facts(of account: Account) -> AvailabilityFacts {
        let prints = account.kept.vouchedPrints
        let hardware = readers.facts(for: Set(prints.map(\.reader)))
        // Somebody else's program may have had it open when it was looked for.
        if hardware == .noReader || (hardware == .noReaderWithPrints && !prints.isEmpty) {
            sensor.lookAgain()
        }
        return AvailabilityFacts(
            hardware: hardware,
            hasPrints: !prints.isEmpty, printsVanished: account.kept.printsVanished,
            fingerprintSwitch: account.fingerprintSwitch,
            isAllowedByAdministrator: rules.fingerprintEnabled, isSuspending: isSuspending)
    }

    // MARK: Watching

    /// See `StatusWatchers.add`.
    func watch(_ user: UserID?, _ wakeUp: Inbox<Void>, by caller: Caller) -> StatusWatchers.ID {
        watchers.add(user, wakeUp, by: caller, isInteractive: isInteractive(caller))
    }

    func forget(_ watcher: StatusWatchers.ID) { watchers.remove(watcher) }

    func tell(of user: UserID) { watchers.tell(of: user) }

    // MARK: Readers and sleep

    /// Takes over what the sensor says of its readers.
    func refreshReaders() {
        readers.all = sensor.readers()
        watchers.tellAll()
    }

    func overheated(_ reader: ReaderID, for time: Duration) { readers.overheated(reader, for: time) }

    func fallAsleep() {
        isSuspending = true
        watchers.tellAll()
    }

    func wakeUp() {
        isSuspending = false
        refreshReaders()
    }

    // MARK: Who is in front of the machine

    /// From the next decision on that counts; it is told by `tellSeats`.
    func seatsChanged(_ seats: SeatFacts) {
        self.seats = seats
        readers.isLidClosed = seats.isLidClosed && rules.fingerprintInteractiveOnly
    }

    func tellSeats() { watchers.tell(whether: isInteractive, isLidClosed: readers.isLidClosed) }

    /// Whether the caller is in front of the machine, as far as logind says, or need not be.
    func isInteractive(_ caller: Caller) -> Bool { obstacle(to: caller) == nil }

    /// The obstacle to asking the caller for a finger; nil where there is none.
    func obstacle(to caller: Caller) -> SeatObstacle? {
        guard rules.fingerprintInteractiveOnly else { return nil }
        return seats.obstacle(to: caller.program.place, of: caller.peer.user)
    }

    /// Whether the caller's user is known to be in front of the machine.
    func isAttended(_ caller: Caller) -> Bool { seats.isAttended(caller.program.place, of: caller.peer.user) }
}
