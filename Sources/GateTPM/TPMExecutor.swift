internal import Dispatch

/// Runs the TPM's jobs one after the other outside the cooperative pool, where they may wait for the device.
final class TPMExecutor: SerialExecutor {
    private let queue = DispatchQueue(label: "biogate.tpm")

    func enqueue(_ job: consuming ExecutorJob) {
        // An executor runs each job that it was given exactly once, which is what makes the unowned copy sound.
        let job = UnownedJob(job)
        queue.async { unsafe job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
