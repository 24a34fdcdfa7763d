import GateModel

extension CommandWords {
    func text(_ finding: Finding) -> String {
        switch finding {
        case .served: findingServed
        case .socketMissing: findingSocketMissing
        case .nobodyListens: findingNobodyListens
        case .pathUnserved(let path): nobodyListens(path)
        case .socketForbidden: findingSocketForbidden
        case .answers(let version): findingAnswers(version)
        case .silent: findingSilent
        case .startRefused(let reason): findingStartRefused(reason)
        case .sealed(let reason): sealed(reason)
        case .oldCopy: findingOldCopy
        case .dataUnusable: findingDataUnusable
        case .accountRefused(let words), .accountChanged(let words), .connectionsTaken(let words): words
        case .loginsLocked(let lockout, let end, _): loginsLocked(lockout, end)
        case .diskFull(let path): findingDiskFull(path)
        case .diskReadOnly(let path): findingDiskReadOnly(path)
        case .stateDirectoryMissing(let path): findingStateDirectoryMissing(path)
        case .diskWritable: findingDiskWritable
        case .nameless: nameless
        case .untrusted: findingUntrusted
        case .masked: findingMasked
        case .otherVersion(let version, let own): findingOtherVersion(version: version, own: own)
        case .configured: findingConfigured
        case .misconfigured(let mistake): findingMisconfigured(mistake)
        case .memoryUnlocked: findingMemoryUnlocked
        case .readers(let names): "\(names.joined(separator: ", "))."
        case .noReader: findingNoReader
        case .readerInUse(let name): findingReaderInUse(name)
        case .readerFaulted(let name, let driver): findingReaderFaulted(name: name, driver: driver)
        case .chipMayBeFull(let name, _): chipMayBeFull(name)
        case .fprintdHasFingers(let name, let count): findingFprintdHasFingers(count: count, name: name)
        case .fprintdHasNone(let name): findingFprintdHasNone(name)
        case .fprintdKeepsQuiet(let name): findingFprintdKeepsQuiet(name)
        case .fprintdFingersWait(let count?): findingFprintdFingersWait(count)
        case .fprintdFingersWait(nil): findingFprintdFingersWaitUnknown
        case .readersPermitted: findingReadersPermitted
        case .noReaderGroup: findingNoReaderGroup
        case .rulesMissing: findingRulesMissing
        case .readerForbidden(let node): findingReaderForbidden(node)
        case .readerSocketMissing: findingReaderSocketMissing
        case .tpmPermitted: findingTPMPermitted
        case .noTPM(let place): findingNoTPM(withoutTPM(place))
        case .oldTPM(let place): findingOldTPM(withoutTPM(place))
        case .tpmForbidden: findingTPMForbidden
        case .tpmNamed(let place): findingTPMNamed(place)
        case .passwordsChecked: findingPasswordsChecked
        case .helperMissing: findingHelperMissing
        case .helperSilent: findingHelperSilent
        case .passwordsOff: findingPasswordsOff
        case .noPassword: findingNoPassword
        case .pamFileMissing: findingPAMFileMissing
        case .loginLineMissing(let services): findingLoginLineMissing(services)
        case .keyringLineMissing(let services): findingKeyringLineMissing(services)
        case .fingerLineMissing(let services): findingFingerLineMissing(services)
        case .fingerFirst(let services): findingFingerFirst(services)
        case .fingerModuleMissing: findingFingerModuleMissing
        case .logind: findingLogind
        case .noLogind: findingNoLogind
        case .noSystemd: findingNoSystemd
        case .sshVariable(let variable): text(variable)
        }
    }

    private func sealed(_ reason: SealingReason) -> String {
        switch reason {
        case .noTPM: sealedNoTPM
        case .busy: sealedBusy
        case .dictionaryLockout: sealedPaused
        case .otherMachine: sealedOtherMachine
        case .policyFailed: sealedOldCopy
        case .rootKeyMissing: sealedNoRootKey
        case .faulted: sealedFaulted
        }
    }

    private func withoutTPM(_ place: RootKeyPlace) -> String {
        switch place {
        case .besideData: rootKeyBesideData
        case .otherFile: rootKeyInOtherFile
        case .credential: rootKeyIsCredential
        case .tpm: rootKeyIsSealed
        case .unknown: rootKeyIsInFile
        }
    }

    func weight(_ weight: Finding.Weight) -> String {
        switch weight {
        case .fine: weightFine
        case .note: weightNote
        case .wrong: weightWrong
        }
    }
}
