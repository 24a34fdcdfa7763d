import GateModel
import GatePolicy
import GateSecret
import GateTestSupport
import GateVault
import GateWire

@testable import GateCore
@testable import GateDaemon

/// Plays events to a daemon in memory, and tracks beside it what is allowed.
final class Play {
    let scene: Scene
    private(set) var events: [Event] = []
    private(set) var broken: String?
    private let alice: Person
    private let bob: Person
    private var lastConnection: UInt64 = 0
    private var left: Set<ConnectionID> = []
    private var isDiskHeld = false
    private var wasDiskHeld = false
    private var isDiskFaulty = false
    /// Whether the schedule keeps the reader from opening.
    private var isReaderHeld = false
    /// Whether the device has been held, once.
    private var isDeviceHeld = false
    /// Whether a finger was seen since the reader was armed; a call may wait for its judgement.
    private var isFingerSeen = false
    private var elsewhere: Call?
    /// The call at the reader after the previous event.
    private var lastHolder: Call?
    private var stop: Call?
    /// Calls that have to be over when the event ends.
    private var endingNow: [Call] = []
    /// The clients that show alice the desktop's prompt.
    private var prompts: [RequestWatcherID] = []
    /// How many calls were granted for a password.
    private var byPassword = 0

    init(_ scene: Scene = Scene()) {
        self.scene = scene
        alice = Person(Scene.alice, in: scene)
        bob = Person(Scene.bob, in: scene)
    }

    /// As in `Daemon`, if no part of the system hangs.
    private static let stopLimit: Duration = .seconds(5)

    /// A connection has one call at a time.
    private var nextConnection: UInt64 {
        lastConnection += 1
        return lastConnection
    }

    private func person(_ user: UserID) -> Person { user == alice.user.id ? alice : bob }

    func play(_ event: Event) {
        guard broken == nil, stop == nil || !event.isCall else { return }
        events.append(event)
        let actor = event.isFingers ? scene.holder().map { person($0.user).user } : event.actor
        let others = actor.map { Bystander(of: $0 == alice.user ? bob.user : alice.user, in: scene) }
        wasDiskHeld = isDiskHeld
        make(event)
        scene.loop.drain()
        check()
        if broken == nil { broken = others?.whatChanged(in: scene) }
    }

    /// Lets everything finish: all parts work, and much time passes.
    func finish() {
        checkRestart()
        guard broken == nil else { return }
        wasDiskHeld = isDiskHeld
        scene.disk.mend()
        scene.disk.writes.release()
        scene.keystore.scrypt.release()
        scene.keystore.device.release()
        scene.sensor.opening.release()
        scene.passwords.fail(nil)
        scene.passwords.questions.release()
        scene.loop.drain()
        check()
        scene.loop.advance(by: Self.stopLimit)
        check()
        if stop?.isUnanswered == true { broken = broken ?? "a stop takes longer than it may" }
        scene.loop.advance(by: .seconds(3600))
        check()
        for (number, call) in scene.calls.enumerated() where call.outcomes.count != 1 {
            broken = broken ?? "call \(number) has \(call.outcomes.count) answers"
        }
        if !isDiskFaulty { checkNothingMore() }
        scene.end()
        broken = broken ?? scene.leftover
    }

    // MARK: Events

    private func make(_ event: Event) {
        let sensor = scene.sensor
        switch event {
        case .retrieve: scene.retrieve(on: nextConnection)
        case .retrievePrompted: scene.retrieve(on: nextConnection, interaction: .prompt)
        case .promptComes: promptComes()
        case .promptGoes: if !prompts.isEmpty { promptGoes(prompts.removeFirst()) }
        case .holdCall:
            if let request = scene.waiting(of: alice.user.id).first { scene.hold(request, on: nextConnection) }
        case .sign: scene.sign(on: nextConnection)
        case .authenticate: scene.authenticate(on: nextConnection)
        case .retrieveAgain:
            let asking: [GateModel.Operation?] = [.retrieve, .sign, .authenticate]
            guard
                let before = scene.calls.last(where: { asking.contains($0.operation) && $0.user == alice.user.id }),
                !before.isUnanswered, !left.contains(before.connection)
            else { break }
            scene.retrieve(on: before.connection.rawValue, maximumAge: .seconds(60))
        case .bobRetrieves: scene.retrieve(by: bob.user.id, on: nextConnection)
        case .enroll:
            let call = scene.enroll(.rightThumb, on: Scene.reader, connection: nextConnection)
            alice.willClear(call)
            alice.willEndAuthentications(call)
        case .enrollElsewhere: enrollElsewhere()
        case .enable: alice.willTurnOn(scene.enable(on: nextConnection))
        case .layFinger:
            isFingerSeen = isFingerSeen || sensor.wantsFinger() && scene.holder().map(isPromptShown) ?? true
            sensor.see()
        case .judgeRight: judge { Scene.finger(of: $0) }
        case .judgeOthers: judge { Scene.finger(of: $0 == alice.user.id ? bob.user.id : alice.user.id) }
        case .judgeWrong: judge { _ in Scene.stranger }
        case .scanPoorly: sensor.poor()
        case .readerFails: sensor.fail(.faulted)
        case .heat: sensor.heat(for: .seconds(60))
        case .cool: sensor.set(.ready)
        case .unplug: sensor.unplug()
        case .plug: if !sensor.readers().contains(where: { $0.id == Scene.reader.id }) { sensor.plugIn(Scene.reader) }
        case .answerRight: answer(.pin, Scene.rightPIN, alice)
        case .answerWrong: answer(.pin, Scene.wrongPIN, alice)
        case .answerPassword: answer(.password, Scene.password, alice)
        case .answerWrongPassword: answer(.password, "incorrect", alice)
        case .bobAnswers: answer(.pin, Scene.rightPIN, bob)
        case .holdPINs: scene.keystore.scrypt.hold()
        case .releasePINs: scene.keystore.scrypt.release()
        case .holdReader:
            sensor.opening.hold()
            isReaderHeld = true
        case .releaseReader:
            sensor.opening.release()
            isReaderHeld = false
        case .holdDevice:
            scene.keystore.device.hold()
            isDeviceHeld = true
        case .releaseDevice: scene.keystore.device.release()
        case .holdHelper: scene.passwords.questions.hold()
        case .releaseHelper: scene.passwords.questions.release()
        case .breakHelper: scene.passwords.fail(.missing)
        case .slowHelper: scene.passwords.fail(.timeOver)
        case .refusePassword: scene.passwords.refuse(alice.user.id)
        case .mendHelper:
            scene.passwords.fail(nil)
            scene.passwords.refuse(alice.user.id, false)
        case .cancel: cancel(alice)
        case .bobCancels: cancel(bob)
        case .leave: leave(alice)
        case .bobLeaves: leave(bob)
        case .second: scene.loop.advance(by: .seconds(1))
        case .halfMinute: scene.loop.advance(by: .seconds(30))
        case .lock: lock(alice)
        case .bobLocks: lock(bob)
        case .sleep:
            ends(scene.undecided(), by: .suspend)
            scene.run { gatekeeper in await gatekeeper.prepareForSleep() }
        case .wake:
            for person in [alice, bob] { person.authenticationsEnded(at: events.count) }
            scene.run { gatekeeper in await gatekeeper.returnFromSleep() }
        case .stop:
            ends(scene.undecided(), by: .shutdown)
            stop = scene.begin(on: nextConnection, by: .root) { gatekeeper, _, _ throws(GateError) in
                gatekeeper.cancelRequests(of: nil, by: .shutdown)
                await gatekeeper.allWritten()
                return .done
            }
        case .disable: disable(alice)
        case .bobDisables: disable(bob)
        case .deletePrint:
            alice.willClear(
                change(alice) { gatekeeper, caller throws(GateError) in
                    try await gatekeeper.deletePrint(
                        Scene.print(of: Scene.alice.id).id, credential: Scene.credential(.pin, Scene.rightPIN),
                        of: Scene.alice.id, by: caller)
                })
        case .revokeAll:
            change(alice) { gatekeeper, caller throws(GateError) in
                try await gatekeeper.revokeAll(of: Scene.alice.id, by: caller)
            }
        case .reset: reset(alice)
        case .bobResets: reset(bob)
        case .holdDisk:
            scene.disk.writes.hold()
            isDiskHeld = true
        case .releaseOne: scene.disk.writes.releaseFirst()
        case .releaseDisk:
            scene.disk.writes.release()
            isDiskHeld = false
        case .failWrite:
            scene.disk.failWrites()
            isDiskFaulty = true
        case .failWriteThatStands:
            scene.disk.failWrites(changeStands: true)
            isDiskFaulty = true
        }
    }

    /// A finger on the first reader; for an enrolment, always the finger to enrol.
    private func isPromptShown(_ call: Call) -> Bool {
        let last = call.progress.last { $0.event != .credentialWrong }
        return last?.event != .queued && last?.hint != .removeFinger
    }

    private func judge(_ finger: (UserID) -> String) {
        guard scene.sensor.wantsFinger(), let holder = scene.holder() else { return }
        isFingerSeen = false
        guard holder.operation != .enroll else {
            scene.sensor.touch("alice's thumb")
            return
        }
        let (person, finger) = (person(holder.user), finger(holder.user))
        guard isPromptShown(holder) else {
            // It was there before the prompt: neither a miss nor a match.
            scene.sensor.touch(finger)
            return scene.loop.drain()
        }
        let isRight = finger == Scene.finger(of: holder.user)
        let written = scene.keystore.written(of: person.user)
        let isEnrolled = written?.prints.contains { $0.id == Scene.print(of: person.user.id).id } == true
        if isRight, isEnrolled, written?.fingerprintSwitch == .on {
            holder.enrollmentAtMatch = written?.enrollmentID
        } else if !isRight, !holder.isOfErased {
            // Nothing is counted for a user who was reset.
            person.missed()
        }
        scene.sensor.touch(finger)
        scene.loop.drain()
        if isRight, holder.endedBy == nil { person.mayHaveCleared(in: scene) }
    }

    /// One of alice's fingers at the other reader; continues an enrolment that is running there.
    private func enrollElsewhere() {
        if elsewhere?.isUnanswered != true {
            let call = scene.enroll(.leftIndex, on: Scene.otherReader, connection: nextConnection)
            elsewhere = call
            alice.willClear(call)
            alice.willEndAuthentications(call)
        }
        while scene.holder(of: Scene.otherReader) === elsewhere,
            scene.sensor.touch("alice's left", on: Scene.otherReader.id)
        { scene.loop.drain() }
    }

    private func answer(_ factor: Factor, _ text: String, _ person: Person) {
        let request = scene.waiting(of: person.user.id).first
        let isRight = text == Scene.rightPIN || text == Scene.password
        if isRight { request.flatMap(scene.call(of:))?.answers.insert(factor) }
        let call = scene.answer(factor, text, to: request, by: person.user.id, on: nextConnection)
        if isRight { person.willClear(call) }
        person.willTry(call)
    }

    private func promptComes() {
        let watch = scene.gatekeeper.assumeIsolated { try? $0.watchRequests(of: Scene.alice.id, prompts: true) }
        if let watch { prompts.append(watch.watcher) }
    }

    private func promptGoes(_ watcher: RequestWatcherID) {
        scene.gatekeeper.assumeIsolated { $0.forget(watcher) }
    }

    private func cancel(_ person: Person) {
        let request = scene.waiting(of: person.user.id).first
        ends(scene.undecided(of: person.user.id).filter { $0 === request.flatMap(scene.call(of:)) }, by: .user)
        scene.begin(on: nextConnection, by: person.user.id) { gatekeeper, caller, _ throws(GateError) in
            try gatekeeper.cancelRequest(request, by: caller)
            return .done
        }
    }

    private func leave(_ person: Person) {
        guard
            let call = scene.calls.first(where: {
                $0.isUnanswered && $0.operation != nil && $0.user == person.user.id && $0 !== elsewhere
            })
        else { return }
        ends(scene.undecided(of: person.user.id).filter { $0 === call }, by: .client)
        left.insert(call.connection)
        scene.leave(call.connection)
    }

    private func lock(_ person: Person) {
        ends(scene.undecided(of: person.user.id), by: .sessionLocked)
        person.authenticationsEnded(at: events.count)
        let user = person.user.id
        scene.gatekeeper.assumeIsolated { $0.sessionLocked(of: user) }
    }

    /// Records that undecided calls end; they end at once if nothing has to be awaited.
    private func ends(_ calls: [Call], by canceller: Canceller) {
        let holder = scene.holder()
        for call in calls {
            call.endedBy = canceller
            let isAwaited = isFingerSeen && call === holder
            if !isDiskHeld, !isDiskFaulty, !isReaderHeld, !isAwaited { endingNow.append(call) }
        }
    }

    private func disable(_ person: Person) {
        let user = person.user.id
        let call = change(person) { gatekeeper, caller throws(GateError) in
            try await gatekeeper.disableFingerprint(of: user, by: caller)
        }
        person.willTurnOff(call)
    }

    private func reset(_ person: Person) {
        let user = person.user.id
        let before = scene.calls.filter { $0.isUnanswered && $0.user == user }
        let call = change(person) { gatekeeper, caller throws(GateError) in
            try await gatekeeper.reset(user, credential: nil, by: caller)
            return 0
        }
        person.willBeReset(by: call)
        // A reset that the disk refuses, or still writes, counts too; the misses may then be too many.
        for call in before { call.isOfErased = true }
    }

    @discardableResult
    private func change(
        _ person: Person, _ body: @escaping @Sendable (isolated Gatekeeper, Caller) async throws(GateError) -> Int
    ) -> Call {
        let call = scene.begin(on: nextConnection, by: .root, about: person.user.id) {
            gatekeeper, caller, _ throws(GateError) in
            _ = try await body(gatekeeper, caller)
            return .done
        }
        person.willEndAuthentications(call)
        return call
    }

    // MARK: Invariants

    private func check() {
        guard broken == nil else { return }
        if !scene.sensor.wantsFinger() { isFingerSeen = false }
        for call in scene.calls where call.begunAt == nil { call.begunAt = events.count }
        for call in scene.waiting().compactMap(scene.call(of:)) where call.waitsSince == nil {
            call.waitsSince = events.count
        }
        broken = [alice, bob].lazy.compactMap { $0.check(self.scene, at: self.events.count) }.first
        for call in scene.calls where isDeviceHeld && call.operation == .sign { call.isInDevice = true }
        for (number, call) in scene.calls.enumerated() where !call.isUnanswered {
            if call.outcomes.count > 1 { broken = "call \(number) has more than one answer" }
            guard call.answeredAt == nil else { continue }
            call.answeredAt = events.count
            guard call.isGranted else { continue }
            let flaw = person(call.user).check(granted: call, scene, at: events.count)
            if let flaw { broken = "call \(number) \(flaw)" }
            if call.factor == .password, call.wasPresented(.password) { byPassword += 1 }
        }
        if byPassword > scene.passwords.accepted { broken = "a password counted that was not found right" }
        for call in endingNow {
            guard let canceller = call.endedBy, call.outcomes != [.refused(.cancelled(by: canceller))] else { continue }
            broken = "a call was ended, and is answered with \(call.outcomes)"
        }
        endingNow = []
        if scene.waiting().isEmpty,
            [Scene.reader, Scene.otherReader].contains(where: { scene.sensor.wantsFinger(on: $0.id) })
        {
            broken = "a reader is armed, and nobody waits"
        }
        checkArming()
        if stop?.isUnanswered == false, !isDiskFaulty, !scene.calls.contains(where: \.isUnanswered) {
            checkNothingMore()
        }
    }

    /// No finger is wanted from a user for whom none counts.
    private func checkArming() {
        let holder = scene.holder()
        defer { lastHolder = holder }
        guard let call = holder, call.operation != .enroll, scene.sensor.wantsFinger() else { return }
        let user = person(call.user).user
        if scene.policy(of: user).lockout.state(PolicyLimits(), at: scene.loop.moment) != .open {
            broken = "the reader is armed for \(user.name), who is locked out"
        }
        // A decision made before the disk was held is not made again because of it.
        if call !== lastHolder, !wasDiskHeld, call.operation != .enable,
            scene.keystore.written(of: user)?.fingerprintSwitch == .off
        {
            broken = "the reader is armed for \(user.name), who turned it off"
        }
    }

    /// Memory and disk agree: nothing counts as a miss that was none.
    private func checkNothingMore() {
        for person in [alice, bob] where scene.missesOnDisk(of: person.user) != scene.misses(of: person.user) {
            broken = broken ?? "a restart would count what was no miss of \(person.user.name)'s"
        }
    }

    /// The state that a daemon started on this disk would know.
    private func checkRestart() {
        guard broken == nil else { return }
        let restarted = scene.restarted()
        for person in [alice, bob] {
            let forgiven = person.misses - restarted.misses(of: person.user)
            if forgiven > 0 { broken = "a restart has forgiven \(forgiven) misses of \(person.user.name)" }
        }
        if !restarted.ledger.pending.isEmpty { broken = "a restart leaves scans pending" }
        restarted.end()
    }
}
