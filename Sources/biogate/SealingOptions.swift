import ArgumentParser
import GateModel
import GateWire

/// What commands take that seal something: what opens it, and how it is called.
struct SealingOptions: ParsableArguments {
    @Flag(help: "Nothing but a finger opens it.")
    var onlyFinger = false

    @Option(help: ArgumentHelp("How long an app may open it again after one touch: at most 5m.", valueName: "time"))
    var reuse: TimeSpan?

    @Flag(help: "A finger added or removed later does not end its fingerprint access.")
    var keepOnFingerChange = false

    @Flag(help: "Take the place of an item of that name.")
    var replace = false

    @Option(help: "What you call it.")
    var label: Label?

    @Option(help: "On which reader.")
    var reader: ReaderID?

    mutating func validate() throws {
        if let reuse, reuse.duration > .seconds(300) { throw ValidationError("--reuse is at most 5m.") }
    }

    /// A call's parameters; `typed` is what opens it beside the finger, unless the finger alone shall.
    func parameters(of name: ItemName, orElse typed: Factor) -> WireObject {
        let access = Access(
            factors: onlyFinger ? [.fingerprint] : [.fingerprint, typed],
            enrollment: keepOnFingerChange ? .any : .current, maximumAge: reuse?.duration ?? .zero)
        var parameters: WireObject = ["name": .string(name.rawValue), "access": .object(access.wire)]
        parameters.append("label", label?.rawValue)
        parameters.append("replace", replace ? true : nil)
        parameters.append("readerId", reader?.rawValue)
        return parameters
    }
}
