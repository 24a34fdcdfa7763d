internal import CTSS2
internal import GateSecret

// The templates of our objects in the TPM (TPM 2.0 Library, part 2, section 12.2).

extension TPM2B_PUBLIC {
    /// The storage primary: the TCG's template of an ECC storage root key. The TPM derives the same key until it is
    /// cleared.
    static var storagePrimary: TPM2B_PUBLIC {
        var template = p256(tpm_object_made_inside | tpm_object_storage)
        unsafe template.publicArea.parameters.eccDetail.symmetric.algorithm = tpm_alg_aes
        unsafe template.publicArea.parameters.eccDetail.symmetric.keyBits.aes = 128
        unsafe template.publicArea.parameters.eccDetail.symmetric.mode.aes = tpm_alg_cfb
        unsafe template.publicArea.parameters.eccDetail.scheme.scheme = tpm_alg_null
        return template
    }

    /// A key that only signs SHA-256 digests.
    static var signingKey: TPM2B_PUBLIC {
        var template = p256(tpm_object_made_inside | tpm_object_signs)
        unsafe template.publicArea.parameters.eccDetail.symmetric.algorithm = tpm_alg_null
        unsafe template.publicArea.parameters.eccDetail.scheme.scheme = tpm_alg_ecdsa
        unsafe template.publicArea.parameters.eccDetail.scheme.details.ecdsa.hashAlg = tpm_alg_sha256
        return template
    }

    /// Sealed bytes that can be unsealed.
    static var sealedData: TPM2B_PUBLIC {
        var template = TPM2B_PUBLIC()
        template.publicArea.type = tpm_alg_keyedhash
        template.publicArea.nameAlg = tpm_alg_sha256
        template.publicArea.objectAttributes = common
        unsafe template.publicArea.parameters.keyedHashDetail.scheme.scheme = tpm_alg_null
        return template
    }

    /// Stays in its TPM, exempt from the dictionary lockout: its authorization is not a password that can be guessed.
    private static var common: TPMA_OBJECT { tpm_object_fixed | tpm_object_by_auth | tpm_object_no_da }

    private static func p256(_ attributes: TPMA_OBJECT) -> TPM2B_PUBLIC {
        var template = TPM2B_PUBLIC()
        template.publicArea.type = tpm_alg_ecc
        template.publicArea.nameAlg = tpm_alg_sha256
        template.publicArea.objectAttributes = common | attributes
        unsafe template.publicArea.parameters.eccDetail.curveID = tpm_ecc_nist_p256
        unsafe template.publicArea.parameters.eccDetail.kdf.scheme = tpm_alg_null
        return template
    }
}

extension TPM2B_DIGEST {
    /// An authorization or a digest; wiping a secret copy is the caller's task.
    init(_ bytes: UnsafeRawBufferPointer) {
        self.init()
        size = UInt16(clamping: bytes.count)
        unsafe withUnsafeMutableBytes(of: &buffer) {
            unsafe $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes.prefix($0.count)))
        }
    }

    mutating func wipe() {
        unsafe withUnsafeMutableBytes(of: &buffer) { unsafe GateSecret.wipe($0) }
    }
}

/// An object's public and private part, in the form kept outside the TPM.
struct TPMObject {
    var publicPart: TPM2B_PUBLIC
    var privatePart: TPM2B_PRIVATE

    /// Nil if the bytes are not an object.
    init?(_ bytes: UnsafeRawBufferPointer, _ stack: tpm_stack) {
        publicPart = TPM2B_PUBLIC()
        privatePart = TPM2B_PRIVATE()
        var offset = 0
        let start = unsafe bytes.bindMemory(to: UInt8.self).baseAddress
        guard unsafe stack.Tss2_MU_TPM2B_PUBLIC_Unmarshal(start, bytes.count, &offset, &publicPart) == 0,
            unsafe stack.Tss2_MU_TPM2B_PRIVATE_Unmarshal(start, bytes.count, &offset, &privatePart) == 0,
            offset == bytes.count
        else { return nil }
    }

    init(_ publicPart: TPM2B_PUBLIC, _ privatePart: TPM2B_PRIVATE) {
        self.publicPart = publicPart
        self.privatePart = privatePart
    }

    /// Nil if the structures are inconsistent.
    func marshalled(_ stack: tpm_stack) -> [UInt8]? {
        var offset = 0
        var bytes = [UInt8](repeating: 0, count: MemoryLayout<TPM2B_PUBLIC>.size + MemoryLayout<TPM2B_PRIVATE>.size)
        let count = bytes.count
        // The structures are only read.
        let isWritten = unsafe bytes.withUnsafeMutableBufferPointer { target in
            unsafe withUnsafePointer(to: publicPart) {
                unsafe stack.Tss2_MU_TPM2B_PUBLIC_Marshal($0, target.baseAddress, count, &offset) == 0
            }
                && withUnsafePointer(to: privatePart) {
                    unsafe stack.Tss2_MU_TPM2B_PRIVATE_Marshal($0, target.baseAddress, count, &offset) == 0
                }
        }
        return isWritten ? Array(bytes.prefix(offset)) : nil
    }

    /// The uncompressed point of a P-256 key; nil for other objects.
    var point: [UInt8]? {
        let (x, y) = unsafe (publicPart.publicArea.unique.ecc.x, publicPart.publicArea.unique.ecc.y)
        guard publicPart.publicArea.type == tpm_alg_ecc, let x = x.bytes(32), let y = y.bytes(32) else { return nil }
        return [4] + x + y
    }
}

extension TPM2B_ECC_PARAMETER {
    /// The number in `count` bytes, big-endian; nil if it is longer.
    func bytes(_ count: Int) -> [UInt8]? {
        guard size <= count else { return nil }
        let significant = unsafe withUnsafeBytes(of: buffer) { unsafe Array($0.prefix(Int(size))) }
        return [UInt8](repeating: 0, count: count - significant.count) + significant
    }
}
