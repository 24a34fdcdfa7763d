import GateGuidance
import ArgumentParser
import BiometricGate
import GateFace
import GateModel
import GateSocket
import GateSystem
import GateWire
import Glibc

/// Options of both directions.
struct MovingOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Where fprintd keeps its fingers.", valueName: "path"), transform: ValueRule.path.text)
    var directory = FprintdFiles.systemDirectory

    @Option(
        help: ArgumentHelp("The daemon's face socket, instead of the system's.", valueName: "path"),
        transform: ValueRule.path.text)
    var faceSocket: String?

    var files: FprintdFiles { FprintdFiles(directory: directory) }
    var face: FaceClient { FaceClient(socket: faceSocket) }
}

struct ImportFprintd: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "import-fprintd",
        abstract: "Take over fingers from fprintd, for login only until their users confirm them. As root.",
        discussion: "What cannot be taken over is told one by one, and ends it with status 1. Its files stay.")

    @Flag(help: "Say what could be taken over, and change nothing.")
    var dryRun = false

    @Flag(help: "Delete each of fprintd's files once the finger is kept here.")
    var removeOriginals = false

    @Option(help: ArgumentHelp("This user's alone.", valueName: "name"))
    var user: SystemUser?

    @Option(help: "On which reader, where a finger fits several.")
    var reader: ReaderID?

    @OptionGroup var moving: MovingOptions

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        guard getuid() == 0 else { throw try session.refusal(.notPermitted(.administratorOnly)) }
        let entries = try session.doing { () throws(SystemCallFailure) in try moving.files.entries(of: user?.name) }
        guard !entries.isEmpty else { return session.tell(.nothingThere(directory: moving.directory)) }
        if !dryRun {
            session.tell(.importCosts)
            try await session.confirm(.importFingers, preview: ["imports": .string(moving.directory)])
        }
        var isComplete = true
        var hasImported = false
        let face = moving.face
        for entry in entries {
            switch entry {
            case .noUser(let name):
                try session.report(.noUser(name), ["user": .string(name), "error": "noUser"])
                isComplete = false
            case .strange(let path):
                try session.report(.strange(path: path), ["path": .string(path), "error": "strange"])
                isComplete = false
            case .print(let place):
                switch try await bring(place, through: face, session) {
                case .imported: hasImported = true
                case .known: break
                case nil: isComplete = false
                }
            }
        }
        if hasImported && !dryRun { session.screen.say(session.next("biogate finger vouch")) }
        guard isComplete else { throw .explained(.unexpected) }
    }

    /// Nil if the print is not imported.
    private func bring(
        _ place: FprintdFiles.Place, through face: FaceClient, _ session: Session
    ) async throws(CommandFailure) -> ImportOutcome? {
        let finger = place.finger.name(in: session.language)
        var said: WireObject = ["path": .string(place.path), "user": .string(place.user)]
        let template = try session.doing { () throws(SystemCallFailure) in try moving.files.read(place) }
        guard let account = UserID(account: place.user), let template else {
            said.append("error", "unreadable")
            try session.report(.notImported(finger: finger, user: place.user, .unreadable), said)
            return nil
        }
        let outcome: ImportOutcome
        do throws(FaceClient.Failure) {
            outcome = try await face.importPrint(
                template, from: place.origin, of: account, to: reader, isDryRun: dryRun)
        } catch {
            let refused = try session.refusal(error, by: face)
            said.append("error", refused.wireCause)
            try session.report(.notImported(finger: finger, user: place.user, MoveNotice.Fault(refused)), said)
            return nil
        }
        said.append("outcome", outcome.rawValue)
        let notice: MoveNotice =
            switch outcome {
            case .imported where dryRun: .wouldImport(finger: finger, user: place.user)
            case .imported: .imported(finger: finger, user: place.user)
            case .known: .known(finger: finger, user: place.user)
            }
        try session.report(notice, said)
        // The daemon has answered, so the print is on disk.
        if removeOriginals && !dryRun {
            try session.doing { () throws(SystemCallFailure) in try moving.files.remove(place) }
            session.tell(.originalRemoved(path: "\(moving.directory)/\(place.path)"))
        }
        return outcome
    }
}

struct ExportFprintd: GateCommand {
    static let configuration = CommandConfiguration(
        commandName: "export-fprintd",
        abstract: "Write a user's fingers where fprintd looks for them, unsealed. As root.",
        discussion: "They stay here as well. Nothing that lies there already is replaced.")

    @Option(help: ArgumentHelp("Whose.", valueName: "name"))
    var user: SystemUser

    @OptionGroup var moving: MovingOptions

    @OptionGroup var options: GateOptions

    func run(_ session: Session) async throws(CommandFailure) {
        guard getuid() == 0 else { throw try session.refusal(.notPermitted(.administratorOnly)) }
        let prints = try await session.call(showing: .errors) { client throws(GateClientError) in
            try await client.prints(of: user.id).prints
        }
        guard !prints.isEmpty else { return session.tell(.nothingToExport(user: user.name)) }
        session.tell(.exportCosts(directory: moving.directory))
        try await session.confirm(
            .exportFingers, preview: ["exports": .object(["uid": .integer(Int64(user.id.rawValue))])])
        var isComplete = true
        let face = moving.face
        for print in prints {
            if try await !hand(print, through: face, session) { isComplete = false }
        }
        guard isComplete else { throw .explained(.unexpected) }
    }

    private func hand(
        _ print: Print, through face: FaceClient, _ session: Session
    ) async throws(CommandFailure) -> Bool {
        var said: WireObject = ["finger": .string(print.finger.rawValue), "user": .string(user.name)]
        let exported: FaceClient.Exported
        do throws(FaceClient.Failure) {
            exported = try await face.exportPrint(print.id, of: user.id)
        } catch {
            let refused = try session.refusal(error, by: face)
            said.append("error", refused.wireCause)
            let finger = print.finger.name(in: session.language)
            try session.report(.notExported(finger: finger, user: user.name, MoveNotice.Fault(refused)), said)
            return false
        }
        let place = FprintdFiles.Place(user: user.name, origin: exported.origin)
        let path = "\(moving.directory)/\(place.path)"
        said.append("path", path)
        let written: FprintdFiles.Written
        do throws(SystemCallFailure) {
            written = try moving.files.write(exported.template, to: place)
        } catch {
            throw .system(error)
        }
        switch written {
        case .new: try session.report(.exported(path: path), said)
        case .same: try session.report(.exportedBefore(path: path), said)
        case .inTheWay:
            said.append("error", "inTheWay")
            try session.report(.inTheWay(path: path), said)
            return false
        }
        return true
    }
}

extension Session {
    fileprivate func tell(_ notice: MoveNotice) { screen.say(words.text(notice)) }

    /// Prints a line of the result, or its JSON.
    fileprivate func report(_ notice: MoveNotice, _ message: WireObject) throws(CommandFailure) {
        try emit(.reply(message))
        try print(words.text(notice))
    }

    fileprivate func doing<Value: ~Copyable>(
        _ body: () throws(SystemCallFailure) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(SystemCallFailure) {
            return try body()
        } catch {
            throw .system(error)
        }
    }

    /// The daemon's refusal; throws if there is no answer, or later calls would fail as well.
    fileprivate func refusal(
        _ failure: FaceClient.Failure, by face: FaceClient
    ) throws(CommandFailure) -> FaceFailure {
        switch failure {
        case .refused(.notPermitted): throw try refusal(.notPermitted(.administratorOnly))
        case .refused(let failure): return failure
        case .unknownMethod: throw .refused(words.tooOld, .unexpected)
        case .lost(.unreachable): throw .refused(words.text(.noFace(socket: face.socket)), .noDaemon)
        case .lost(.untrusted): throw .refused(words.untrusted(face.socket), .noDaemon)
        case .lost(.disconnected): throw .refused(words.hungUp, .noDaemon)
        }
    }
}

extension FaceFailure {
    /// The interface's name of the cause.
    fileprivate var wireCause: String {
        switch self {
        case .notEnrolled: "notEnrolled"
        case .failed(let cause): cause.rawValue
        case .notPermitted: "notPermitted"
        }
    }
}
