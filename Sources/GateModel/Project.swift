/// The makers of BiometricGate and their addresses. `GetInfo` returns them; packages, the metainfo and the clients read
/// this file, through `.ci/project`.
public enum Project {
    public static let maintainers = "BiometricGate maintainers"
    /// Empty while there is no public address: the fields are left out.
    public static let mail = ""
    /// Empty while there is no public address: the fields are left out.
    public static let homepage = ""
    /// The public address of `docs/pictures`, for the metainfo's screenshots. Empty while there is none.
    public static let pictures = ""
}
