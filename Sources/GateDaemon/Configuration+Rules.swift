import GatePolicy
import GateCore
import GateDoor
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
            scanTimeout: scanTimeout, credentialMaximumAge: policy.credentialMaximumAge,
            broadcastsStatuses: broadcastsStatuses, fprintdStatuses: fprintdStatuses.rawValue)
    }
}
