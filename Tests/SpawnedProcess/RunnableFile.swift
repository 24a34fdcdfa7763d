import Glibc

/// Returns once nobody has the file open for writing, so that it can be run.
///
/// execve(2) fails with ETXTBSY while somebody has, and a process that another thread starts has a copy of this process's
/// descriptors until it runs its program. Ends after ten seconds in any case.
public func awaitRunnable(_ path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    // Ends the lease, too.
    defer { close(file) }
    let end = ContinuousClock.now + .seconds(10)
    // fcntl(2): a lease for reading is refused with EAGAIN while the file is open for writing.
    let setLease: Int32 = 1024
    while fcntl(file, setLease, F_RDLCK) != 0, errno == EAGAIN, ContinuousClock.now < end { sched_yield() }
}
