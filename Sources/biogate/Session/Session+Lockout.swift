import BiometricGate

extension Session {
    /// The text of the lockout at logins; nil without one. Asks the service which credentials the user has.
    func loginsLocked(_ report: AvailabilityReport) async throws(CommandFailure) -> String? {
        guard let lockout = report.loginLockout else { return nil }
        return words.loginsLocked(lockout, LockoutEnd(report, try await settings()))
    }
}
