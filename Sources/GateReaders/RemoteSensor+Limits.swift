// How long the sensor waits for the process, and how much it accepts from it.
extension RemoteSensor {
    static let longestDelay = Duration.seconds(5)
    /// How long no reader is needed before the process is ended.
    static let idleLife = Duration.seconds(60)
    static let shortestLookPause = Duration.seconds(10)
    static let longestLookPause = Duration.seconds(600)
    /// An instance that systemd started may keep a reader open for a moment after its connection is closed.
    static let distrustDelay = Duration.seconds(1)
    /// The delay between the kernel's device event and the start of a process that searches for the device.
    static let udevDelay = Duration.milliseconds(500)
    /// How long the daemon waits for the process's list of readers before it goes on without it.
    static let listPatience = Duration.seconds(10)
    /// While an operation runs, the process is pinged this often and has `pulsePatience` to answer: longer than any
    /// libfprint call blocks its thread.
    static let pulseInterval = Duration.seconds(10)
    static let pulsePatience = Duration.seconds(30)
    /// How long a cancelled operation may take to end: the sensor gives a reader 5 s for that, and 5 s to close.
    static let cancelPatience = Duration.seconds(15)
    static let answerPatience = Duration.seconds(30)
    /// How much longer than agreed the process may take to suspend or stop.
    static let margin = Duration.milliseconds(500)
    static let stopPatience = Duration.seconds(3)
    /// How many readers may be listed in `listWindow`; each list names them all.
    static let readerLimit = 40_000
    static let listWindow = Duration.seconds(10)
}
