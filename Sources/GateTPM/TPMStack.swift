internal import CTSS2
internal import GateModel
internal import GateSecret
internal import Glibc

/// libtss2, loaded when a TPM is first spoken to.
enum TPMStack {
    /// Throws `faulted` where it is not installed.
    static func functions() throws(SealingFailure) -> tpm_stack { unsafe try loaded.get().pointee }

    // What it points to is never written to again.
    private nonisolated(unsafe) static let loaded: Result<UnsafePointer<tpm_stack>, SealingFailure> = {
        guard let functions = unsafe tpm_stack_load() else {
            // A string of this thread's, until its next call of the loader (dlerror(3)).
            let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason given"
            return unsafe .failure(SealingFailure(.faulted, detail: "libtss2 cannot be loaded: \(reason)"))
        }
        return unsafe .success(functions)
    }()
}
