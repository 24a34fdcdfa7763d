internal import CTSS2
internal import GateModel
public import GateSecret
internal import GateSystem

extension TPM {
    public func makeCounter(_ counter: DeviceCounter) async throws(SealingFailure) -> UInt64 {
        try await remove(counter)
        try await written { (connection) throws(TPMCallFailed) in
            try connection.withSession { (session) throws(TPMCallFailed) in
                var authorization = counter.digest
                var description = TPM2B_NV_PUBLIC()
                description.nvPublic.nvIndex = counter.index
                description.nvPublic.nameAlg = tpm_alg_sha256
                description.nvPublic.attributes = tpm_nv_counter
                description.nvPublic.dataSize = 8
                var handle = ESYS_TR_NONE
                try connection.check("TPM2_NV_DefineSpace") {
                    unsafe connection.stack.Esys_NV_DefineSpace(
                        connection.context, ESYS_TR_RH_OWNER, session, ESYS_TR_NONE, ESYS_TR_NONE, &authorization,
                        &description, &handle)
                }
                _ = unsafe connection.stack.Esys_TR_Close(connection.context, &handle)
            }
        }
        // The first read raises it above all counters ever removed (TPM 2.0 Library, part 1, section 37.2.4).
        guard let value = try await value(of: counter) else {
            throw SealingFailure(.faulted, detail: "the TPM has no such counter")
        }
        return value
    }

    public func value(of counter: DeviceCounter) async throws(SealingFailure) -> UInt64? {
        try await withCounter(counter) { (connection, handle, session) throws(TPMCallFailed) in
            do throws(TPMCallFailed) {
                return try connection.read(handle, session)
            } catch {
                // Defined and never raised: a crash came in between.
                guard error.response.fromTPM == tpm_rc_nv_uninitialized else { throw error }
                return try connection.raise(handle, session)
            }
        }
    }

    public func raise(_ counter: DeviceCounter, to target: UInt64) async throws(SealingFailure) -> UInt64 {
        let raised = try await withCounter(counter) { (connection, handle, session) throws(TPMCallFailed) in
            // A command whose response was lost may have been carried out, and a raise cannot be undone: look before
            // raising.
            var standing = try connection.read(handle, session)
            while standing < target { standing = try connection.raise(handle, session) }
            return standing
        }
        guard let raised else { throw SealingFailure(.otherMachine, detail: "the TPM has no such counter") }
        return raised
    }

    public func remove(_ counter: DeviceCounter) async throws(SealingFailure) {
        try await withCounter(counter) { (connection, handle, session) throws(TPMCallFailed) in
            guard try connection.isCounter(handle) else {
                throw TPMCallFailed("TPM2_NV_UndefineSpace", TPMResponse(code: tpm_rc_nv_defined))
            }
            try connection.check("TPM2_NV_UndefineSpace") {
                unsafe connection.stack.Esys_NV_UndefineSpace(
                    connection.context, ESYS_TR_RH_OWNER, handle, session, ESYS_TR_NONE, ESYS_TR_NONE)
            }
        }
    }

    /// Runs commands that may write to the TPM's memory; repeats them after a pause if it limits their rate. Earlier
    /// commands stay in effect, so `body` has to check the state first.
    private func written<Result>(
        _ body: (TPMConnection) throws(TPMCallFailed) -> Result
    ) async throws(SealingFailure) -> Result {
        var waited: Duration = .zero
        while true {
            let connection = try connected()
            let failure: TPMCallFailed
            do throws(TPMCallFailed) {
                return try body(connection)
            } catch {
                failure = error
            }
            guard failure.response.fromTPM == tpm_rc_nv_rate,
                let pause = NVWriteRate.pause(recovery: connection.writeRecovery, after: waited)
            else { throw failed(failure) }
            waited += pause
            // Other callers' commands run meanwhile. A cancelled pause counts as waited.
            _ = await executor.sleep(for: pause)
        }
    }

    /// Nil if there is no such counter.
    private func withCounter<Result>(
        _ counter: DeviceCounter,
        _ body: (TPMConnection, ESYS_TR, ESYS_TR) throws(TPMCallFailed) -> Result
    ) async throws(SealingFailure) -> Result? {
        try await written { (connection) throws(TPMCallFailed) -> Result? in
            var handle = ESYS_TR_NONE
            do throws(TPMCallFailed) {
                try connection.check("TPM2_NV_ReadPublic") {
                    unsafe connection.stack.Esys_TR_FromTPMPublic(
                        connection.context, counter.index, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &handle)
                }
            } catch {
                guard error.response.fromTPM == tpm_rc_handle else { throw error }
                return nil
            }
            // Closes only the stack's record of the index: nothing is loaded for it.
            defer { _ = unsafe connection.stack.Esys_TR_Close(connection.context, &handle) }
            var authorization = counter.digest
            try connection.check("authorization") {
                unsafe connection.stack.Esys_TR_SetAuth(connection.context, handle, &authorization)
            }
            return try connection.withSession { (session) throws(TPMCallFailed) in
                try body(connection, handle, session)
            }
        }
    }
}

/// The wait for a TPM that limits its rate of writes (`TPM_RC_NV_RATE`).
enum NVWriteRate {
    /// The longest total wait before the failure is reported.
    static let patience: Duration = .seconds(3)
    private static let shortestPause: Duration = .milliseconds(20)

    /// The pause before the next try; nil after the longest wait. `recovery` is the time that the TPM asks for, if it
    /// does.
    static func pause(recovery: Duration?, after waited: Duration) -> Duration? {
        let pause = max(recovery ?? .zero, shortestPause, waited)
        guard waited < patience, recovery ?? .zero <= patience else { return nil }
        return min(pause, patience - waited)
    }
}

extension TPMConnection {
    /// The time until the TPM takes the next write (`TPM_PT_NV_WRITE_RECOVERY`), if it tells.
    fileprivate var writeRecovery: Duration? {
        var more: TPMI_YES_NO = 0
        var data: UnsafeMutablePointer<TPMS_CAPABILITY_DATA>?
        let response = unsafe stack.Esys_GetCapability(
            context, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, tpm_cap_properties, tpm_pt_nv_write_recovery, 1, &more,
            &data)
        defer { unsafe stack.Esys_Free(data) }
        guard response == 0, let properties = unsafe data?.pointee.data.tpmProperties, properties.count > 0,
            properties.tpmProperty.0.property == tpm_pt_nv_write_recovery
        else { return nil }
        return .milliseconds(properties.tpmProperty.0.value)
    }

    /// Whether the index has the form of `makeCounter`; otherwise another program owns it.
    fileprivate func isCounter(_ handle: ESYS_TR) throws(TPMCallFailed) -> Bool {
        var description: UnsafeMutablePointer<TPM2B_NV_PUBLIC>?
        var name: UnsafeMutablePointer<TPM2B_NAME>?
        try check("TPM2_NV_ReadPublic") {
            unsafe stack.Esys_NV_ReadPublic(
                context, handle, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, &description, &name)
        }
        defer {
            unsafe stack.Esys_Free(description)
            unsafe stack.Esys_Free(name)
        }
        guard let found = unsafe description?.pointee.nvPublic else { return false }
        return found.attributes & ~tpm_nv_written == tpm_nv_counter && found.dataSize == 8
    }

    fileprivate func raise(_ handle: ESYS_TR, _ session: ESYS_TR) throws(TPMCallFailed) -> UInt64 {
        try check("TPM2_NV_Increment") {
            unsafe stack.Esys_NV_Increment(context, handle, handle, session, ESYS_TR_NONE, ESYS_TR_NONE)
        }
        return try read(handle, session)
    }

    fileprivate func read(_ handle: ESYS_TR, _ session: ESYS_TR) throws(TPMCallFailed) -> UInt64 {
        var data: UnsafeMutablePointer<TPM2B_MAX_NV_BUFFER>?
        try check("TPM2_NV_Read") {
            unsafe stack.Esys_NV_Read(context, handle, handle, session, ESYS_TR_NONE, ESYS_TR_NONE, 8, 0, &data)
        }
        defer { unsafe stack.Esys_Free(data) }
        guard let buffer = unsafe data?.pointee.buffer else { return 0 }
        return unsafe withUnsafeBytes(of: buffer) { bytes in
            unsafe bytes.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}

extension DeviceCounter {
    /// In the owner's range of NV indices that the TCG's registry leaves free.
    fileprivate var index: TPM2_HANDLE { 0x0180_0000 | (number & 0x003F_FFFF) }

    fileprivate var digest: TPM2B_DIGEST { unsafe authorization.withUnsafeBytes { unsafe TPM2B_DIGEST($0) } }
}
