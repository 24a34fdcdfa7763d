"""Reads an interface's text, which the clients are compared with."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TypeAlias


@dataclass(frozen=True)
class Enumeration:
    values: tuple[str, ...]


@dataclass(frozen=True)
class Optional:
    of: Type


@dataclass(frozen=True)
class Array:
    of: Type


#: A name is string, int, bool, or a type's.
Type: TypeAlias = str | Enumeration | Optional | Array
Members: TypeAlias = dict[str, Type]


@dataclass
class Contract:
    types: dict[str, Members | Enumeration] = field(default_factory=dict)
    methods: dict[str, tuple[Members, Members]] = field(default_factory=dict)
    errors: dict[str, Members] = field(default_factory=dict)


def parse(text: str) -> Contract:
    words = re.findall(r"->|\[\]|[\w.]+|[():,?]", re.sub(r"#.*", "", text))
    words.reverse()
    contract = Contract()

    def take(expected: str | None = None) -> str:
        word = words.pop()
        assert expected in (None, word), f"{expected} expected, not {word}"
        return word

    def kind() -> Type:
        word = take()
        if word == "?":
            return Optional(kind())
        if word == "[]":
            return Array(kind())
        if word == "(":
            words.append(word)
            read = group()
            assert isinstance(read, Enumeration), "structures are named in this contract"
            return read
        return word

    def group() -> Members | Enumeration:
        take("(")
        members: Members = {}
        values: list[str] = []
        while words[-1] != ")":
            name = take()
            if words[-1] == ":":
                take(":")
                members[name] = kind()
            else:
                values.append(name)
            if words[-1] == ",":
                take(",")
        take(")")
        assert not (members and values)
        return Enumeration(tuple(values)) if values else members

    def structure() -> Members:
        read = group()
        assert isinstance(read, dict)
        return read

    take("interface")
    take()
    while words:
        keyword, name = take(), take()
        if keyword == "type":
            contract.types[name] = group()
        elif keyword == "error":
            contract.errors[name] = structure()
        else:
            assert keyword == "method", keyword
            parameters = structure()
            take("->")
            contract.methods[name] = (parameters, structure())
    return contract
