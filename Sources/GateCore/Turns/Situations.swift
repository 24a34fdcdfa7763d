import GateModel
import GatePolicy
import GateSystem
import GateVault

/// The facts that decide a user's calls, and the status that is reported of them.
///
/// Confined to the Gatekeeper's loop. Starts no task.
final class Situations {
    private let accounts: Accounts
    private let sensor: any FingerprintSensor
    private let rules: GateRules
    private let clock: GateClock
    /// Whether the daemon serves the face interface, so that logins may ask for fingers.
    let isFaceServed: Bool
    private(set) var readers: ReaderTable
    /// Who is in front of the machine. Until logind answers, every user may be.
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

    // MARK: Facts about a user

    func situation(of account: Account) -> UserSituation {
        UserSituation(
            policy: account.policy, facts: facts(of: account), credentials: account.credentials, limits: limits)
    }

    /// The facts for a call. If it turns fingerprint unlocking on, the present "off" is no refusal.
    func situation(of account: Account, asking ask: Ask, enabling: Bool) -> UserSituation {
        var situation = situation(of: account)
        situation.facts.isInteractive = isInteractive(ask.caller)
        if enabling { situation.facts.fingerprintSwitch = .on }
        return situation
    }

    /// The factors with which the same call would succeed now.
    func fallbacks(_ ask: Ask, _ account: Account) -> [Factor] {
        account.policy.fallbacks(among: ask.factors, account.credentials, limits, at: clock.now())
    }

    /// The factors with which a call that the policy decides would succeed now.
    func fallbacks(_ presence: PresenceRequest, _ account: Account) -> [Factor] {
        presence.fallbacks(situation(of: account), at: clock.now())
    }

    func availability(of account: Account) -> Availability {
        account.policy.availability(facts(of: account), limits, at: clock.now())
    }

    /// Why no finger of the user may be verified at the face interface now; nil if it may.
    func verificationRefusal(of account: Account) -> VerificationRefusal? {
        situation(of: account).verificationRefusal(at: clock.now())
    }

    /// Whether logins by finger wait for a typed credential at all.
    var isPasswordFirst: Bool { rules.passwordFirst != .never }

    /// Why a finger of the user does not log in now, though it may be verified; nil if it does.
    func loginRefusal(of account: Account) -> VerificationRefusal? {
        situation(of: account).owesCredential(rules.passwordFirst, at: clock.now()) ? .passwordFirst : nil
    }

    var isAllowedByAdministrator: Bool { rules.fingerprintEnabled }

    /// The status of a user; nil if the user is not loaded, or the password helper has not answered yet.
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
        // Another program may have had the reader open when the sensor looked for it.
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
    func watch(_ user: UserID?, _ wakeUp: Inbox<Void>, by caller: Caller) -> StatusWatcherID {
        watchers.add(user, wakeUp, by: caller, isInteractive: isInteractive(caller))
    }

    func forget(_ watcher: StatusWatcherID) { watchers.remove(watcher) }

    func tell(of user: UserID) { watchers.tell(of: user) }

    // MARK: Readers and sleep

    /// Takes in the readers as the sensor reports them.
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

    // MARK: People in front of the machine

    /// The next decision uses the new seats at once; watchers hear of them by `tellSeats`.
    func seatsChanged(_ seats: SeatFacts) {
        self.seats = seats
        readers.isLidClosed = seats.isLidClosed && rules.fingerprintInteractiveOnly
    }

    func tellSeats() { watchers.tell(whether: isInteractive, isLidClosed: readers.isLidClosed) }

    /// Whether the caller may be asked for a finger: it is in front of the machine, logind does not tell, or the
    /// configuration does not require it.
    func isInteractive(_ caller: Caller) -> Bool { obstacle(to: caller) == nil }

    /// Why the caller cannot be asked for a finger; nil if it can.
    func obstacle(to caller: Caller) -> SeatObstacle? {
        guard rules.fingerprintInteractiveOnly else { return nil }
        return seats.obstacle(to: caller.program.place, of: caller.peer.user)
    }

    /// Whether logind confirms that the caller's user is in front of the machine.
    func isAttended(_ caller: Caller) -> Bool { seats.isAttended(caller.program.place, of: caller.peer.user) }
}
