import GatePolicy
import GateCore
import GateDoor
import GateModel
import GateVault

extension Configuration {
    /// - Parameter isLoginSealed: whether a thief of the disk does not get the items for logins.
    func rules(isLoginSealed: Bool) -> GateRules {
        GateRules(
            policy: policy, fingerprintEnabled: fingerprintEnabled,
            fingerprintInteractiveOnly: fingerprintInteractiveOnly, pinMinimumLength: pinMinimumLength,
            printsPerUser: keystore.printsPerUser, allowNamelessUsers: allowNamelessUsers, scanTimeout: scanTimeout,
            waitingPerUser: waitingPerUser, linePerUser: linePerUser, builtInReaders: builtInReaders,
            ownsStorage: ownsStorage, passwordHelper: passwordHelper, loginServices: Set(loginServices),
            passwordFirst: passwordFirst, isLoginSealed: isLoginSealed || allowsUnsealedLogins)
    }

    var doorRules: DoorRules {
        DoorRules(
            limits: limits, credentialMaximumAge: policy.credentialMaximumAge,
            broadcastsStatuses: broadcastsStatuses, fprintdStatuses: fprintdStatuses.rawValue)
    }

    private var limits: Limits {
        Limits(
            attemptsPerCall: policy.attemptsPerCall, timeout: scanTimeout, pinMinimumLength: pinMinimumLength,
            printsPerUser: keystore.printsPerUser, itemsPerUser: keystore.itemsPerUser)
    }
}
