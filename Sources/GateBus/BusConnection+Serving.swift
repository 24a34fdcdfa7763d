import CSDBus
import GateSystem
import Glibc

/// A method call from another program to an object served here.
package struct BusMethodCall: Sendable {
    /// The caller's unique name on the bus.
    package let sender: String
    package let path: String
    package let interface: String
    package let method: String
    /// A structure with the types of the object's description.
    package let arguments: BusValue
    package let invocation: BusInvocation
}

/// Answers one method call, once; without an answer it fails with an error.
// Its holders stay on the loop, where it is released, too.
@safe
package final class BusInvocation: @unchecked Sendable {
    /// A reference to the call; nil once answered.
    private var message: OpaquePointer?
    private let connection: BusConnection
    private let sender: String
    /// Whether the ledger counts the call.
    private let isCounted: Bool

    fileprivate init(_ message: OpaquePointer, from sender: String, on connection: BusConnection, isCounted: Bool) {
        unsafe self.message = sd_bus_message_ref(message)
        self.connection = connection
        self.sender = sender
        self.isCounted = isCounted
    }

    deinit { refuse(BusName.errors + "NoReply", "There is no answer.") }

    /// Does nothing if the call is answered already.
    package func reply(_ values: [BusArgument] = []) {
        unsafe answer(
            { call, made in unsafe sd_bus_message_new_method_return(call, &made) },
            fill: { made in values.allSatisfy { unsafe $0.append(to: made) } })
    }

    /// Answers with an error; does nothing if the call is answered already.
    package func refuse(_ name: String, _ text: String) {
        unsafe answer({ call, made in
            unsafe name.withCString { name in
                unsafe text.withCString { text in
                    var error = unsafe sd_bus_error(name: name, message: text, _need_free: 0)
                    return unsafe sd_bus_message_new_method_error(call, &made, &error)
                }
            }
        })
    }

    fileprivate func refuse(_ refusal: BusRefusal) { refuse(refusal.name, refusal.text) }

    /// The next call may follow at once, so the place is freed before the answer.
    func answer(
        _ make: (_ call: OpaquePointer, _ made: inout OpaquePointer?) -> Int32,
        fill: (_ made: OpaquePointer) -> Bool = { _ in true }
    ) {
        guard let call = unsafe message.take() else { return }
        defer { unsafe _ = sd_bus_message_unref(call) }
        if isCounted { connection.ledger?.ended(from: sender) }
        guard unsafe sd_bus_message_get_expect_reply(call) > 0 else { return }
        _ = unsafe connection.message({ made in unsafe make(call, &made) }, []) { made in
            unsafe fill(made) && connection.send(made)
        }
    }
}

extension BusConnection {
    /// Limits the incoming calls that are kept: calls beyond `CallLedger`'s limits, and those with a longer argument
    /// than 4 KiB, get `LimitsExceeded`.
    ///
    /// Call it once, before serving anything. A call counts until its `BusInvocation` is answered.
    package func limitCalls() { ledger = CallLedger() }

    /// Requests a name, and reports when this connection gets it, does not get it, or loses it.
    package func own(_ name: String, acquired: @escaping () -> Void, lost: @escaping () -> Void) {
        let loss = SignalFilter(
            member: "NameLost", interface: BusName.bus, sender: BusName.bus, argument: name, path: BusName.busPath)
        // Sent to this connection without a rule.
        subscriptions.append((loss, { _, _ in lost() }))
        let (doesNotQueue, isOwner): (UInt32, UInt32) = (4, 1)
        call(
            "RequestName", of: BusName.bus, on: BusName.busPath, at: BusName.bus, [.text(name), .number(doesNotQueue)]
        ) {
            outcome in
            if case .reply(let values) = outcome, values[0]?.unsigned == isOwner { acquired() } else { lost() }
        }
    }

    /// Serves an object; false if the path is served already.
    ///
    /// Calls that do not fit the description are refused before. `property` returns a described property; nil refuses.
    package func export(
        _ path: String, _ interfaces: [BusInterface],
        property: @escaping (_ interface: String, _ name: String) -> BusArgument? = { _, _ in nil },
        call: @escaping (BusMethodCall) -> Void
    ) -> Bool {
        guard objects[path] == nil else { return false }
        objects[path] = ServedObject(interfaces: interfaces, property: property, call: call)
        return true
    }

    /// Stops serving an object, if it is served.
    package func unexport(_ path: String) { objects[path] = nil }

    /// Sends a signal to all listeners, or only to one connection.
    package func emit(
        _ member: String, of interface: String, on path: String, to destination: String? = nil, _ values: [BusArgument]
    ) {
        _ = unsafe message(
            { unsafe sd_bus_message_new_signal(bus, &$0, path, interface, member) }, values
        ) { message in
            if let destination, unsafe sd_bus_message_set_destination(message, destination) < 0 { return false }
            return unsafe send(message)
        }
    }

    /// Announces changed properties to all listeners (`org.freedesktop.DBus.Properties`).
    package func emitChanged(_ properties: [(String, BusArgument)], of interface: String, on path: String) {
        emit(
            "PropertiesChanged", of: BusInterface.properties.name, on: path,
            [.text(interface), .dictionary(properties), .texts([])])
    }
}

extension BusConnection {
    /// The longest argument of a call, in bytes: every argument is a name.
    private static let argumentBytes = 4096
    private static let limitsExceeded = BusName.errors + "LimitsExceeded"
    private static let refusalText = "Too many calls are waiting for their answers; try again later"
    private static let longText = "The call is too long: its arguments may have \(argumentBytes) bytes"

    /// Handles a call from another program.
    func called(_ message: OpaquePointer) {
        let target = unsafe CallTarget(
            path: Self.text(sd_bus_message_get_path(message)),
            interface: Self.text(sd_bus_message_get_interface(message)),
            method: Self.text(sd_bus_message_get_member(message)),
            signature: Self.text(sd_bus_message_get_signature(message, 1)))
        let sender = unsafe Self.text(sd_bus_message_get_sender(message))
        let isTaken = ledger?.begun(from: sender) ?? true
        let invocation = unsafe BusInvocation(message, from: sender, on: self, isCounted: isTaken)
        guard isTaken else {
            return invocation.refuse(Self.limitsExceeded, Self.refusalText)
        }
        if let subtree, Self.isPath(target.path, below: subtree.path), target.interface != BusInterface.peer.name {
            return subtree.body(
                BusForeignCall(
                    sender: sender, path: target.path, interface: target.interface, method: target.method,
                    signature: target.signature, invocation: invocation, message: unsafe BusMessage(message)))
        }
        let interfaces = objects.mapValues(\.interfaces)
        let found = target.found(among: interfaces)
        if case .refused(let refusal) = found { return invocation.refuse(refusal) }
        // Read only now that its types are known.
        guard let values = unsafe BusReader.values(of: message, longest: ledger == nil ? .max : Self.argumentBytes)
        else {
            return invocation.refuse(Self.limitsExceeded, Self.longText)
        }
        switch found {
        case .refused: break
        case .ping: invocation.reply()
        case .machine:
            guard let machine = machineID() else { return invocation.refuse(.noMachine) }
            invocation.reply([.text(machine)])
        case .introspect: invocation.reply([.text(target.introspection(among: interfaces))])
        case .get: property(values[0]?.text ?? "", values[1]?.text ?? "", of: target.path, to: invocation)
        case .getAll: properties(values[0]?.text ?? "", of: target.path, to: invocation)
        case .set: refuseSetting(values[0]?.text ?? "", values[1]?.text ?? "", of: target.path, to: invocation)
        case .method(let interface):
            if ledger != nil { nameCaller(sender) }
            objects[target.path]?.call(
                BusMethodCall(
                    sender: sender, path: target.path, interface: interface, method: target.method,
                    arguments: values, invocation: invocation))
        }
    }

    private func interface(_ name: String, of path: String) -> BusInterface? {
        objects[path]?.interfaces.first { $0.name == name }
    }

    private func property(_ interface: String, _ name: String, of path: String, to invocation: BusInvocation) {
        guard let described = self.interface(interface, of: path) else {
            return invocation.refuse(.noPropertyInterface(interface))
        }
        guard described.properties.contains(where: { $0.name == name }),
            let value = objects[path]?.property(interface, name)
        else { return invocation.refuse(.noProperty(name)) }
        invocation.reply([.any([value])])
    }

    private func properties(_ interface: String, of path: String, to invocation: BusInvocation) {
        guard let described = self.interface(interface, of: path), let object = objects[path] else {
            return invocation.refuse(.noPropertyInterface(interface))
        }
        let values = described.properties.compactMap { member in
            object.property(interface, member.name).map { (member.name, $0) }
        }
        invocation.reply([.dictionary(values)])
    }

    private func refuseSetting(_ interface: String, _ name: String, of path: String, to invocation: BusInvocation) {
        guard let described = self.interface(interface, of: path) else {
            return invocation.refuse(.noPropertyInterface(interface))
        }
        let isKnown = described.properties.contains { $0.name == name }
        invocation.refuse(isKnown ? .readOnly(name) : .noProperty(name))
    }
}
