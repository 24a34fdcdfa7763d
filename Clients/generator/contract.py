"""Reads an interface's text: its definitions, their comments, and the annotations for what Varlink's types cannot say.

An annotation is a comment line before a definition, `# @WORD NAME...` (names.py lists them); the served text has none.
"""

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
class Definition:
    """What stands before a definition: its comment, and its annotations by their word."""

    comment: str = ""
    annotations: dict[str, list[list[str]]] = field(default_factory=dict)
    #: The comments of its members.
    members: dict[str, str] = field(default_factory=dict)

    def annotated(self, word: str) -> list[str]:
        """The names behind every annotation of this word."""
        return [name for names in self.annotations.get(word, []) for name in names]


@dataclass
class Contract:
    types: dict[str, Members | Enumeration] = field(default_factory=dict)
    methods: dict[str, tuple[Members, Members]] = field(default_factory=dict)
    errors: dict[str, Members] = field(default_factory=dict)
    #: By "type Item", "method Enroll" and "error Lockout".
    definitions: dict[str, Definition] = field(default_factory=dict)


def parse(text: str) -> Contract:
    words = re.findall(r"#[^\n]*|\n[ \t]*(?=\n)|->|\[\]|[\w.]+|[():,?]", text)
    words.reverse()
    contract = Contract()
    comment: list[str] = []

    def look() -> str:
        while words and words[-1].startswith(("#", "\n")):
            if (word := words.pop()).startswith("#"):
                comment.append(word.removeprefix("#").strip())
            else:
                comment.clear()  # a definition's comment ends without an empty line
        return words[-1] if words else ""

    def take(expected: str | None = None) -> str:
        word = look()
        words.pop()
        assert expected in (None, word), f"{expected} expected, not {word}"
        return word

    def said() -> str:
        lines = [line for line in comment if not line.startswith("@")]
        comment.clear()
        return " ".join(lines)

    def kind() -> Type:
        word = take()
        if word == "?":
            return Optional(kind())
        if word == "[]":
            return Array(kind())
        if word == "(":
            words.append(word)
            read = group(Definition())
            assert isinstance(read, Enumeration), "structures are named in this contract"
            return read
        return word

    def group(definition: Definition) -> Members | Enumeration:
        take("(")
        members: Members = {}
        values: list[str] = []
        while look() != ")":
            about, name = said(), take()
            if look() == ":":
                take(":")
                members[name] = kind()
                definition.members[name] = about
            else:
                values.append(name)
            if look() == ",":
                take(",")
        take(")")
        assert not (members and values)
        return Enumeration(tuple(values)) if values else members

    def structure(definition: Definition) -> Members:
        read = group(definition)
        assert isinstance(read, dict)
        return read

    take("interface")
    take()
    comment.clear()
    while keyword := look():
        definition = Definition()
        for line in comment:
            if line.startswith("@"):
                word, *names = line[1:].split()
                definition.annotations.setdefault(word, []).append(names)
        definition.comment = said()
        take()
        name = take()
        contract.definitions[f"{keyword} {name}"] = definition
        if keyword == "type":
            contract.types[name] = group(definition)
        elif keyword == "error":
            contract.errors[name] = structure(definition)
        else:
            assert keyword == "method", keyword
            parameters = structure(definition)
            take("->")
            contract.methods[name] = (parameters, structure(definition))
    return contract
