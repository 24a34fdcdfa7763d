import ArgumentParser
import BiometricGate
import GateModel

/// What commands take that seal something: what opens it, and how it is called.
struct SealingOptions: ParsableArguments {
    @Flag(help: "Nothing but a finger opens it.")
    var onlyFinger = false

    @Option(
        help: ArgumentHelp("How long an app may open it again after one touch: at most 5m.", valueName: "time"),
        transform: ValueRule.reuse.timeSpan)
    var reuse: TimeSpan?

    @Flag(help: "A finger added or removed later does not end its fingerprint access.")
    var keepOnFingerChange = false

    @Flag(help: "Take the place of an item of that name.")
    var replace = false

    @Option(help: "What you call it: 1 to 200 characters.")
    var label: Label?

    @Option(help: "On which reader, as `biogate readers` names it.")
    var reader: ReaderID?

    /// `typed` is what opens it beside the finger, unless the finger alone shall.
    func item(orElse typed: Factor) -> ItemOptions {
        let access = Access(
            factors: onlyFinger ? [.fingerprint] : [.fingerprint, typed],
            enrollment: keepOnFingerChange ? .any : .current, maximumAge: reuse?.duration ?? .zero)
        return ItemOptions(label: label, access: access, replaces: replace)
    }
}
