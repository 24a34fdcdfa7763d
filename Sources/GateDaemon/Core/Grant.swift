import GateModel

/// An item that was opened or used to sign, for the journal.
struct Grant {
    let ask: Ask
    let factor: Factor
    let isReused: Bool
    let account: Account
}
