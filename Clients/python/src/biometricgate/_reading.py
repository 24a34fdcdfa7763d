"""Reads the contract's objects as Python types, and converts the names of members in both directions."""

from __future__ import annotations

import re
from binascii import a2b_base64, b2a_base64
from collections.abc import Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import datetime
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from ._open import Open
from .types import RENAMED

def wire_name(field: str) -> str:
    """The contract's name for a Python one."""
    if field in RENAMED:
        return RENAMED[field][0]
    return re.sub(r"_([a-z])", lambda found: found[1].upper(), field)


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def read(kind: Any, value: object, where: str = "reply") -> Any:
    """A value of the contract as a Python type; a ValueError names the value that cannot be read."""
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        (inner,) = (option for option in get_args(kind) if option is not type(None))
        return None if value is None else read(inner, value, where)
    if origin is tuple and isinstance(value, list):
        return tuple(read(get_args(kind)[0], element, where) for element in value)
    if isinstance(kind, type) and is_dataclass(kind) and isinstance(value, dict):
        return kind(**members(kind, value, where))
    if kind is float and isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    if kind in (int, bool, str) and type(value) is kind:
        return value
    if isinstance(value, str):
        if kind is bytes:
            return a2b_base64(value, strict_mode=True)
        if kind is datetime:
            return datetime.fromisoformat(value)
        if isinstance(kind, type) and issubclass(kind, Open):
            return kind(value)
    raise ValueError(f"no readable {where}")


def members(kind: Any, value: dict[str, Any], where: str) -> dict[str, object]:
    """The fields of a dataclass that are in the message; an optional one that is absent keeps its default."""
    found = {}
    for field in fields(kind):
        name = wire_name(field.name)
        if value.get(name) is None and field.default is not MISSING:
            continue
        found[field.name] = member(_hints(kind)[field.name], field.name, value, where)
    return found


def member(kind: Any, field: str, value: dict[str, Any], where: str) -> object:
    """One field, in its Python unit."""
    decoded = read(kind, value.get(wire_name(field)), f"{where}.{wire_name(field)}")
    if field in RENAMED and isinstance(decoded, float):
        return decoded / RENAMED[field][1]
    return decoded


def wire(value: Any) -> Any:
    """A value as a call sends it: a structure without the members that are not set."""
    if isinstance(value, bytes | bytearray):
        return b2a_base64(value, newline=False).decode()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [wire(each) for each in value]
    if not is_dataclass(value):
        return value
    sent = {}
    for field in fields(value):
        if (own := getattr(value, field.name)) is not None:
            name, units = RENAMED.get(field.name, (wire_name(field.name), 1))
            sent[name] = int(own * units) if isinstance(own, float) else wire(own)
    return sent
