import GateModel

/// An item that was opened or used to sign, or a user who was confirmed, for the journal.
struct Grant {
    let ask: Ask
    let factor: Factor
    let isReused: Bool
    let account: Account
}
