import GateSecret
import Glibc

/// libgcrypt, which libsecret itself uses: exponentiation modulo a prime, and AES. Opened at the first use, so that
/// `biogate` does not load it for other commands.
///
/// It works in place on memory that is wiped, and wipes its own numbers and keys.
// The functions have the types of gcrypt.h (since 1.6). Pointers passed to them live during the call. The pointers to the
// functions are written once, before the value is shared, and the library may be used on several threads.
@safe
struct Libgcrypt: @unchecked Sendable {
    /// Nil if the library is missing.
    static let shared = Libgcrypt()

    private typealias Number = OpaquePointer
    private typealias Scan =
        @convention(c) (UnsafeMutablePointer<Number?>, Int32, UnsafeRawPointer?, Int, OpaquePointer?) -> UInt32
    private typealias Power = @convention(c) (Number, Number, Number, Number) -> Void
    private typealias Print =
        @convention(c) (Int32, UnsafeMutableRawPointer?, Int, UnsafeMutablePointer<Int>?, Number) -> UInt32
    private typealias Open = @convention(c) (UnsafeMutablePointer<OpaquePointer?>, Int32, Int32, UInt32) -> UInt32
    private typealias Set = @convention(c) (OpaquePointer, UnsafeRawPointer?, Int) -> UInt32
    private typealias Code =
        @convention(c) (OpaquePointer, UnsafeMutableRawPointer?, Int, UnsafeRawPointer?, Int) -> UInt32
    private typealias Release = @convention(c) (OpaquePointer) -> Void
    private typealias Make = @convention(c) (UInt32) -> Number?

    private let (scan, make, power, print, freeNumber): (Scan, Make, Power, Print, Release)
    private let (open, close, setKey, setStart): (Open, Release, Set, Set)
    private let (encryption, decryption): (Code, Code)

    private init?() {
        typealias Check = @convention(c) (UnsafePointer<CChar>?) -> UnsafePointer<CChar>?
        guard let library = unsafe dlopen("libgcrypt.so.20", RTLD_NOW | RTLD_LOCAL),
            let check = unsafe dlsym(library, "gcry_check_version"), let scan = unsafe dlsym(library, "gcry_mpi_scan"),
            let make = unsafe dlsym(library, "gcry_mpi_new"), let power = unsafe dlsym(library, "gcry_mpi_powm"),
            let print = unsafe dlsym(library, "gcry_mpi_print"),
            let freeNumber = unsafe dlsym(library, "gcry_mpi_release"),
            let open = unsafe dlsym(library, "gcry_cipher_open"),
            let close = unsafe dlsym(library, "gcry_cipher_close"),
            let setKey = unsafe dlsym(library, "gcry_cipher_setkey"),
            let setStart = unsafe dlsym(library, "gcry_cipher_setiv"),
            let encryption = unsafe dlsym(library, "gcry_cipher_encrypt"),
            let decryption = unsafe dlsym(library, "gcry_cipher_decrypt"),
            // Readies the library: the first call.
            unsafe unsafeBitCast(check, to: Check.self)(nil) != nil
        else { return nil }
        unsafe (self.scan, self.make) = (unsafeBitCast(scan, to: Scan.self), unsafeBitCast(make, to: Make.self))
        unsafe (self.power, self.print) = (unsafeBitCast(power, to: Power.self), unsafeBitCast(print, to: Print.self))
        unsafe self.freeNumber = unsafeBitCast(freeNumber, to: Release.self)
        unsafe (self.open, self.close) = (unsafeBitCast(open, to: Open.self), unsafeBitCast(close, to: Release.self))
        unsafe self.setKey = unsafeBitCast(setKey, to: Set.self)
        unsafe self.setStart = unsafeBitCast(setStart, to: Set.self)
        unsafe self.encryption = unsafeBitCast(encryption, to: Code.self)
        unsafe self.decryption = unsafeBitCast(decryption, to: Code.self)
    }

    /// GCRYMPI_FMT_USG: an unsigned number, the highest byte first.
    private static let unsigned: Int32 = 5

    /// `base` to the power of `exponent`, modulo `modulus`, in as many bytes as `modulus` has; nil without memory.
    func power(
        _ base: borrowing SecretBytes, _ exponent: borrowing SecretBytes, modulo modulus: borrowing SecretBytes
    ) -> SecretBytes? {
        guard let base = unsafe number(base), let exponent = unsafe number(exponent),
            let prime = unsafe number(modulus), let result = unsafe make(0)
        else { return nil }
        defer { unsafe [base, exponent, prime, result].forEach { unsafe freeNumber($0) } }
        unsafe power(result, base, exponent, prime)
        let size = modulus.count
        var count = 0
        let printed = unsafe SecretBytes(count: size) { bytes in
            if unsafe print(Self.unsigned, bytes.baseAddress, size, &count, result) != 0 { count = -1 }
        }
        guard count >= 0 else { return nil }
        return unsafe SecretBytes(count: size) { bytes in
            unsafe printed.withBytes { printed in
                // Zeros in front, as the other side has them.
                unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[(size - count)...])
                    .copyMemory(from: UnsafeRawBufferPointer(rebasing: printed[..<count]))
            }
        }
    }

    private func number(_ bytes: borrowing SecretBytes) -> Number? {
        unsafe bytes.withBytes { bytes in
            var number: Number?
            return unsafe scan(&number, Self.unsigned, bytes.baseAddress, bytes.count, nil) == 0 ? number : nil
        }
    }

    /// AES-128-CBC over whole blocks; nil if the library refuses.
    func encrypted(
        _ blocks: borrowing SecretBytes, key: borrowing SecretBytes, start: borrowing SecretBytes
    ) -> SecretBytes? {
        unsafe coded(blocks, key: key, start: start, encryption)
    }

    /// AES-128-CBC over whole blocks; nil if the library refuses.
    func decrypted(
        _ blocks: borrowing SecretBytes, key: borrowing SecretBytes, start: borrowing SecretBytes
    ) -> SecretBytes? {
        unsafe coded(blocks, key: key, start: start, decryption)
    }

    private func coded(
        _ blocks: borrowing SecretBytes, key: borrowing SecretBytes, start: borrowing SecretBytes, _ code: Code
    ) -> SecretBytes? {
        // GCRY_CIPHER_AES and GCRY_CIPHER_MODE_CBC.
        let (aes, cbc): (Int32, Int32) = (7, 3)
        var made: OpaquePointer?
        guard unsafe open(&made, aes, cbc, 0) == 0, let cipher = unsafe made else { return nil }
        defer { unsafe close(cipher) }
        let isReady = unsafe key.withBytes { unsafe setKey(cipher, $0.baseAddress, $0.count) } == 0
        guard isReady, unsafe start.withBytes({ unsafe setStart(cipher, $0.baseAddress, $0.count) }) == 0 else {
            return nil
        }
        var isCoded = false
        let result = unsafe SecretBytes(count: blocks.count) { result in
            unsafe blocks.withBytes { blocks in
                isCoded = unsafe code(cipher, result.baseAddress, result.count, blocks.baseAddress, blocks.count) == 0
            }
        }
        guard isCoded else { return nil }
        return result
    }
}
