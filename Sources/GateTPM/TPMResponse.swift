internal import CTSS2
internal import GateModel
internal import GateSecret

/// A result of the TPM Software Stack (TSS 2.0 overview, section 3; TPM 2.0 Library, part 2, section 6.6).
struct TPMResponse: Hashable {
    let code: TSS2_RC

    static let success = TPMResponse(code: 0)

    /// The TPM's own response, without the number of its parameter, handle or session; nil if the software before the
    /// TPM failed.
    var fromTPM: TSS2_RC? {
        let layer = code & tpm_rc_layer_mask
        guard layer == 0 || layer == tpm_resmgr_tpm_layer || layer == tpm_resmgr_layer else { return nil }
        let bare = code & ~tpm_rc_layer_mask
        return bare & tpm_rc_fmt1 == 0 ? bare : bare & (tpm_rc_fmt1 | 0x3F)
    }

    /// Whether the connection or the loaded objects may be lost, so that reconnecting may help.
    var endsConnection: Bool {
        guard let fromTPM else { return true }
        // Handle 0 to 6, session 0 to 6.
        return fromTPM == tpm_rc_handle || (tpm_rc_reference_h0..<tpm_rc_reference_h0 + 0x10).contains(fromTPM)
    }

    /// The contract's reason why the root key is unavailable.
    var reason: SealingReason {
        guard let fromTPM else { return .faulted }
        switch fromTPM {
        case tpm_rc_lockout: return .dictionaryLockout
        case tpm_rc_retry, tpm_rc_yielded, tpm_rc_testing, tpm_rc_canceled, tpm_rc_nv_rate, tpm_rc_memory,
            tpm_rc_object_memory, tpm_rc_session_memory, tpm_rc_object_handles, tpm_rc_session_handles:
            return .busy
        // The parent differs: the TPM was cleared, or is another machine's.
        case tpm_rc_integrity: return .otherMachine
        case tpm_rc_auth_fail, tpm_rc_bad_auth, tpm_rc_policy_fail, tpm_rc_hierarchy: return .policyFailed
        default: return .faulted
        }
    }

    /// The stack's own text.
    var text: String {
        guard let stack = try? TPMStack.functions() else { return "no response" }
        // The function returns a static buffer or a literal.
        return unsafe stack.Tss2_RC_Decode(code).map { unsafe String(cString: $0) } ?? "no text"
    }

    func failure(_ call: String) -> SealingFailure {
        SealingFailure(reason, detail: "\(call): \(text) (0x\(String(code, radix: 16)))")
    }
}
