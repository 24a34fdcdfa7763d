/// What the administrator decided about how calls are answered: a part of the configuration.
package struct DoorRules: Sendable {
    let scanTimeout: Duration
    let credentialMaximumAge: Duration?
    /// Whether biogate-fprintd sends its statuses to all programs on the bus.
    let broadcastsStatuses: Bool
    /// The name of the setting's value.
    let fprintdStatuses: String

    package init(
        scanTimeout: Duration, credentialMaximumAge: Duration?, broadcastsStatuses: Bool,
        fprintdStatuses: String
    ) {
        self.scanTimeout = scanTimeout
        self.credentialMaximumAge = credentialMaximumAge
        self.broadcastsStatuses = broadcastsStatuses
        self.fprintdStatuses = fprintdStatuses
    }
}
