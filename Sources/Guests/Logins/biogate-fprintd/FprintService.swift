import GateBus
import GateFace
import GateModel
import GateSystem
import GateWire

/// `net.reactivated.Fprint` on the bus: passes calls to polkit and each reader's `DeviceState`, and their effects to
/// the bus and the daemon.
actor FprintService {
    /// A reader and its object.
    struct Device {
        let number: Int
        var reader: FaceReader
        var state = DeviceState()
        /// The running scan, and the number of scans.
        var scan: FaceCall?
        var scans = 0
        var isScanOver = false
        /// The scans that were given up, and go on until the daemon says otherwise.
        var givenUp: Set<Int> = []
        /// The call that holds the reader open, why it failed, and the number of such calls.
        var hold: FaceCall?
        var holdFailure: FaceFailure?
        var holds = 0
        var isHoldGivenUp = false

        var path: String { Fprint.devicePath(number) }
    }

    nonisolated let loop: PollLoop
    nonisolated let daemon: FaceClient
    let accounts = AccountNames()
    /// Accounts that root asks about, for logins: these must not wait for another user's directory service.
    let rootsAccounts = AccountNames()
    /// Nil after the end.
    private(set) var bus: BusConnection?
    var devices: [Device] = []
    private var lastNumber = -1
    /// Lists requested from the daemon at a time.
    let lists = Places(8)
    /// The longest name of a user or finger, in bytes.
    static let argumentBytes = 256
    /// The longest wait for the daemon: programs, including PAM, give up after 25 s.
    static let patience: Duration = .seconds(10)
    private var calls: [CallID: BusInvocation] = [:]
    /// Timers of calls with a time limit.
    private var limits: [CallID: Task<Void, Never>] = [:]
    private var lastCall = 0
    /// The connections that claimed or listed, and have not left the bus.
    private var clients: Set<BusName> = []
    /// The questions that polkit has not answered.
    var questions = OpenQuestions()
    /// Whether results go to every program, as in fprintd, or only to the claim's owner.
    private var broadcastsStatuses = false
    private var words = StatusWords.older
    /// The callers behind the claiming connections.
    var askers: [BusName: FaceClient.Asker] = [:]
    /// How long it stays without clients; nil: forever.
    private let idleLimit: Duration?
    private var idleSince = 0
    private let end: AsyncStream<Ending>.Continuation

    /// Why the process ends.
    enum Ending: Sendable {
        case idle, nameLost, busLost
    }

    // The actor keeps the loop as long as it lives.
    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe loop.asUnownedSerialExecutor() }

    /// - Parameter socket: the daemon's face socket; nil for the system's.
    init(socket: String?, idleLimit: Duration?, end: AsyncStream<Ending>.Continuation) {
        loop = PollLoop(named: "biogate-bus")
        daemon = FaceClient(socket: socket, on: loop)
        self.idleLimit = idleLimit
        self.end = end
    }

    // MARK: On the bus

    /// Connects to the system's bus and serves the manager; false without a bus, or if the bus does not report who
    /// leaves: claims would outlive their owners. Does not request the name.
    func connect() async -> Bool {
        let isOpen = await withCheckedContinuation { continuation in
            BusConnection.open(.system, on: loop, takesDescriptors: false) { opened in
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
                Fprint.managerPath, [Fprint.Description.manager],
                call: { call in self.assumeIsolated { $0.managerCalled(call) } })
            && bus.export(
                Fprint.root, [Fprint.Description.objectManager],
                call: { call in self.assumeIsolated { $0.objectsAsked(call) } })
        return isServed
    }

    /// Takes the name, after which callers come. The readers must be served before: callers may ask for them at once.
    func takeName() {
        bus?.own(Fprint.name, acquired: {}, lost: { [end] in end.yield(.nameLost) })
        idleAgain()
    }

    /// Disconnects from the bus, which gives up the name.
    func close() {
        for device in devices {
            device.scan?.cancel()
            device.hold?.cancel()
        }
        bus?.close()
        bus = nil
    }

    // MARK: Readers

    /// Takes over the daemon's list: adds objects for new readers, and removes missing ones once they are not claimed.
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
            device.path, [Fprint.Description.device],
            property: { _, name in self.assumeIsolated { $0.property(name, of: number) } },
            call: { call in self.assumeIsolated { $0.deviceCalled(call, number) } })
        guard isServed == true else { return }
        devices.append(device)
        for old in devices where isReplaced(old) && old.reader.id == reader.id { tellRemoved(old) }
        bus?.emit(
            "InterfacesAdded", of: Fprint.objectManager, on: Fprint.root,
            [.path(device.path), described(device)])
    }

    /// Whether the reader is back as another object: then only its claim's owner still knows this one.
    func isReplaced(_ device: Device) -> Bool {
        device.state.isGone && devices.contains { $0.reader.id == device.reader.id && $0.number > device.number }
    }

    /// The objects that callers see, one for each reader.
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

    // MARK: Effects

    /// Changes a reader's state and carries out the effects.
    func change(_ number: Int, _ body: (inout DeviceState) -> [DeviceEffect]) {
        guard let index = devices.firstIndex(where: { $0.number == number }) else { return }
        // A release ends the claim, but its owner must still get the result.
        let owner = devices[index].state.owner
        for effect in body(&devices[index].state) { perform(effect, on: number, for: owner) }
    }

    /// - Parameter owner: the claim's owner before the change.
    private func perform(_ effect: DeviceEffect, on number: Int, for owner: BusName?) {
        guard let index = devices.firstIndex(where: { $0.number == number }) else { return }
        let path = devices[index].path
        switch effect {
        case .reply(let call): take(call)?.reply()
        case .refuse(let call, let refusal): if let invocation = take(call) { refuse(invocation, refusal) }
        case .hold: hold(at: index)
        case .letGo: devices[index].hold?.cancel()
        case .verify(let user, let finger):
            scan(at: index) { daemon.verify(user, finger, on: $0, for: $1, $2) }
        case .enroll(let user, let finger):
            scan(at: index) { daemon.enroll(user, finger, on: $0, for: $1, $2) }
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
        case .fingerPresent(let value): announcePresence(value, on: path)
        case .vanish: remove(number)
        }
    }

    /// Signals the selected finger or the result, which only concern the claim's owner.
    private func tell(_ owner: BusName?, _ signal: String, on path: String, _ values: [BusArgument]) {
        guard broadcastsStatuses || owner != nil else { return }
        bus?.emit(signal, of: Fprint.device, on: path, to: broadcastsStatuses ? nil : owner, values)
    }

    /// Announces whether a finger is on the reader behind what else happens now: a result does not wait for that.
    private func announcePresence(_ value: Bool, on path: String) {
        Task(executorPreference: loop) {
            await self.bus?.emitChanged([("finger-present", .bool(value))], of: Fprint.device, on: path)
        }
    }

    /// The owner of a reader's claim, for the daemon's journal.
    private func asker(of device: Device) -> FaceClient.Asker {
        device.state.owner.flatMap { askers[$0] } ?? FaceClient.Asker()
    }

    private func delete(_ user: UserID, _ finger: Finger?, at index: Int) {
        let (daemon, number, reader) = (daemon, devices[index].number, devices[index].reader.id)
        let asker = asker(of: devices[index])
        Task(executorPreference: loop) {
            var failure: FaceFailure?
            do throws(FaceClient.Failure) {
                try await daemon.delete(user, finger, on: reader, for: asker)
            } catch {
                failure = error.faced
            }
            await self.change(number) { $0.deleted(failure) }
        }
    }

    private func scan(at index: Int, _ begin: (ReaderID, FaceClient.Asker, @escaping FaceClient.Heard) -> FaceCall) {
        devices[index].scans += 1
        devices[index].isScanOver = false
        let (number, place) = (devices[index].number, devices[index].scans)
        devices[index].scan = begin(devices[index].reader.id, asker(of: devices[index])) { reply in
            self.assumeIsolated { $0.scanSaid(reply, of: number, scan: place) }
        }
    }

    private func scanSaid(_ reply: FaceReply, of number: Int, scan: Int) {
        guard let index = devices.firstIndex(where: { $0.number == number }) else { return }
        if case .ended = reply, devices[index].givenUp.remove(scan) != nil { change(number) { $0.givenUpEnded() } }
        guard devices[index].scans == scan else { return }
        switch reply {
        case .answer(let wire):
            // An unknown answer of a newer daemon does not end the scan.
            guard let answer = FaceAnswer(wire: wire) else { return }
            if answer.isLast { devices[index].isScanOver = true }
            change(number) { $0.answered(answer) }
        case .failed(let failure):
            devices[index].isScanOver = true
            change(number) { $0.failed(failure) }
        case .givenUp:
            devices[index].isScanOver = true
            devices[index].givenUp.insert(scan)
            change(number) { $0.actionGivenUp() }
        case .ended:
            // Its connection ends with it.
            devices[index].scan = nil
            // Callers are always told of an end, whatever the daemon said last.
            if !devices[index].isScanOver { change(number) { $0.failed(.failed(.faulted)) } }
        }
    }

    // MARK: Calls

    /// Keeps a call to be answered by an effect; returns its name.
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
        limits[call] = Task(executorPreference: loop) {
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
            await self.change(number) { $0.claimOverdue(call) }
        }
    }

    func refuse(_ invocation: BusInvocation, _ refusal: Fprint.Refusal) {
        invocation.refuse(refusal.errorName, refusal.text)
    }

    // MARK: Clients

    /// Follows a connection, to notice that it leaves. Must be called when its call arrives, before any wait: the
    /// report that it has left may be next.
    func follow(_ client: BusName) {
        if clients.insert(client).inserted { idleSince += 1 }
    }

    /// Whether a followed connection is still on the bus.
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
        Task(executorPreference: loop) {
            try? await Task.sleep(for: idleLimit)
            await self.idleLimitOver(since)
        }
    }

    private func idleLimitOver(_ since: Int) {
        if idleSince == since { end.yield(.idle) }
    }
}

extension FaceReader {
    /// The touches of an enrolment in fprintd's count, which includes the duplicate check.
    fileprivate var stages: Int32 { Int32(clamping: identifies ? enrollStages + 1 : enrollStages) }
}
