import CGateShims
import GateReader
import GateSensor
import GateSystem
import Glibc

extension LibfprintSensor: ServedSensor {}

/// Drives the fingerprint readers for the daemon, which is the peer of the socket at its standard input: it needs no
/// keys, files or network. It ends with that connection.
///
///     biogate-reader [--allow-virtual]
@main
struct BiogateReader {
    static func main() {
        gate_share_heap()
        _ = gate_forbid_dumps()
        // A signal to the daemon's session or unit also ends the daemon, which then ends this process in order.
        for number in [SIGTERM, SIGINT, SIGHUP, SIGPIPE] { signal(number, SIG_IGN) }
        let allowsVirtual: Bool
        switch CommandLine.arguments.dropFirst() {
        case []: allowsVirtual = false
        case ["--allow-virtual"]: allowsVirtual = true
        default: exit(EX_USAGE)
        }
        let writing = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard writing >= 0 else { exit(EX_OSERR) }
        serve(Descriptor(owning: writing, path: "the daemon"), allowingVirtual: allowsVirtual)
    }

    private static func serve(_ writing: consuming Descriptor, allowingVirtual: Bool) {
        // The daemon's first message. Without it the connection is nobody's that this process serves.
        guard let felt = SharedSum.received(on: writing) else { exit(EX_PROTOCOL) }
        let output = FrameOutput(writing, felt: felt)
        let executor = MainContextExecutor(beforeWaiting: output.flush)
        awaitUdev()
        Task(executorPreference: executor) {
            let sensor = await LibfprintSensor(.init(allowVirtual: allowingVirtual), on: executor)
            let server = ReaderServer(for: sensor, on: executor, writingTo: output)
            await server.start()
            pthread_detach(startThread { read(for: server, on: executor) })
        }
        while true { pause() }
    }

    /// Waits for udev: libfprint permanently ignores a device that udev has not yet assigned to this process's group.
    /// The `settle` of udevadm(8) checks the same file.
    private static func awaitUdev() {
        for _ in 0..<250 {
            // The path is a C string during the call (access(2)).
            guard unsafe access("/run/udev/queue", F_OK) == 0 else { return }
            usleep(20_000)
        }
    }

    private static func read(for server: ReaderServer, on executor: MainContextExecutor) {
        var input = FrameInput(Descriptor(owning: STDIN_FILENO, path: "the daemon"))
        while let message = input.next() {
            Task(executorPreference: executor) {
                if await !server.received(message) { _exit(EX_PROTOCOL) }
            }
        }
        // The daemon is gone, so there is nothing to report: the kernel releases the readers at once, and the next
        // process finds them free.
        _exit(0)
    }
}
