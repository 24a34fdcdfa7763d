internal import CTSS2
internal import GateModel
public import GateSecret
internal import GateSystem

/// A TPM 2.0, through the TPM Software Stack's ESYS, on its own thread.
///
/// Between calls, only our storage primary is loaded in the TPM.
public actor TPM: SealingDevice {
    nonisolated let executor = BlockingExecutor(label: "biogate.tpm")

    public nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    /// The kernel's resource manager.
    public static let standardTCTI = "device:/dev/tpmrm0"

    private let tcti: String
    private var connection: TPMConnection?

    /// Connects on first use. `tcti` is a configuration of tss2-tctildr, for example `device:/dev/tpmrm0`.
    public init(tcti: String = TPM.standardTCTI) {
        self.tcti = tcti
    }

    /// Connects to the TPM, or throws why it cannot.
    public func connect() throws(SealingFailure) {
        if connection == nil { connection = try TPMConnection(tcti: tcti) }
    }

    /// Disconnects from the TPM.
    public func disconnect() {
        connection = nil
    }

    // MARK: Sealed bytes

    public func seal(_ secret: borrowing SecretBytes) throws(SealingFailure) -> [UInt8] {
        guard secret.count <= 128 else { throw SealingFailure(.faulted, detail: "128 bytes can be sealed") }
        let connection = try connected()
        return try carriedOut { () throws(TPMCallFailed) in
            try connection.withSession { (session) throws(TPMCallFailed) in
                let object = try connection.create(.sealedData, authorization: TPM2B_DIGEST(), session) { data in
                    data.size = UInt16(clamping: secret.count)
                    unsafe secret.withBytes { bytes in
                        unsafe withUnsafeMutableBytes(of: &data.buffer) { unsafe $0.copyMemory(from: bytes) }
                    }
                }
                return try object.checkedBytes(connection.stack)
            }
        }
    }

    public func unseal(_ sealed: [UInt8]) throws(SealingFailure) -> SecretBytes {
        let connection = try connected()
        let object = try Self.object(sealed, connection.stack)
        var secret: SecretBytes?
        try carriedOut { () throws(TPMCallFailed) in
            try connection.withSession { (session) throws(TPMCallFailed) in
                try connection.with(object, session) { (handle) throws(TPMCallFailed) in
                    var data: UnsafeMutablePointer<TPM2B_SENSITIVE_DATA>?
                    try connection.check("TPM2_Unseal") {
                        unsafe connection.stack.Esys_Unseal(
                            connection.context, handle, session, ESYS_TR_NONE, ESYS_TR_NONE, &data)
                    }
                    guard let data = unsafe data else { return }
                    unsafe withUnsafeMutableBytes(of: &data.pointee.buffer) { bytes in
                        unsafe secret = SecretBytes(
                            copying: UnsafeRawBufferPointer(rebasing: bytes.prefix(Int(data.pointee.size))))
                        unsafe wipe(bytes)
                    }
                    unsafe connection.stack.Esys_Free(data)
                }
            }
        }
        guard let secret = secret.take() else { throw SealingFailure(.faulted, detail: "TPM2_Unseal gave nothing") }
        return secret
    }

    // MARK: Keys

    public func makeKey(authorization: borrowing SecretBytes) throws(SealingFailure) -> DeviceKey {
        let connection = try connected()
        var authorization = Self.digest(authorization)
        defer { authorization.wipe() }
        let object = try carriedOut { () throws(TPMCallFailed) in
            try connection.withSession { (session) throws(TPMCallFailed) in
                try connection.create(.signingKey, authorization: authorization, session)
            }
        }
        guard let point = object.point else { throw SealingFailure(.faulted, detail: "TPM2_Create made no P-256 key") }
        return DeviceKey(point: point, key: try Self.secret(object, connection.stack))
    }

    public func sign(
        digest: [UInt8], with key: borrowing SecretBytes, authorization: borrowing SecretBytes
    ) throws(SealingFailure) -> [UInt8] {
        let connection = try connected()
        let object = try Self.object(key, connection.stack)
        var digest = unsafe digest.withUnsafeBytes { unsafe TPM2B_DIGEST($0) }
        var authorization = Self.digest(authorization)
        defer { authorization.wipe() }
        let signature = try carriedOut { () throws(TPMCallFailed) in
            try connection.withSession { (session) throws(TPMCallFailed) in
                try connection.with(object, session) { (handle) throws(TPMCallFailed) in
                    try connection.check("authorization") {
                        unsafe connection.stack.Esys_TR_SetAuth(connection.context, handle, &authorization)
                    }
                    var scheme = TPMT_SIG_SCHEME()
                    scheme.scheme = tpm_alg_null
                    // The TPM did not compute the digest, which an unrestricted key allows.
                    var ticket = TPMT_TK_HASHCHECK()
                    ticket.tag = tpm_st_hashcheck
                    ticket.hierarchy = tpm_rh_null
                    var made: UnsafeMutablePointer<TPMT_SIGNATURE>?
                    try connection.check("TPM2_Sign") {
                        unsafe connection.stack.Esys_Sign(
                            connection.context, handle, session, ESYS_TR_NONE, ESYS_TR_NONE, &digest, &scheme, &ticket,
                            &made)
                    }
                    defer { unsafe connection.stack.Esys_Free(made) }
                    return unsafe made?.pointee.signature.ecdsa
                }
            }
        }
        guard let r = signature?.signatureR.bytes(32), let s = signature?.signatureS.bytes(32) else {
            throw SealingFailure(.faulted, detail: "TPM2_Sign made no P-256 signature")
        }
        return r + s
    }

    public func changeAuthorization(
        of key: borrowing SecretBytes, from old: borrowing SecretBytes, to new: borrowing SecretBytes
    ) throws(SealingFailure) -> SecretBytes {
        let connection = try connected()
        let object = try Self.object(key, connection.stack)
        var old = Self.digest(old)
        var new = Self.digest(new)
        defer {
            old.wipe()
            new.wipe()
        }
        let changed = try carriedOut { () throws(TPMCallFailed) in
            try connection.withSession { (session) throws(TPMCallFailed) in
                try connection.with(object, session) { (handle) throws(TPMCallFailed) in
                    try connection.check("authorization") {
                        unsafe connection.stack.Esys_TR_SetAuth(connection.context, handle, &old)
                    }
                    var privatePart: UnsafeMutablePointer<TPM2B_PRIVATE>?
                    try connection.check("TPM2_ObjectChangeAuth") {
                        unsafe connection.stack.Esys_ObjectChangeAuth(
                            connection.context, handle, connection.primary, session, ESYS_TR_NONE, ESYS_TR_NONE, &new,
                            &privatePart)
                    }
                    defer { unsafe connection.stack.Esys_Free(privatePart) }
                    return unsafe privatePart?.pointee
                }
            }
        }
        guard let changed else { throw SealingFailure(.faulted, detail: "TPM2_ObjectChangeAuth gave nothing") }
        return try Self.secret(TPMObject(object.publicPart, changed), connection.stack)
    }

    // MARK: Carrying out

    func connected() throws(SealingFailure) -> TPMConnection {
        if let connection { return connection }
        let made = try TPMConnection(tcti: tcti)
        connection = made
        return made
    }

    /// Runs commands; a failure that may have unloaded our objects makes the next call reconnect.
    func carriedOut<Result>(_ body: () throws(TPMCallFailed) -> Result) throws(SealingFailure) -> Result {
        do {
            return try body()
        } catch {
            throw failed(error)
        }
    }

    func failed(_ error: TPMCallFailed) -> SealingFailure {
        if error.response.endsConnection { connection = nil }
        return error.failure
    }

    // MARK: Bytes

    private static func digest(_ secret: borrowing SecretBytes) -> TPM2B_DIGEST {
        unsafe secret.withBytes { unsafe TPM2B_DIGEST($0) }
    }

    private static func object(
        _ bytes: borrowing SecretBytes, _ stack: tpm_stack
    ) throws(SealingFailure) -> TPMObject {
        guard let object = unsafe bytes.withBytes({ unsafe TPMObject($0, stack) }) else {
            throw SealingFailure(.faulted, detail: "this is nothing that a TPM made")
        }
        return object
    }

    private static func object(_ bytes: [UInt8], _ stack: tpm_stack) throws(SealingFailure) -> TPMObject {
        guard let object = unsafe bytes.withUnsafeBytes({ unsafe TPMObject($0, stack) }) else {
            throw SealingFailure(.faulted, detail: "this is nothing that a TPM made")
        }
        return object
    }

    private static func secret(_ object: TPMObject, _ stack: tpm_stack) throws(SealingFailure) -> SecretBytes {
        guard let bytes = object.marshalled(stack) else {
            throw SealingFailure(.faulted, detail: "the TPM made what cannot be written down")
        }
        return unsafe SecretBytes(count: bytes.count) { unsafe $0.copyBytes(from: bytes) }
    }
}

extension TPMObject {
    fileprivate func checkedBytes(_ stack: tpm_stack) throws(TPMCallFailed) -> [UInt8] {
        guard let bytes = marshalled(stack) else {
            throw TPMCallFailed("marshalling", TPMResponse(code: tpm_tcti_layer))
        }
        return bytes
    }
}
