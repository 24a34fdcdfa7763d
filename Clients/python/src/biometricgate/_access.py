"""What opens an item, as a call states it."""

from __future__ import annotations

from dataclasses import dataclass

from .values import Enrollment, Factor, Opener


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
