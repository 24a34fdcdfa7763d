import CPAM
import GateSecret
import Glibc

/// Asks PAM, and the shadow database, about one user.
struct SystemPassword {
    let service: String
    let user: String

    /// The user with a number (`getpwuid(3)`; this process has one thread).
    init?(service: String, number: uid_t) {
        guard let entry = unsafe getpwuid(number), let name = unsafe entry.pointee.pw_name else { return nil }
        self.service = service
        user = unsafe String(cString: name)
    }

    /// Whether the shadow database holds a password for the user: not empty, not locked, not disabled (`shadow(5)`).
    var exists: PasswordAnswer {
        guard let entry = unsafe getspnam(user), let hash = unsafe entry.pointee.sp_pwdp else { return .no }
        let first = unsafe hash.pointee
        return first == 0 || first == CChar(bitPattern: 0x21) || first == CChar(bitPattern: 0x2A) ? .no : .yes
    }

    /// Whether the password is the user's and the account may sign in (`pam_authenticate(3)`, `pam_acct_mgmt(3)`).
    func check(_ password: borrowing SecretBytes) -> PasswordAnswer {
        // PAM takes C strings: the copy ends with a NUL, and is wiped like the password itself.
        let text = unsafe SecretBytes(count: password.count + 1) { room in
            unsafe password.withBytes { unsafe room.copyMemory(from: $0) }
        }
        return unsafe text.withBytes { bytes in
            unsafe converse(UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
    }

    /// `secret` is a C string that PAM's questions are answered with; it is read only, and outlives the transaction.
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
        return status == PAM_SUCCESS ? .yes : .refused
    }

    private static func answer(authentication status: Int32) -> PasswordAnswer {
        switch status {
        case PAM_AUTH_ERR, PAM_USER_UNKNOWN, PAM_MAXTRIES, PAM_CRED_INSUFFICIENT: .no
        case PAM_ACCT_EXPIRED, PAM_PERM_DENIED, PAM_NEW_AUTHTOK_REQD: .refused
        // PAM's statuses are open integers: a module that cannot judge has not said no.
        default: .unavailable
        }
    }
}

/// Answers every hidden question with the password (`pam_conv(3)`); PAM frees the answers, and wipes them.
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
