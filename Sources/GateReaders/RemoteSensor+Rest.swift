import GateReader
import GateSystem

// Without use, the process ends; it restarts when a reader is needed, or when a device appears or disappears.
extension RemoteSensor {
    func restLater() {
        guard devices != nil, calls.isEmpty, held.isEmpty, line != nil else { return }
        idle = timer(after: Self.idleLife) { sensor in
            Task(executorPreference: sensor.loop.taskExecutor) { await sensor.rest() }
        }
    }

    /// Ends an unused process, if that loses no state and its return can be announced.
    func rest() async {
        let life = life
        hasDeviceCome = false
        // Listening starts before the process is asked, so that no event falls between the two.
        let comings = await devices?.watch { [weak self] in self?.assumeIsolated { $0.deviceHasCome() } }
        guard let comings else { return }
        let isLossless = (try? await exchange(.rest, within: Self.answerPatience)) != nil
        guard isLossless, life == self.life, let line, calls.isEmpty, !hasDeviceCome, !isSuspended, !isStopping
        else { return restLater() }
        process = .resting(comings)
        idle = nil
        _ = await line.end()
    }

    /// Waits a moment, because the kernel reports a device before udev has given it to the process's group.
    private func deviceHasCome() {
        guard !hasDeviceCome else { return }
        hasDeviceCome = true
        look = timer(after: Self.udevDelay) { sensor in
            guard sensor.isResting, !sensor.isSuspended else { return }
            Task(executorPreference: sensor.loop.taskExecutor) { await sensor.wake() }
        }
    }

    nonisolated func lookAgain() {
        Task(executorPreference: loop.taskExecutor) { await self.lookForOverlooked() }
    }

    /// libfprint searches for readers only when its process starts. So another process is started to search again, at
    /// growing intervals, unless that would lose state.
    private func lookForOverlooked() async {
        guard devices != nil, nextLook == nil, !isSuspended, !isStopping, calls.isEmpty, isResting || line != nil else {
            return
        }
        nextLook = timer(after: lookPause) { $0.nextLook = nil }
        lookPause = min(lookPause * 2, Self.longestLookPause)
        if !isResting { await rest() }
        await wake()
    }

    /// Restarts a resting process, and returns once its readers are known.
    func wake() async {
        if isResting {
            process = .none
            isWaking = true
            await launch()
        }
        await awaitList()
        isWaking = false
    }
}
