internal import CTSS2
internal import GateModel
internal import GateSecret
internal import GateSystem
internal import Glibc

/// One ESYS context with the storage primary loaded. Its objects leave the TPM with their operation or with the
/// connection.
@safe
final class TPMConnection {
    let stack: tpm_stack
    // Both are created in init and freed only in deinit.
    private let tcti: OpaquePointer
    let context: OpaquePointer
    /// Loaded as long as the connection lasts, since making it is slow.
    private(set) var primary: ESYS_TR = ESYS_TR_NONE

    /// Throws `noTPM` if nothing answers, and `busy` if another program has the device.
    init(tcti name: String) throws(SealingFailure) {
        let stack = try TPMStack.functions()
        var tcti: OpaquePointer?
        let opened = unsafe stack.Tss2_TctiLdr_Initialize(name, &tcti)
        guard opened == 0, let tcti = unsafe tcti else {
            throw Self.unreachable(name, TPMResponse(code: opened))
        }
        var context: OpaquePointer?
        let initialized = unsafe stack.Esys_Initialize(&context, tcti, nil)
        guard initialized == 0, let context = unsafe context else {
            var tcti: OpaquePointer? = unsafe tcti
            unsafe stack.Tss2_TctiLdr_Finalize(&tcti)
            throw Self.unreachable(name, TPMResponse(code: initialized))
        }
        self.stack = stack
        unsafe self.tcti = tcti
        unsafe self.context = context
        // From here on, a throw runs deinit.
        do throws(TPMCallFailed) {
            try makePrimary()
        } catch {
            // A device that opens but does not answer the first command is not a TPM.
            throw error.response.fromTPM == nil ? Self.unreachable(name, error.response) : error.failure
        }
    }

    deinit {
        if primary != ESYS_TR_NONE { _ = unsafe stack.Esys_FlushContext(context, primary) }
        var context: OpaquePointer? = unsafe context
        unsafe stack.Esys_Finalize(&context)
        var tcti: OpaquePointer? = unsafe tcti
        unsafe stack.Tss2_TctiLdr_Finalize(&tcti)
    }

    private func makePrimary() throws(TPMCallFailed) {
        var sensitive = TPM2B_SENSITIVE_CREATE()
        var template = TPM2B_PUBLIC.storagePrimary
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        try check("TPM2_CreatePrimary") {
            unsafe stack.Esys_CreatePrimary(
                context, ESYS_TR_RH_OWNER, ESYS_TR_PASSWORD, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template,
                &outside, &registers, &primary, nil, nil, nil, nil)
        }
    }

    /// Lends a session that authorizes, is salted with the primary's key, and encrypts the first parameter both ways.
    func withSession<Result>(
        _ body: (ESYS_TR) throws(TPMCallFailed) -> Result
    ) throws(TPMCallFailed) -> Result {
        var session = ESYS_TR_NONE
        var cipher = TPMT_SYM_DEF()
        cipher.algorithm = tpm_alg_aes
        unsafe cipher.keyBits.aes = 128
        unsafe cipher.mode.aes = tpm_alg_cfb
        try check("TPM2_StartAuthSession") {
            unsafe stack.Esys_StartAuthSession(
                context, primary, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, ESYS_TR_NONE, nil, tpm_se_hmac, &cipher,
                tpm_alg_sha256, &session)
        }
        defer { _ = unsafe stack.Esys_FlushContext(context, session) }
        try check("session") {
            unsafe stack.Esys_TRSess_SetAttributes(context, session, tpm_session_encrypting, 0xFF)
        }
        return try body(session)
    }

    /// Loads an object while `body` runs.
    func with<Result>(
        _ object: TPMObject, _ session: ESYS_TR, _ body: (ESYS_TR) throws(TPMCallFailed) -> Result
    ) throws(TPMCallFailed) -> Result {
        var object = object
        var handle = ESYS_TR_NONE
        try check("TPM2_Load") {
            unsafe stack.Esys_Load(
                context, primary, session, ESYS_TR_NONE, ESYS_TR_NONE, &object.privatePart, &object.publicPart,
                &handle)
        }
        defer { _ = unsafe stack.Esys_FlushContext(context, handle) }
        return try body(handle)
    }

    /// Creates an object under the primary; `fill` gives the content of an object that is not a key.
    func create(
        _ template: TPM2B_PUBLIC, authorization: TPM2B_DIGEST, _ session: ESYS_TR,
        fill: (inout TPM2B_SENSITIVE_DATA) -> Void = { _ in }
    ) throws(TPMCallFailed) -> TPMObject {
        var template = template
        var sensitive = TPM2B_SENSITIVE_CREATE()
        sensitive.sensitive.userAuth = authorization
        fill(&sensitive.sensitive.data)
        defer { unsafe withUnsafeMutableBytes(of: &sensitive) { unsafe wipe($0) } }
        var outside = TPM2B_DATA()
        var registers = TPML_PCR_SELECTION()
        var privatePart: UnsafeMutablePointer<TPM2B_PRIVATE>?
        var publicPart: UnsafeMutablePointer<TPM2B_PUBLIC>?
        try check("TPM2_Create") {
            unsafe stack.Esys_Create(
                context, primary, session, ESYS_TR_NONE, ESYS_TR_NONE, &sensitive, &template, &outside, &registers,
                &privatePart, &publicPart, nil, nil, nil)
        }
        defer {
            unsafe stack.Esys_Free(privatePart)
            unsafe stack.Esys_Free(publicPart)
        }
        guard let privatePart = unsafe privatePart, let publicPart = unsafe publicPart else {
            throw TPMCallFailed("TPM2_Create", TPMResponse(code: tpm_tcti_layer))
        }
        return unsafe TPMObject(publicPart.pointee, privatePart.pointee)
    }

    func check(_ call: String, _ body: () -> TSS2_RC) throws(TPMCallFailed) {
        let response = TPMResponse(code: body())
        guard response == .success else { throw TPMCallFailed(call, response) }
    }

    /// The stack reports only a failure; the kernel tells why the device cannot be opened.
    private static func unreachable(_ name: String, _ response: TPMResponse) -> SealingFailure {
        guard name.hasPrefix("device:") else {
            return SealingFailure(.noTPM, detail: "no TPM answers at \(name): \(response.text)")
        }
        let path = String(name.dropFirst("device:".count))
        do {
            _ = try Descriptor.open(path, O_RDWR | O_NONBLOCK)
            return SealingFailure(.faulted, detail: "the TPM \(path) does not answer: \(response.text)")
        } catch {
            let reason: SealingReason =
                switch error.errno {
                case EBUSY: .busy
                case ENOENT, ENODEV, ENXIO, ENOTDIR: .noTPM
                default: .faulted
                }
            return SealingFailure(reason, detail: "the TPM \(path) cannot be opened: \(errorText(error.errno))")
        }
    }
}

/// A command that the TPM, or the software before it, failed to carry out.
struct TPMCallFailed: Error {
    let call: String
    let response: TPMResponse

    init(_ call: String, _ response: TPMResponse) {
        self.call = call
        self.response = response
    }

    var failure: SealingFailure { response.failure(call) }
}
