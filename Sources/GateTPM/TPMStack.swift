internal import CTSS2
internal import GateModel
internal import GateSecret
internal import Glibc

/// libtss2, loaded on the first use of a TPM.
enum TPMStack {
    /// Throws `faulted` if it is not installed.
    static func functions() throws(SealingFailure) -> tpm_stack { unsafe try loaded.get().pointee }

    // The functions are never written to after loading.
    private nonisolated(unsafe) static let loaded: Result<UnsafePointer<tpm_stack>, SealingFailure> = {
        guard let functions = unsafe tpm_stack_load() else {
            // This thread's string, valid until its next call of the loader (dlerror(3)).
            let reason = unsafe dlerror().map { unsafe String(cString: $0) } ?? "no reason given"
            return unsafe .failure(SealingFailure(.faulted, detail: "libtss2 cannot be loaded: \(reason)"))
        }
        return unsafe .success(functions)
    }()
}
