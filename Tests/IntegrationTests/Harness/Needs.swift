import Glibc
import Testing

extension Tag {
    /// Needs a second user, whom only root can play.
    @Tag static var needsRoot: Self
    /// Needs the PyPI packages of `Tests/requirements.txt`.
    @Tag static var needsPython: Self
    /// Needs umockdev's recordings of real readers, which are not in this repository.
    @Tag static var needsRecordings: Self
}

extension Trait where Self == ConditionTrait {
    /// Gives the reason if the test cannot run; `make test` lists it, and fails for it in CI.
    static var asRoot: Self { .enabled(if: geteuid() == 0, "needs root, to connect as other users") }

    static var withRecordings: Self {
        .enabled(
            if: !RecordedReader.all.isEmpty,
            "needs recordings of real readers, where BIOGATE_RECORDED_READERS says")
    }
}
