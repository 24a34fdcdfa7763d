import GateBus
import GateFace
import GateModel
import GateSystem
import GateWire

/// The methods of a reader's object. The claim checks each before polkit is asked, without delaying other callers, and
/// again after it: two calls may have waited for polkit at once.
extension FprintService {
    /// Handles a method call on a reader's object.
    func deviceCalled(_ call: BusMethodCall, _ number: Int) {
        guard let device = device(number) else { return refuse(call.invocation, .noDevice) }
        let argument = call.arguments[0]?.text ?? ""
        let sender = call.sender
        guard !isReplaced(device) || device.state.owner == sender else { return refuse(call.invocation, .noDevice) }
        // Kept while polkit asks, and only limited by the bus.
        guard argument.utf8.count <= Self.argumentBytes else {
            return refuse(call.invocation, .argumentTooLong)
        }
        switch call.method {
        case "Release":
            let id = keep(call.invocation)
            change(number) { $0.release(id, by: sender) }
        case "VerifyStop":
            let id = keep(call.invocation)
            change(number) { $0.verifyStop(id, by: sender) }
        case "Claim":
            guard passes(.claim, call, device) else { return }
            follow(sender)
            begin(call) { await self.claim(argument, call, number) }
        case "ListEnrolledFingers":
            follow(sender)
            begin(call) { await self.list(argument, call, number) }
        case "VerifyStart":
            guard passes(.own, call, device) else { return }
            begin(call) { await self.verifyStart(argument, call, number) }
        case "EnrollStop":
            let id = keep(call.invocation)
            change(number) { $0.enrollStop(id, by: sender) }
        case "EnrollStart":
            guard passes(.own, call, device) else { return }
            begin(call) {
                await self.changePrints(call, number) { state, id in
                    state.enrollStart(argument, id, by: sender, identifies: device.reader.identifies)
                }
            }
        case "DeleteEnrolledFinger":
            guard passes(.own, call, device) else { return }
            begin(call) {
                await self.changePrints(call, number) { $0.delete(argument, $1, by: sender) }
            }
        case "DeleteEnrolledFingers2":
            guard passes(.own, call, device) else { return }
            begin(call) {
                await self.changePrints(call, number) { $0.deleteAll(of: nil, $1, by: sender) }
            }
        default:
            guard passes(.unlessClaimed, call, device) else { return }
            if let refusal = device.state.deletionRefusal { return refuse(call.invocation, refusal) }
            follow(sender)
            begin(call) { await self.deleteAll(of: argument, call, number) }
        }
    }

    /// Runs a change of the prints, once polkit allows it.
    private func changePrints(
        _ call: BusMethodCall, _ number: Int, _ body: (inout DeviceState, CallID) -> [DeviceEffect]
    ) async {
        guard await mayCall(.enroll, call) else { return }
        // A caller that left while polkit asked gets no answer and changes nothing.
        guard isThere(call.sender) else { return }
        guard device(number) != nil else { return refuse(call.invocation, .noDevice) }
        let id = keep(call.invocation)
        change(number) { body(&$0, id) }
    }

    private func deleteAll(of name: String, _ call: BusMethodCall, _ number: Int) async {
        guard let user = await claimedUser(name, call) else { return }
        await changePrints(call, number) { $0.deleteAll(of: user, $1, by: call.sender) }
    }

    private func passes(_ method: ClaimedMethod, _ call: BusMethodCall, _ device: Device) -> Bool {
        guard let refusal = device.state.refusal(of: method, by: call.sender) else { return true }
        refuse(call.invocation, refusal)
        return false
    }

    private func begin(_ call: BusMethodCall, _ body: @escaping @Sendable () async -> Void) {
        Task.immediate(executorPreference: loop) { await body() }
    }

    private func claim(_ name: String, _ call: BusMethodCall, _ number: Int) async {
        guard let user = await claimedUser(name, call) else { return }
        guard await mayCall(.verify, or: .enroll, call) else { return }
        // Only for the daemon's journal.
        let asker = FaceClient.Asker(await caller(of: call))
        // The claim of a caller that left while polkit asked would hold the reader forever.
        guard isThere(call.sender) else { return }
        guard device(number) != nil else { return refuse(call.invocation, .noDevice) }
        askers[call.sender] = asker
        let id = keep(call.invocation)
        change(number) { $0.claim(id, by: call.sender, for: user) }
        limitClaim(id, of: number)
    }

    private func list(_ name: String, _ call: BusMethodCall, _ number: Int) async {
        guard let user = await claimedUser(name, call) else { return }
        guard await mayCall(.verify, call) else { return }
        guard let device = device(number) else { return refuse(call.invocation, .noDevice) }
        // A name without an account has no prints.
        guard let id = user.id else { return refuse(call.invocation, .nothingToList) }
        let limit = Task(executorPreference: loop) {
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
            await self.refuse(call.invocation, .daemonSilent)
        }
        defer { limit.cancel() }
        // Many lists at once leave the daemon's connections to others.
        await lists.enter()
        defer { lists.leave() }
        do throws(FaceClient.Failure) {
            let fingers = try await daemon.fingers(of: id, on: device.reader.id)
            guard !fingers.isEmpty else { return refuse(call.invocation, .nothingToList) }
            call.invocation.reply([.texts(fingers.map(\.fprintName))])
        } catch {
            refuse(call.invocation, .daemonSilent)
        }
    }

    private func verifyStart(_ finger: String, _ call: BusMethodCall, _ number: Int) async {
        guard await mayCall(.verify, call) else { return }
        guard device(number) != nil else { return refuse(call.invocation, .noDevice) }
        let id = keep(call.invocation)
        change(number) { $0.verifyStart(finger, id, by: call.sender) }
    }
}
