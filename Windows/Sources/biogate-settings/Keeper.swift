// Follows the daemon, keeps the settings window current, and starts the user's changes.

import BiometricGate
import GateGuidance
import GateModel
import GateScreen
import GateWindows
import Glibc

/// The settings window's content, and the change in progress.
final class Keeper {
    let window: SettingsWindow
    private(set) var state: SettingsState
    let socket: String
    /// Whether GNOME's keyring listens in this session.
    let hasKeyring: Bool
    private let client: GateClient
    private var following: [Task<Void, Never>] = []
    /// The change in progress: there is at most one.
    private var change: Task<Void, Never>?
    private var loading: Task<Void, Never>?
    /// Whether something happened since the running load began.
    private var mustLoadAgain = false
    /// Loads again what could not be loaded.
    private var retrying: Task<Void, Never>?

    /// `runtime` is the directory of the session's sockets.
    init(_ window: SettingsWindow, socket: String, runtime: String?, _ language: Language) {
        self.window = window
        self.socket = socket
        hasKeyring = runtime.map { Self.exists("\($0)/keyring/control") } ?? false
        client = GateClient(socket: socket, locale: language.tag)
        state = SettingsState(in: language) { LocalMoment($0) }
        state.servesLogins = Self.exists(Self.loginSocket(beside: socket))
        state.hasFprintdFingers = socket == GateClient.systemSocket && Self.hasFprintdFingers
    }

    /// Only root may read fprintd's data; this checks that it exists while the service answers to fprintd's name.
    private static var hasFprintdFingers: Bool {
        ["/var/lib/fprint", "/etc/systemd/system/dbus-net.reactivated.Fprint.service"].allSatisfy(exists)
    }

    /// The socket of the system's logins, which the daemon's units put beside this one.
    private static func loginSocket(beside socket: String) -> String {
        socket.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
            + "/org.biometricgate.Face"
    }

    private static func exists(_ path: String) -> Bool {
        var found = stat()
        // The pointer is to a local (lstat(2)).
        return unsafe lstat(path, &found) == 0
    }

    /// Shows the window, and follows the daemon until `end`.
    func begin() {
        window.onClose = { MainLoop.stop() }
        window.onAction = { [weak self] in self?.start($0) }
        window.onReturn = { [weak self] in self?.returned() }
        window.show(state.screen)
        following = [
            MainLoop.task { [self] in await followAvailability() },
            MainLoop.task { [self] in await followReaders() },
            MainLoop.task { [self] in await followSettings() },
        ]
    }

    func end() {
        retrying?.cancel()
        change?.cancel()
        for task in following { task.cancel() }
    }

    // MARK: The daemon

    /// Over the daemon's restarts, until cancelled.
    private func followAvailability() async {
        var pause: Duration = .milliseconds(250)
        while !Task.isCancelled {
            do {
                for try await report in client.availabilityUpdates() {
                    pause = .milliseconds(250)
                    state.report = report
                    await load()
                }
            } catch let error as GateClientError {
                lost(error)
            } catch {
                // Nothing else is thrown.
            }
            await MainLoop.sleep(for: pause)
            pause = min(pause * 2, .seconds(4))
        }
    }

    private func followReaders() async {
        await follow({ $0.watchReaders() }) { update in
            switch update.change {
            case .present, .added, .changed: state.take(update.reader)
            case .removed: state.remove(update.reader.id)
            }
            show()
        } lost: {
            state.forgetReaders()
        }
    }

    /// Another program's call changed something.
    private func followSettings() async {
        await follow({ $0.settingsUpdates() }) { _ in
            MainLoop.task { [self] in await load() }
        } lost: {
        }
    }

    /// Over the daemon's restarts, until cancelled; the availability reports that the daemon is gone.
    private func follow<Update: Sendable>(
        _ watch: (GateClient) -> AsyncThrowingStream<Update, any Error>, _ take: (Update) -> Void,
        lost: () -> Void
    ) async {
        var pause: Duration = .milliseconds(250)
        while !Task.isCancelled {
            do {
                for try await update in watch(client) {
                    pause = .milliseconds(250)
                    take(update)
                }
            } catch {
                // The daemon may be starting.
            }
            lost()
            await MainLoop.sleep(for: pause)
            pause = min(pause * 2, .seconds(4))
        }
    }

    private func lost(_ error: GateClientError) {
        if Task.isCancelled { return }
        // Once for each loss, whose reason the window does not tell.
        if case .gone = state.service {} else { error.log() }
        state.service = .gone(error.screenMessage)
        show()
    }

    private func returned() {
        // No event reports that items were used in the meantime.
        MainLoop.task { [self] in await load() }
    }

    /// Loads everything again. When it returns, the state is no older than the call.
    func load() async {
        if let loading {
            mustLoadAgain = true
            return await loading.value
        }
        let loading = MainLoop.task { [self] in
            repeat {
                mustLoadAgain = false
                await loadOnce()
            } while mustLoadAgain
            self.loading = nil
        }
        self.loading = loading
        await loading.value
    }

    private func loadOnce() async {
        // Separate, and closed after a while: a call that is never answered would keep every later load waiting.
        let client = GateClient(socket: socket, locale: state.language.tag)
        MainLoop.task { [weak client] in
            await MainLoop.sleep(for: .seconds(10))
            client?.close()
        }
        do throws(GateClientError) {
            let settings = try await client.settings()
            let prints = try await client.prints().prints
            let items = try await client.items()
            let apps = try await client.onboardings()
            state.settings = settings
            state.prints = prints
            state.items = items
            state.apps = apps.map { ($0.app, $0.answer == .accepted) }
            state.service = .serving
            show()
        } catch {
            lost(error)
            loadLater()
        }
    }

    /// No event reports that the daemon can answer again.
    private func loadLater() {
        guard retrying == nil else { return }
        retrying = MainLoop.task { [self] in
            await MainLoop.sleep(for: .seconds(2))
            retrying = nil
            if !Task.isCancelled { await load() }
        }
    }

    private func show() { window.show(state.screen) }

    // MARK: Changes

    private func start(_ action: SettingsAction) {
        if action == .about { return window.showAbout(version: Version.current, by: Project.maintainers) }
        guard change == nil, let sheet = SheetWindow(over: window) else { return }
        let flow = Flow(self, sheet)
        change = MainLoop.task { [self] in
            await flow.run(action)
            sheet.close()
            window.questionHasGone()
            change = nil
            await load()
        }
    }
}
