"""The contract's types in Python.

Durations are seconds. Lists are tuples. Members that this version does not know are ignored, and an unknown value of an
enum becomes a member equal to its text, so that a newer daemon breaks no program.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from .values import *

__all__ = [
    "Guidance",
    "Availability",
    "LoginLockout",
    "LoginResult",
    "Progress",
    "Authentication",
    "Reader",
    "Print",
    "Settings",
    "Limits",
    "AppOnboarding",
    "Access",
    "Item",
    "SSHDestination",
    "SSHServer",
    "SignatureSubject",
    "Outcome",
    "RunningProcess",
    "ClaimedProgram",
    "Request",
    "ReaderChange",
    "RequestChange",
    "Prints",
    "Enrolled",
    "TurnedOff",
    "Cost",
    "ServiceInfo",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guidance:
    """Text for the user: what is wrong, and the one next step."""

    title: str
    body: str
    action: Action
    action_label: str
    command: str | None = None
    locale: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Availability:
    """Whether a fingerprint can be asked for now."""

    state: AvailabilityState
    reason: Reason | None = None
    retry_after: float | None = None
    fallbacks: tuple[Factor, ...]
    guidance: Guidance
    #: Whether misses lock fingers at logins; None where they do not, and where logins do not ask here.
    login_lockout: LoginLockout | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginLockout:
    """Programs that use fprintd's interface get no finger until the PIN or the password ends this."""

    #: None where only the PIN or the password ends it.
    retry_after: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginResult:
    """What became of the user's item for logins at a login."""

    opened: bool
    #: Why not; None where it was opened.
    reason: LoginRefusal | None = None
    age: float
    #: None where there is nothing to do.
    guidance: Guidance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """What happens while a call waits for the user; `message` is for display."""

    event: Event
    hint: Hint | None = None
    attempts_remaining: int | None = None
    stage: int | None = None
    stages: int | None = None
    finger: Finger | None = None
    reader_id: str | None = None
    message: str
    request_id: str | None = None
    factor: Factor | None = None
    retry_after: float | None = None
    interaction: Interaction | None = None
    #: All readers that wait for a touch, where there are several; any of them will do.
    reader_ids: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Authentication:
    factor: Factor
    at: datetime
    age: float
    reader_id: str | None = None
    print_id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    id: str
    name: str
    driver: str
    bus: Bus
    scan_type: ScanType
    enroll_stages: int
    matching: Matching
    capabilities: tuple[Capability, ...]
    state: ReaderState
    #: Whether it is part of the machine: a closed lid covers it.
    built_in: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Print:
    """An enrolled finger."""

    id: str
    finger: Finger
    label: str | None = None
    reader_id: str
    enrolled_at: datetime
    vouched: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    fingerprint_enabled: bool
    method: Method
    onboarding: Onboarding
    pin_set: bool
    password_available: bool
    enrolled_prints: int
    items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The limits on this machine, the same for every user."""

    #: The misses after which one call ends.
    attempts_per_call: int
    #: How long a reader waits for a finger if a call sets no `timeout`.
    timeout: float
    #: The fewest digits of a new PIN.
    pin_minimum_length: int
    prints_per_user: int
    items_per_user: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AppOnboarding:
    """The user's answer to one app's offer of fingerprint unlocking."""

    app: str
    answer: Onboarding


@dataclass(frozen=True, slots=True, kw_only=True)
class Access:
    """What opens an item.

    Without `factors` a finger opens it, or the PIN; if the user has a password but no PIN, the password. An item of the
    finger alone, `(Factor.FINGERPRINT,)`, is destroyed when a finger is added or removed, unless `enrollment` is `ANY`.

    `openers`: who opens it; None is `(Opener.USER,)`. `(Opener.SYSTEM,)`: the account's password, for the keyring of a
    session that a finger logs in; its factors are `(Factor.FINGERPRINT,)`, and nothing else differs from the defaults.

    `reuse_pin`: whether a PIN that opened it counts again within `max_age`, on the same connection.

    `alone`: whether a touch opens it only by itself, never together with others (`open_all`).
    """

    factors: tuple[Factor, ...] = ()
    enrollment: Enrollment = Enrollment.CURRENT
    max_age: float = 0
    openers: tuple[Opener, ...] | None = None
    reuse_pin: bool | None = None
    alone: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SSHServer:
    """A server, known by its key's fingerprint, which is verified. `claimed_name` is the calling program's; `name` is that
    of the key's destination, and verified."""

    fingerprint: str
    claimed_name: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SSHDestination:
    """A server that a key for ssh may sign in to, and for whose name the PIN or the password vouched. `key` is the server's
    public key in ssh's form or, with `authority`, that of who certifies it; `user` the only account."""

    name: str
    key: bytes
    authority: bool | None = None
    user: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A sealed secret or a signing key, without its content."""

    name: str
    label: str | None = None
    kind: Kind
    access: Access
    openable_by: tuple[Factor, ...]
    state: ItemState
    invalidated_by: Invalidation | None = None
    algorithm: Algorithm | None = None
    public_key: bytes | None = None
    sealed_by: Sealing
    owner: str | None = None
    created_at: datetime
    last_used_at: datetime | None = None
    #: The program that gave it its present content, and when; None if that is the owner's.
    updated_by: str | None = None
    updated_at: datetime | None = None
    fingerprint_lost_by: Invalidation | None = None
    usage: Usage | None = None
    destinations: tuple[SSHDestination, ...] | None = None
    servers: tuple[SSHServer, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SignatureSubject:
    """What `sign_ssh` is asked to sign."""

    kind: SubjectKind
    user: str | None = None
    server: SSHServer | None = None
    title: str | None = None
    tag: str | None = None
    namespace: str | None = None
    through: tuple[SSHServer, ...] | None = None
    #: Of a login: whether it is by a certificate of the key.
    certificate: bool | None = None
    reuse: float | None = None
    reuse_pin: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a call's request to the user ended: by `factor`, or with `error`, a name of the contract."""

    factor: Factor | None = None
    error: str | None = None
    retry_after: float | None = None
    guidance: Guidance | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningProcess:
    """A process by its number and the time it started, so that a later one of the same number is not taken for it."""

    process_id: int
    #: In clock ticks since the machine started: field 22 of /proc/PID/stat.
    start_time: int

    @classmethod
    def of(cls, process_id: int) -> RunningProcess:
        """The process that has this number now; ProcessLookupError or FileNotFoundError if there is none."""
        with open(f"/proc/{process_id}/stat", "rb") as file:
            # The name in parentheses may itself have spaces and parentheses.
            fields = file.read().rpartition(b")")[2].split()
        return cls(process_id=process_id, start_time=int(fields[19]))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimedProgram:
    """The program for which another one says that it asks. It may be any of the user's: a claim, never a proof."""

    process_id: int
    start_time: int
    #: Its name, from the kernel.
    command: str
    executable: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestedItem:
    """One of the items that a request is about."""

    name: str
    label: str | None = None
    owner: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """A call of the same user that waits for them, and the program that makes it."""

    id: str
    process_id: int
    command: str
    executable: str | None = None
    unit: str | None = None
    operation: Operation
    item: str | None = None
    reason: str | None = None
    factors: tuple[Factor, ...]
    progress: Progress | None = None
    label: str | None = None
    interaction: Interaction | None = None
    outcome: Outcome | None = None
    on_behalf_of: ClaimedProgram | None = None
    verb: Verb | None = None
    parent_window: str | None = None
    activation_token: str | None = None
    remaining: float | None = None
    subject: SignatureSubject | None = None
    items: tuple[RequestedItem, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReaderChange:
    change: Change
    reader: Reader


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestChange:
    change: Change
    request: Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Prints:
    """The enrolled fingers; `enrollment_id` changes with every finger added or removed."""

    prints: tuple[Print, ...]
    enrollment_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Enrolled:
    print: Print
    invalidated_items: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedOff:
    invalidated_items: int
    settings: Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """The names of the items that a change would destroy or lock."""

    invalidated: tuple[str, ...]
    losing_fingerprint: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceInfo:
    vendor: str
    product: str
    version: str
    url: str
    interfaces: tuple[str, ...]
