import ArgumentParser
import BiometricGate
import GateModel

/// Options of commands that seal something: its factors and its label.
struct SealingOptions: ParsableArguments {
    @Flag(help: "Nothing but a finger opens it.")
    var onlyFinger = false

    @Option(
        help: ArgumentHelp("How long an app may open it again after one touch: at most 5m.", valueName: "time"),
        transform: ValueRule.reuse.timeSpan)
    var reuse: TimeSpan?

    @Flag(help: "With --reuse: a PIN counts as long as a touch does.")
    var reusePIN = false

    @Flag(help: "A finger added or removed later does not end its fingerprint access.")
    var keepOnFingerChange = false

    @Flag(help: "A touch opens it only by itself, never together with others.")
    var alone = false

    @Flag(help: "Take the place of an item of that name.")
    var replace = false

    @Option(help: "What you call it: 1 to 200 characters.")
    var label: Label?

    @Option(help: "On which reader, as `biogate readers` names it.")
    var reader: ReaderID?

    func validate() throws {
        guard !reusePIN || reuse != nil else { throw ValidationError("--reuse-pin needs --reuse.") }
    }

    /// `typed` is the factor beside the finger, unless only the finger shall open it.
    func item(orElse typed: Factor) -> ItemOptions {
        let access = Access(
            factors: onlyFinger ? [.fingerprint] : [.fingerprint, typed],
            enrollment: keepOnFingerChange ? .any : .current, maximumAge: reuse?.duration ?? .zero,
            reusesPIN: reusePIN, opensAlone: alone)
        return ItemOptions(label: label, access: access, replaces: replace)
    }
}
