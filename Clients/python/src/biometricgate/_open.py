"""The base of the contract's enums."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Open(StrEnum):
    """An enum of the contract; an unknown value becomes a member equal to its text."""

    @classmethod
    def _missing_(cls, value: object) -> Self | None:
        if not isinstance(value, str):
            return None
        unknown = str.__new__(cls, value)
        unknown._name_ = unknown._value_ = value
        return unknown
