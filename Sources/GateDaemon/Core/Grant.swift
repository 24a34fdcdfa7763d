import GateModel

/// An item that was opened, or signed with, of which the journal is told.
struct Grant {
    let ask: Ask
    let factor: Factor
    let isReused: Bool
    let account: Account
}
