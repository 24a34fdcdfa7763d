import GateGuidance
import GateModel

@testable import biogate

extension Finding {
    /// Whether no command fixes it.
    var isForHands: Bool {
        switch self {
        case .pathUnserved, .noReader, .nameless, .untrusted, .startRefused, .dataUnusable, .accountRefused,
            .connectionsTaken, .diskFull, .diskReadOnly, .stateDirectoryMissing:
            true
        case .sealed(let reason): ![.faulted, .otherMachine, .rootKeyMissing].contains(reason)
        default: false
        }
    }

    /// One sample of each kind. A new case of `Finding` does not compile without a kind, and is tested by this list.
    static var samples: [Finding] { Kind.allCases.map(\.sample) }

    private enum Kind: CaseIterable {
        case served, socketMissing, nobodyListens, pathUnserved, socketForbidden, answers, silent, memoryUnlocked,
            nameless,
            untrusted, masked,
            otherVersion,
            configured,
            misconfigured, readers,
            noReader,
            readerInUse, readerFaulted, fprintdHasFingers, fprintdHasNone, fprintdKeepsQuiet,
            fprintdFingersWait, readersPermitted,
            noReaderGroup, rulesMissing, readerForbidden, readerSocketMissing, tpmPermitted,
            noTPM, oldTPM, tpmForbidden, passwordsChecked, helperMissing, pamFileMissing, logind, noLogind,
            noSystemd, startRefused, sealed, oldCopy, dataUnusable, accountRefused, loginsLocked, diskFull,
            diskReadOnly, stateDirectoryMissing, diskWritable, helperSilent, passwordsOff, noPassword,
            loginLineMissing, keyringLineMissing, sshVariable, chipMayBeFull, fingerLineMissing, fingerModuleMissing,
            fingerFirst, tpmNamed, accountChanged, connectionsTaken

        var sample: Finding {
            switch self {
            case .served: .served
            case .socketMissing: .socketMissing
            case .nobodyListens: .nobodyListens
            case .pathUnserved: .pathUnserved("/s")
            case .socketForbidden: .socketForbidden
            case .answers: .answers("1")
            case .silent: .silent
            case .nameless: .nameless
            case .untrusted: .untrusted
            case .masked: .masked(.runtime)
            case .memoryUnlocked: .memoryUnlocked
            case .otherVersion: .otherVersion("1", own: "2")
            case .configured: .configured
            case .misconfigured: .misconfigured("/etc/biogate/biogated.conf:3: unknown key \"a\"")
            case .readers: .readers(["A", "B"])
            case .noReader: .noReader
            case .readerInUse: .readerInUse("A")
            case .readerFaulted: .readerFaulted("A", driver: "elan")
            case .fprintdHasFingers: .fprintdHasFingers("A", count: 2)
            case .fprintdHasNone: .fprintdHasNone("A")
            case .fprintdKeepsQuiet: .fprintdKeepsQuiet("A")
            case .fprintdFingersWait: .fprintdFingersWait(3)
            case .readersPermitted: .readersPermitted
            case .noReaderGroup: .noReaderGroup
            case .rulesMissing: .rulesMissing
            case .readerForbidden: .readerForbidden("/dev/x")
            case .readerSocketMissing: .readerSocketMissing
            case .tpmPermitted: .tpmPermitted
            case .noTPM: .noTPM(.unknown)
            case .oldTPM: .oldTPM(.unknown)
            case .tpmForbidden: .tpmForbidden
            case .passwordsChecked: .passwordsChecked
            case .helperMissing: .helperMissing
            case .pamFileMissing: .pamFileMissing
            case .logind: .logind
            case .noLogind: .noLogind
            case .noSystemd: .noSystemd
            case .startRefused: .startRefused("/srv/x is read-only")
            case .sealed: .sealed(.noTPM)
            case .oldCopy: .oldCopy
            case .dataUnusable: .dataUnusable
            case .accountRefused: .accountRefused("Renamed.")
            case .connectionsTaken: .connectionsTaken("Renamed.")
            case .loginsLocked: .loginsLocked(LoginLockout(retryAfter: nil), .pin, command: "biogate ask x --pin")
            case .diskFull: .diskFull("/srv/x")
            case .diskReadOnly: .diskReadOnly("/srv/x")
            case .stateDirectoryMissing: .stateDirectoryMissing("/srv/x")
            case .diskWritable: .diskWritable
            case .helperSilent: .helperSilent
            case .passwordsOff: .passwordsOff
            case .noPassword: .noPassword
            case .loginLineMissing: .loginLineMissing("sddm, greetd")
            case .keyringLineMissing: .keyringLineMissing("sddm")
            case .chipMayBeFull: .chipMayBeFull("A", ReaderID(rawValue: "chip"))
            case .fingerLineMissing: .fingerLineMissing("sddm, greetd")
            case .fingerModuleMissing: .fingerModuleMissing
            case .fingerFirst: .fingerFirst("sudo, su")
            case .tpmNamed: .tpmNamed("swtpm:path=/run/x")
            case .accountChanged: .accountChanged("Renamed.")
            case .sshVariable: .sshVariable(.other(path: "/run/x", .named("ssh-agent"), file: "/root/.profile"))
            }
        }
    }

    private var kind: Kind {
        switch self {
        case .served: .served
        case .socketMissing: .socketMissing
        case .nobodyListens: .nobodyListens
        case .pathUnserved: .pathUnserved
        case .socketForbidden: .socketForbidden
        case .answers: .answers
        case .silent: .silent
        case .nameless: .nameless
        case .untrusted: .untrusted
        case .masked: .masked
        case .memoryUnlocked: .memoryUnlocked
        case .otherVersion: .otherVersion
        case .configured: .configured
        case .misconfigured: .misconfigured
        case .readers: .readers
        case .noReader: .noReader
        case .readerInUse: .readerInUse
        case .readerFaulted: .readerFaulted
        case .fprintdHasFingers: .fprintdHasFingers
        case .fprintdHasNone: .fprintdHasNone
        case .fprintdKeepsQuiet: .fprintdKeepsQuiet
        case .fprintdFingersWait: .fprintdFingersWait
        case .readersPermitted: .readersPermitted
        case .noReaderGroup: .noReaderGroup
        case .rulesMissing: .rulesMissing
        case .readerForbidden: .readerForbidden
        case .readerSocketMissing: .readerSocketMissing
        case .tpmPermitted: .tpmPermitted
        case .noTPM: .noTPM
        case .oldTPM: .oldTPM
        case .tpmForbidden: .tpmForbidden
        case .passwordsChecked: .passwordsChecked
        case .helperMissing: .helperMissing
        case .pamFileMissing: .pamFileMissing
        case .logind: .logind
        case .noLogind: .noLogind
        case .noSystemd: .noSystemd
        case .startRefused: .startRefused
        case .sealed: .sealed
        case .oldCopy: .oldCopy
        case .dataUnusable: .dataUnusable
        case .accountRefused: .accountRefused
        case .connectionsTaken: .connectionsTaken
        case .loginsLocked: .loginsLocked
        case .diskFull: .diskFull
        case .diskReadOnly: .diskReadOnly
        case .stateDirectoryMissing: .stateDirectoryMissing
        case .diskWritable: .diskWritable
        case .helperSilent: .helperSilent
        case .passwordsOff: .passwordsOff
        case .noPassword: .noPassword
        case .loginLineMissing: .loginLineMissing
        case .sshVariable: .sshVariable
        case .keyringLineMissing: .keyringLineMissing
        case .chipMayBeFull: .chipMayBeFull
        case .fingerLineMissing: .fingerLineMissing
        case .fingerModuleMissing: .fingerModuleMissing
        case .fingerFirst: .fingerFirst
        case .tpmNamed: .tpmNamed
        case .accountChanged: .accountChanged
        }
    }

    /// Whether each kind's sample has that kind.
    static var samplesAreComplete: Bool { Kind.allCases.allSatisfy { $0.sample.kind == $0 } }
}
