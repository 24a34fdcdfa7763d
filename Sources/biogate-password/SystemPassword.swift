import CPAM
import Crypto
import GateSecret
import Glibc

/// Asks PAM and the shadow database about one user.
struct SystemPassword {
    let service: String
    let user: String

    /// The hash in the user's entry of the password database.
    private let entryHash: String

    /// The result of looking up a user number.
    enum Search {
        case found(SystemPassword)
        case nobody
        /// A database could not be read, so the result is unknown.
        case unreadable
    }

    /// The user with a number (`getpwuid(3)`; this process has one thread).
    static func search(service: String, number: uid_t) -> Search {
        errno = 0
        guard let entry = unsafe getpwuid(number), let name = unsafe entry.pointee.pw_name else {
            // These mean that there is no entry; any other error, that a database is unreadable.
            return [0, ENOENT, ESRCH].contains(errno) ? .nobody : .unreadable
        }
        let hash = unsafe entry.pointee.pw_passwd.map { unsafe String(cString: $0) } ?? ""
        return .found(SystemPassword(service: service, user: unsafe String(cString: name), entryHash: hash))
    }

    private static let shadowDatabase = "/etc/shadow"

    /// Whether the user has a password: not empty, not locked, not disabled (`passwd(5)`, `shadow(5)`).
    ///
    /// True for an expired account, which `check` refuses.
    var exists: PasswordAnswer {
        guard entryHash == "x" else { return Self.isPassword(entryHash) ? .yes : .no }
        guard let hash = shadowHash else {
            // getspnam(3) fails alike for a missing entry and for an unreadable database.
            return unsafe access(Self.shadowDatabase, R_OK) == 0 ? .no : .unavailable
        }
        return Self.isPassword(hash) ? .yes : .no
    }

    private var shadowHash: String? {
        guard let entry = unsafe getspnam(user), let hash = unsafe entry.pointee.sp_pwdp else { return nil }
        return unsafe String(cString: hash)
    }

    /// HMAC-SHA256 of the account's name and its entry in the shadow database. `unavailable` without such an entry: a
    /// directory service does not tell when a password changes.
    func digest(under key: borrowing SecretBytes) -> (PasswordAnswer, [UInt8]) {
        guard entryHash == "x", let hash = shadowHash else { return (.unavailable, []) }
        guard Self.isPassword(hash) else { return (.no, []) }
        var code = HMAC<SHA256>(key: unsafe key.withBytes { unsafe SymmetricKey(data: $0) })
        // The NUL ends the name: neither text has one.
        code.update(data: Array(user.utf8) + [0] + Array(hash.utf8))
        return (.yes, Array(code.finalize()))
    }

    private static func isPassword(_ hash: String) -> Bool {
        !hash.isEmpty && !hash.hasPrefix("!") && !hash.hasPrefix("*")
    }

    /// Whether the password is the user's, and the account may sign in (`pam_authenticate(3)`, `pam_acct_mgmt(3)`).
    func check(_ password: borrowing SecretBytes) -> PasswordAnswer {
        // A C string would end at a NUL, leaving the rest uncompared.
        guard unsafe !password.withBytes({ unsafe $0.contains(0) }) else { return .no }
        // PAM takes C strings: the copy ends with a NUL and is wiped like the password.
        let text = unsafe SecretBytes(count: password.count + 1) { room in
            unsafe password.withBytes { unsafe room.copyMemory(from: $0) }
        }
        return unsafe text.withBytes { bytes in
            unsafe converse(UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }

    /// `secret` is a C string that answers PAM's questions; it is only read, and outlives the transaction.
    private func converse(_ secret: UnsafeMutableRawPointer?) -> PasswordAnswer {
        var conversation = unsafe pam_conv(conv: answerQuestions, appdata_ptr: secret)
        var handle: OpaquePointer?
        guard unsafe pam_start(service, user, &conversation, &handle) == PAM_SUCCESS, let handle = unsafe handle else {
            return .unavailable
        }
        let flags = Int32(bitPattern: UInt32(PAM_SILENT)) | Int32(PAM_DISALLOW_NULL_AUTHTOK)
        var status = unsafe pam_authenticate(handle, flags)
        defer { unsafe pam_end(handle, status) }
        guard status == PAM_SUCCESS else { return Self.answer(authentication: status) }
        status = unsafe pam_acct_mgmt(handle, flags)
        return Self.answer(account: status)
    }

    private static func answer(authentication status: Int32) -> PasswordAnswer {
        switch status {
        case PAM_AUTH_ERR, PAM_USER_UNKNOWN, PAM_MAXTRIES: .no
        case PAM_ACCT_EXPIRED, PAM_PERM_DENIED, PAM_NEW_AUTHTOK_REQD: .refused
        // PAM's statuses are open integers: a module that cannot judge has not said no.
        default: .unavailable
        }
    }

    private static func answer(account status: Int32) -> PasswordAnswer {
        switch status {
        case PAM_SUCCESS: .yes
        case PAM_ACCT_EXPIRED, PAM_PERM_DENIED, PAM_NEW_AUTHTOK_REQD, PAM_AUTH_ERR, PAM_USER_UNKNOWN: .refused
        default: .unavailable
        }
    }
}

/// Answers every hidden question with the password (`pam_conv(3)`); PAM wipes and frees the answers.
private let answerQuestions:
    @convention(c) (
        Int32, UnsafeMutablePointer<UnsafePointer<pam_message>?>?,
        UnsafeMutablePointer<UnsafeMutablePointer<pam_response>?>?, UnsafeMutableRawPointer?
    ) -> Int32 = { count, messages, responses, secret in
        guard count > 0, count <= PAM_MAX_NUM_MSG, let messages = unsafe messages, let responses = unsafe responses,
            let secret = unsafe secret,
            let answers = unsafe calloc(Int(count), MemoryLayout<pam_response>.stride)
        else { return PAM_CONV_ERR }
        let typed = unsafe answers.bindMemory(to: pam_response.self, capacity: Int(count))
        for index in 0..<Int(count) where unsafe messages[index]?.pointee.msg_style == PAM_PROMPT_ECHO_OFF {
            unsafe typed[index].resp = strdup(secret.assumingMemoryBound(to: CChar.self))
        }
        unsafe responses.pointee = typed
        return PAM_SUCCESS
    }
