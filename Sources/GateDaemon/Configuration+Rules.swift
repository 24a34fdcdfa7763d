import GatePolicy
import GateCore
import GateDoor
import GateModel
import GateVault

extension Configuration {
    var rules: GateRules {
        GateRules(
            policy: policy, fingerprintEnabled: fingerprintEnabled,
            fingerprintInteractiveOnly: fingerprintInteractiveOnly, pinMinimumLength: pinMinimumLength,
            printsPerUser: keystore.printsPerUser, allowNamelessUsers: allowNamelessUsers, scanTimeout: scanTimeout,
            waitingPerUser: waitingPerUser, linePerUser: linePerUser, builtInReaders: builtInReaders,
            ownsStorage: ownsStorage, passwordHelper: passwordHelper)
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
