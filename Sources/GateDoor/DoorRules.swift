package import GateModel

/// The administrator's rules for answering calls: a part of the configuration.
package struct DoorRules: Sendable {
    let limits: Limits
    let credentialMaximumAge: Duration?
    /// Whether biogate-fprintd sends its statuses to all programs on the bus.
    let broadcastsStatuses: Bool
    /// The name of the setting's value.
    let fprintdStatuses: String

    package init(
        limits: Limits, credentialMaximumAge: Duration?, broadcastsStatuses: Bool, fprintdStatuses: String
    ) {
        self.limits = limits
        self.credentialMaximumAge = credentialMaximumAge
        self.broadcastsStatuses = broadcastsStatuses
        self.fprintdStatuses = fprintdStatuses
    }
}
