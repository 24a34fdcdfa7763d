import GateBus
import GateFace
import GateModel
import GateSystem
import GateWire

/// `net.reactivated.Fprint` on the bus: what callers say goes to polkit and to each reader's `DeviceState`, and what comes of
/// it to the bus and the daemon.
actor FprintService {
    /// A reader and its object.
    struct Device {
        let number: Int
        var reader: FaceReader
        var state = DeviceState()
        /// The scan that runs, and how many there were.
        var scan: FaceCall?
        var scans = 0
        /// What keeps the reader open, and how many there were.
        var hold: FaceCall?
        var holds = 0

        var path: String { Fprint.devicePath(number) }
    }

    nonisolated let executor = BusExecutor()
    let daemon: FaceClient
    let accounts = AccountNames()
    /// Those that root asks about, as who logs people in does: no other user's directory service is waited for there.
    let rootsAccounts = AccountNames()
    /// Nil once it is over.
    private(set) var bus: BusConnection?
    var devices: [Device] = []
    private var lastNumber = -1
    /// Lists that the daemon is asked for at a time.
    let lists = Places(8)
    /// The longest message that is read: the bus's answers are the longest that there are.
    private static let messageBytes = 131_072
    /// The bytes of a user's or finger's name.
    static let argumentBytes = 256
    /// How long a caller waits for the daemon: programs give up after 25 s, and PAM with them.
    static let patience: Duration = .seconds(10)
    private var calls: [CallID: BusInvocation] = [:]
    /// Timers of calls that have a limit.
    private var limits: [CallID: Task<Void, Never>] = [:]
    private var lastCall = 0
    /// The connections that claimed or listed, and are still on the bus.
    private var clients: Set<BusName> = []
    /// What polkit has not answered.
    var questions = OpenQuestions()
    /// Whether results are told to every program, as fprintd does it, or to the claim's owner alone.
    private var broadcastsStatuses = false
    private var words = StatusWords.older
    /// Who is behind the connections that claimed.
    var askers: [BusName: FaceClient.Asker] = [:]
    /// How long it stays without any of them; nil: for ever.
    private let idleLimit: Duration?
    private var idleSince = 0
    private let end: AsyncStream<Ending>.Continuation

    /// Why the process ends.
    enum Ending: Sendable {
        case idle, nameLost, busLost
    }

    // The actor keeps the executor for as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    init(daemon: FaceClient, idleLimit: Duration?, end: AsyncStream<Ending>.Continuation) {
        self.daemon = daemon
        self.idleLimit = idleLimit
        self.end = end
    }

    // MARK: On the bus

    /// Connects to the system's bus and serves the manager; false where there is no bus, or it does not say who leaves it: a
    /// claim would outlive its owner then. The name is not asked for.
    func connect() async -> Bool {
        let isOpen = await withCheckedContinuation { continuation in
            BusConnection.open(.system, longestMessage: Self.messageBytes) { opened in
                self.assumeIsolated { $0.bus = opened }
                continuation.resume(returning: opened != nil)
            }
        }
        guard isOpen, let bus else { return false }
        bus.onClosed { [end] in end.yield(.busLost) }
        bus.limitCalls()
        let isFollowed = await withCheckedContinuation { continuation in
            bus.followLeaving { name in
                self.assumeIsolated { $0.left(name) }
            } _: {
                continuation.resume(returning: $0)
            }
        }
        guard isFollowed else { return false }
        let isServed =
            bus.export(
                Fprint.managerPath, describedBy: Fprint.managerDescription, property: { _, _ in nil },
                call: { call in self.assumeIsolated { $0.managerCalled(call) } })
            && bus.export(
                Fprint.root, describedBy: Fprint.objectManagerDescription, property: { _, _ in nil },
                call: { call in self.assumeIsolated { $0.objectsAsked(call) } })
        return isServed
    }

    /// From now on callers come. Not before the readers are served: whoever sees the name may ask for them at once.
    func takeName() {
        bus?.own(Fprint.name, acquired: {}, lost: { [end] in end.yield(.nameLost) })
        idleAgain()
    }

    /// Lets go of the bus, and with it of the name.
    func close() {
        for device in devices {
            device.scan?.cancel()
            device.hold?.cancel()
        }
        bus = nil
    }

    // MARK: Readers

    /// Takes over the daemon's list: what is new has an object, and what is gone loses it, once nobody claims it.
    func readersChanged(_ readers: [FaceReader], broadcastsStatuses: Bool, words: StatusWords) {
        self.broadcastsStatuses = broadcastsStatuses
        self.words = words
        for index in devices.indices { devices[index].state.words = words }
        for device in devices where !device.state.isGone && !readers.contains(where: { $0.id == device.reader.id }) {
            change(device.number) { $0.unplugged() }
        }
        for reader in readers {
            if let index = devices.firstIndex(where: { $0.reader.id == reader.id && !$0.state.isGone }) {
                let before = devices[index].reader
                devices[index].reader = reader
                tellChanges(from: before, of: devices[index])
            } else {
                add(reader)
            }
        }
    }

    private func add(_ reader: FaceReader) {
        lastNumber += 1
        var device = Device(number: lastNumber, reader: reader)
        device.state.words = words
        let number = device.number
        let isServed = bus?.export(
            device.path, describedBy: Fprint.deviceDescription,
            property: { _, name in self.assumeIsolated { $0.property(name, of: number) } },
            call: { call in self.assumeIsolated { $0.deviceCalled(call, number) } })
        guard isServed == true else { return }
        devices.append(device)
        for old in devices where isReplaced(old) && old.reader.id == reader.id { tellRemoved(old) }
        bus?.emit(
            "InterfacesAdded", of: Fprint.objectManager, on: Fprint.root,
            [.path(device.path), described(device)])
    }

    /// Whether the reader is back under another object: its claim's owner alone still knows this one.
    func isReplaced(_ device: Device) -> Bool {
        device.state.isGone && devices.contains { $0.reader.id == device.reader.id && $0.number > device.number }
    }

    /// The objects that callers are told of: one for a reader.
    private var listed: [Device] { devices.filter { !isReplaced($0) } }

    private func remove(_ number: Int) {
        guard let index = devices.firstIndex(where: { $0.number == number }) else { return }
        let device = devices[index]
        let wasTold = isReplaced(device)
        devices.remove(at: index)
        bus?.unexport(device.path)
        if !wasTold { tellRemoved(device) }
    }

    private func tellRemoved(_ device: Device) {
        bus?.emit(
            "InterfacesRemoved", of: Fprint.objectManager, on: Fprint.root,
            [
                .path(device.path),
                .texts([
                    "org.freedesktop.DBus.Properties", "org.freedesktop.DBus.Introspectable",
                    "org.freedesktop.DBus.Peer", Fprint.device,
                ]),
            ])
    }

    private func tellChanges(from before: FaceReader, of device: Device) {
        let after = device.reader
        if before.name != after.name { tell("name", of: device) }
        if before.stages != after.stages { tell("num-enroll-stages", of: device) }
        if before.scanType != after.scanType { tell("scan-type", of: device) }
    }

    private func tell(_ name: String, of device: Device) {
        guard let value = property(name, of: device.number) else { return }
        bus?.emitChanged([(name, value)], of: Fprint.device, on: device.path)
    }

    private func property(_ name: String, of number: Int) -> BusArgument? {
        guard let device = device(number) else { return nil }
        return switch name {
        case "name": .text(device.reader.nameOnBus)
        case "num-enroll-stages": .signedNumber(device.reader.stages)
        case "scan-type": .text(device.reader.scanType.rawValue)
        case "finger-present": .bool(device.state.isFingerPresent)
        case "finger-needed": .bool(device.state.isFingerNeeded)
        default: nil
        }
    }

    private func described(_ device: Device) -> BusArgument {
        let names = ["name", "num-enroll-stages", "scan-type", "finger-present", "finger-needed"]
        let properties = names.compactMap { name in property(name, of: device.number).map { (name, $0) } }
        return .entries(of: "{sa{sv}}", [(.text(Fprint.device), .dictionary(properties))])
    }

    func device(_ number: Int) -> Device? { devices.first { $0.number == number } }

    private func managerCalled(_ call: BusMethodCall) {
        switch call.method {
        case "GetDevices": call.invocation.reply([.paths(listed.map(\.path))])
        default:
            guard let first = listed.first else { return refuse(call.invocation, .noDevice) }
            call.invocation.reply([.path(first.path)])
        }
    }

    private func objectsAsked(_ call: BusMethodCall) {
        let objects = listed.map { (BusArgument.path($0.path), described($0)) }
        call.invocation.reply([.entries(of: "{oa{sa{sv}}}", objects)])
    }

    // MARK: What comes of it

    /// Changes a reader's state, and does what comes of that.
    func change(_ number: Int, _ body: (inout DeviceState) -> [DeviceEffect]) {
        guard let index = devices.firstIndex(where: { $0.number == number }) else { return }
        // A release ends the claim, and its owner is told of the result before.
        let owner = devices[index].state.owner
        for effect in body(&devices[index].state) { perform(effect, on: number, for: owner) }
    }

    /// - Parameter owner: whose claim it was before.
    private func perform(_ effect: DeviceEffect, on number: Int, for owner: BusName?) {
        guard let index = devices.firstIndex(where: { $0.number == number }) else { return }
        let path = devices[index].path
        switch effect {
        case .reply(let call): take(call)?.reply()
        case .refuse(let call, let refusal): if let invocation = take(call) { refuse(invocation, refusal) }
        case .hold: hold(at: index)
        case .letGo: devices[index].hold?.cancel()
        case .verify(let user, let finger):
            follow(daemon.verify(user, finger, on: devices[index].reader.id, for: asker(of: devices[index])), at: index)
        case .enroll(let user, let finger):
            follow(daemon.enroll(user, finger, on: devices[index].reader.id, for: asker(of: devices[index])), at: index)
        case .delete(let user, let finger): delete(user, finger, at: index)
        case .endAction: devices[index].scan?.cancel()
        case .fingerSelected(let finger):
            tell(owner, "VerifyFingerSelected", on: path, [.text(finger)])
        case .status(let status, let done):
            tell(owner, "VerifyStatus", on: path, [.text(status.rawValue), .bool(done)])
        case .enrollStatus(let status, let done):
            tell(owner, "EnrollStatus", on: path, [.text(status.rawValue), .bool(done)])
        case .fingerNeeded(let value):
            bus?.emitChanged([("finger-needed", .bool(value))], of: Fprint.device, on: path)
        case .fingerPresent(let value):
            bus?.emitChanged([("finger-present", .bool(value))], of: Fprint.device, on: path)
        case .vanish: remove(number)
        }
    }

    /// Sends a signal of which finger is looked for, or of what came of it: nobody else's business.
    private func tell(_ owner: BusName?, _ signal: String, on path: String, _ values: [BusArgument]) {
        guard broadcastsStatuses || owner != nil else { return }
        bus?.emit(signal, of: Fprint.device, on: path, to: broadcastsStatuses ? nil : owner, values)
    }

    /// Who has claimed a reader, for the daemon's journal.
    private func asker(of device: Device) -> FaceClient.Asker {
        device.state.owner.flatMap { askers[$0] } ?? FaceClient.Asker()
    }

    private func delete(_ user: UserID, _ finger: Finger?, at index: Int) {
        let (daemon, number, reader) = (daemon, devices[index].number, devices[index].reader.id)
        let asker = asker(of: devices[index])
        Task(executorPreference: executor) {
            var failure: FaceFailure?
            do throws(FaceClient.Failure) {
                try await daemon.delete(user, finger, on: reader, for: asker)
            } catch {
                failure = error.faced
            }
            await self.change(number) { $0.deleted(failure) }
        }
    }

    private func follow(_ scan: FaceCall, at index: Int) {
        devices[index].scan = scan
        devices[index].scans += 1
        let (number, place) = (devices[index].number, devices[index].scans)
        Task(executorPreference: executor) { await self.follow(scan, number, place) }
    }

    private func follow(_ scan: FaceCall, _ number: Int, _ place: Int) async {
        var isOver = false
        for await reply in scan.replies { isOver = heard(reply, of: number, scan: place) || isOver }
        // Whatever the daemon said last, callers are told of an end.
        if !isOver { _ = heard(.failed(.failed(.faulted)), of: number, scan: place) }
        // Its connection goes with it.
        if let index = devices.firstIndex(where: { $0.number == number && $0.scans == place }) {
            devices[index].scan = nil
        }
    }

    /// Whether the reply is the scan's end.
    private func heard(_ reply: FaceReply, of number: Int, scan: Int) -> Bool {
        guard device(number)?.scans == scan else { return true }
        switch reply {
        case .answer(let wire):
            // What a newer daemon tells on the way is no end.
            guard let answer = FaceAnswer(wire: wire) else { return false }
            change(number) { $0.answered(answer) }
            return answer.isLast
        case .failed(let failure):
            change(number) { $0.failed(failure) }
            return true
        }
    }

    // MARK: Calls

    /// A name for a call that is answered by an effect.
    func keep(_ invocation: BusInvocation) -> CallID {
        lastCall += 1
        let id = CallID(number: lastCall)
        calls[id] = invocation
        return id
    }

    private func take(_ call: CallID) -> BusInvocation? {
        limits.removeValue(forKey: call)?.cancel()
        return calls.removeValue(forKey: call)
    }

    /// Refuses a claim that is not answered in time.
    func limitClaim(_ call: CallID, of number: Int) {
        guard calls[call] != nil else { return }
        limits[call] = Task(executorPreference: executor) {
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
            await self.change(number) { $0.claimOverdue(call) }
        }
    }

    func refuse(_ invocation: BusInvocation, _ refusal: Fprint.Refusal) {
        invocation.refuse(refusal.errorName, refusal.text)
    }

    // MARK: Who is there

    /// From now on it matters when the connection goes. To be called when its call comes, before anything is waited for: the
    /// report that it has left may be next.
    func follow(_ client: BusName) {
        if clients.insert(client).inserted { idleSince += 1 }
    }

    /// Whether a connection that is followed is still there.
    func isThere(_ client: BusName) -> Bool { clients.contains(client) }

    private func left(_ client: BusName) {
        for question in questions.asked(by: client) { cancel(question) }
        guard clients.remove(client) != nil else { return }
        askers[client] = nil
        for device in devices { change(device.number) { $0.left(client) } }
        idleAgain()
    }

    private func idleAgain() {
        guard let idleLimit, clients.isEmpty else { return }
        idleSince += 1
        let since = idleSince
        Task(executorPreference: executor) {
            try? await Task.sleep(for: idleLimit)
            await self.idleLimitOver(since)
        }
    }

    private func idleLimitOver(_ since: Int) {
        if idleSince == since { end.yield(.idle) }
    }
}

extension FaceReader {
    /// Touches of an enrolment, as fprintd counts them: with the one that looks for a duplicate.
    fileprivate var stages: Int32 { Int32(clamping: identifies ? enrollStages + 1 : enrollStages) }
}
