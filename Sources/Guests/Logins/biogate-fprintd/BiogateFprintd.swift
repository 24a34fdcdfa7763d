import GateFace
import ArgumentParser
import Dispatch
import GateModel
import GateSystem
import GateWire
import Glibc

/// Serves `net.reactivated.Fprint` to programs that know fprintd, with the prints of BiometricGate.
@main
struct BiogateFprintd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "biogate-fprintd",
        abstract: "Answers in fprintd's place on the system's bus, with the fingers that BiometricGate has.",
        discussion: "Ends after 30 s in which nobody has claimed or listed: the bus starts it when it is called.",
        version: Version.current)

    @Flag(name: [.customShort("t"), .long], help: "Do not end when nobody has use for it.")
    var noTimeout = false

    @Option(help: ArgumentHelp("The daemon's face socket, instead of the system's.", valueName: "path"))
    var socket: String?

    private static let idleLimit: Duration = .seconds(30)
    /// The longest wait for a starting daemon before the name is taken without readers: a login waits as long.
    private static let patience: Duration = .seconds(5)

    func run() async throws {
        // Every local user may send long ones.
        OwnProcess.shareHeap()
        let (endings, end) = AsyncStream<FprintService.Ending>.makeStream()
        let (firstLook, looked) = AsyncStream<Void>.makeStream()
        let signals = [SIGINT, SIGTERM].map { number in
            signalSource(of: number) {
                end.finish()
                looked.finish()
            }
        }
        defer { for signal in signals { signal.cancel() } }
        let service = FprintService(socket: socket, idleLimit: noTimeout ? nil : Self.idleLimit, end: end)
        guard await service.connect() else {
            throw Failure(description: "The system's message bus cannot be reached.")
        }
        let following = Task { await Self.follow(service) { looked.finish() } }
        let limit = Task {
            try? await Task.sleep(for: Self.patience)
            looked.finish()
        }
        for await _ in firstLook {}
        limit.cancel()
        await service.takeName()
        var ending: FprintService.Ending?
        for await reason in endings {
            ending = reason
            break
        }
        following.cancel()
        await service.close()
        switch ending {
        case nil, .idle: break
        case .nameLost: throw Failure(description: "The name \(Fprint.name) is another program's, or may not be taken.")
        case .busLost: throw Failure(description: "The system's message bus has ended the connection.")
        }
    }

    /// Why the program ends unasked.
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Follows the daemon's readers over its restarts. While it is gone the readers stay, and a scan ends with an
    /// error.
    ///
    /// - Parameter onLook: called once the readers are served, or the daemon is missing or ends.
    private static func follow(
        _ service: FprintService, onLook: @escaping @Sendable () -> Void
    ) async {
        var pause = RetryPause()
        while !Task.isCancelled {
            let (replies, continuation) = AsyncStream<FaceReply>.makeStream()
            let watch = service.daemon.watchReaders {
                continuation.yield($0)
                if case .ended = $0 { continuation.finish() }
            }
            for await reply in replies {
                guard case .answer(let answer) = reply, let readers = answer["readers"]?.arrayValue else { continue }
                await service.readersChanged(
                    readers.compactMap { $0.objectValue.flatMap(FaceReader.init(wire:)) },
                    broadcastsStatuses: answer["broadcastStatuses"]?.boolValue ?? false,
                    words: answer["statuses"]?.stringValue.flatMap(StatusWords.init) ?? .installed)
                onLook()
                pause.reached()
            }
            onLook()
            watch.cancel()
            try? await Task.sleep(for: pause.taken())
        }
    }
}
