import CSDBus
import Glibc

/// A received message, for as long as somebody needs it.
// Its holders stay on the loop, where it is released, too.
@safe
package final class BusMessage: @unchecked Sendable {
    fileprivate let message: OpaquePointer

    init(_ message: OpaquePointer) { unsafe self.message = sd_bus_message_ref(message) }

    deinit { unsafe _ = sd_bus_message_unref(message) }

    /// Its values as a structure.
    package var values: BusValue {
        unsafe _ = sd_bus_message_rewind(message, 1)
        return unsafe BusReader.values(of: message)
    }
}

/// A call to an object below a path, of which nothing is known before.
package struct BusForeignCall: Sendable {
    /// The caller's unique name on the bus.
    package let sender: String
    package let path: String
    /// Empty if the call names none.
    package let interface: String
    package let method: String
    /// The types of its arguments.
    package let signature: String
    package let invocation: BusInvocation
    /// The call itself, also once it is answered.
    package let message: BusMessage

    /// The arguments as a structure.
    package var arguments: BusValue { message.values }
}

/// A signal to pass on.
package struct BusSignal: Sendable {
    package let path: String
    package let interface: String
    package let member: String
    package let message: BusMessage
}

/// The answer to a call that was passed on: values, or an error.
package struct BusAnswer: Sendable {
    fileprivate let message: BusMessage

    fileprivate var isError: Bool { unsafe sd_bus_message_get_error(message.message) != nil }

    /// Nil for an error.
    package var values: BusValue? { isError ? nil : message.values }
}

extension BusConnection {
    /// Hands over every call to an object at a path or below it, except those of `Peer`.
    ///
    /// Call it once.
    package func serve(below path: String, _ body: @escaping (BusForeignCall) -> Void) { subtree = (path, body) }

    /// Reports every signal of a name's owner from an object at a path or below it.
    package func onSignals(of sender: String, below path: String, _ body: @escaping (BusSignal) -> Void) {
        followOwner(of: sender)
        taps.append((sender, path, body))
        addRule("type='signal',sender='\(sender)',path_namespace='\(path)'")
    }

    /// Calls the same method of the same object, with the same arguments, at another name; `replacing` has other
    /// arguments of the same types, by their places. The answer is nil if none comes within five minutes.
    package func passOn(
        _ call: BusForeignCall, to name: String, replacing: [Int: BusArgument] = [:],
        _ completion: @escaping (BusAnswer?) -> Void
    ) {
        let original = unsafe call.message.message
        let interface = call.interface.isEmpty ? nil : call.interface
        let isSent = unsafe message(
            { unsafe sd_bus_message_new_method_call(bus, &$0, name, call.path, interface, call.method) }, []
        ) { copy in
            unsafe _ = sd_bus_message_set_auto_start(copy, 1)
            guard unsafe Self.copy(original, to: copy, places: replacing) else { return false }
            return unsafe self.call(copy, within: Self.questionMicroseconds) { answer in
                completion(unsafe answer.map { BusAnswer(message: unsafe BusMessage($0)) })
            }
        }
        if !isSent { completion(nil) }
    }

    /// Sends the signal to all listeners, or only to one connection; `replacing` sets values in its dictionaries.
    package func relay(_ signal: BusSignal, to destination: String? = nil, replacing: [String: BusArgument] = [:]) {
        _ = unsafe message(
            { unsafe sd_bus_message_new_signal(bus, &$0, signal.path, signal.interface, signal.member) }, []
        ) { copy in
            if let destination, unsafe sd_bus_message_set_destination(copy, destination) < 0 { return false }
            return unsafe Self.copy(signal.message.message, to: copy, replacing) && send(copy)
        }
    }

    func tap(_ message: OpaquePointer, from sender: String, _ path: String, _ interface: String, _ member: String) {
        for (name, root, body) in taps where Self.isPath(path, below: root) && owners[name] == .some(.some(sender)) {
            body(BusSignal(path: path, interface: interface, member: member, message: unsafe BusMessage(message)))
        }
    }

    /// Whether a path is another one or lies below it.
    static func isPath(_ path: String, below root: String) -> Bool { path == root || path.hasPrefix(root + "/") }

    /// Copies all values, with other values for some keys of the dictionaries of any type (`a{sv}`) at the top.
    fileprivate static func copy(
        _ original: OpaquePointer, to copy: OpaquePointer, _ replacing: [String: BusArgument] = [:]
    ) -> Bool {
        guard unsafe sd_bus_message_rewind(original, 1) >= 0 else { return false }
        guard !replacing.isEmpty else { return unsafe sd_bus_message_copy(copy, original, 1) >= 0 }
        while true {
            var type: CChar = 0
            var contents: UnsafePointer<CChar>?
            let found = unsafe sd_bus_message_peek_type(original, &type, &contents)
            guard found > 0 else { return found == 0 }
            let isDictionary = unsafe contents.map { unsafe strcmp($0, "{sv}") == 0 } ?? false
            let isCopied =
                isDictionary
                ? unsafe copyDictionary(original, to: copy, replacing)
                : unsafe sd_bus_message_copy(copy, original, 0) >= 0
            guard isCopied else { return false }
        }
    }

    /// Copies all values, with other values of the same types in some places.
    private static func copy(
        _ original: OpaquePointer, to copy: OpaquePointer, places replacing: [Int: BusArgument]
    ) -> Bool {
        guard !replacing.isEmpty else { return unsafe Self.copy(original, to: copy) }
        guard unsafe sd_bus_message_rewind(original, 1) >= 0 else { return false }
        var place = 0
        while unsafe sd_bus_message_at_end(original, 0) == 0 {
            let isCopied =
                if let value = replacing[place] {
                    unsafe value.append(to: copy) && sd_bus_message_skip(original, value.signature) >= 0
                } else {
                    unsafe sd_bus_message_copy(copy, original, 0) >= 0
                }
            guard isCopied else { return false }
            place += 1
        }
        return true
    }

    private static func copyDictionary(
        _ original: OpaquePointer, to copy: OpaquePointer, _ replacing: [String: BusArgument]
    ) -> Bool {
        let (array, entry) = (CChar(UInt8(ascii: "a")), CChar(UInt8(ascii: "e")))
        guard unsafe sd_bus_message_enter_container(original, array, "{sv}") > 0,
            unsafe sd_bus_message_open_container(copy, array, "{sv}") >= 0
        else { return false }
        while unsafe sd_bus_message_enter_container(original, entry, "sv") > 0 {
            var text: UnsafePointer<CChar>?
            guard unsafe sd_bus_message_read_basic(original, CChar(UInt8(ascii: "s")), &text) > 0,
                let key = unsafe text.map({ unsafe String(cString: $0) }),
                unsafe sd_bus_message_open_container(copy, entry, "sv") >= 0,
                unsafe BusArgument.text(key).append(to: copy)
            else { return false }
            let isCopied =
                if let value = replacing[key] {
                    unsafe BusArgument.any([value]).append(to: copy) && sd_bus_message_skip(original, "v") >= 0
                } else {
                    unsafe sd_bus_message_copy(copy, original, 0) >= 0
                }
            guard isCopied, unsafe sd_bus_message_exit_container(original) >= 0,
                unsafe sd_bus_message_close_container(copy) >= 0
            else { return false }
        }
        return unsafe sd_bus_message_exit_container(original) >= 0 && sd_bus_message_close_container(copy) >= 0
    }
}

extension BusInvocation {
    /// Answers as the other program did; `replacing` sets values in the answer's dictionaries (`a{sv}`).
    package func reply(_ answer: BusAnswer, replacing: [String: BusArgument] = [:]) {
        let (isError, message) = unsafe (answer.isError, answer.message.message)
        unsafe self.answer(
            { call, made in
                guard isError else { return unsafe sd_bus_message_new_method_return(call, &made) }
                return unsafe sd_bus_message_new_method_error(call, &made, sd_bus_message_get_error(message))
            },
            fill: { made in
                unsafe isError || BusConnection.copy(message, to: made, replacing)
            })
    }
}
