"""The contract, and what the clients call its parts."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from .contract import Array, Contract, Definition, Enumeration, Members, Optional, Type

NOTE = "Made by Clients/generate.py from org.biometricgate.Gate.varlink: change that file."
WIDTH = 120
#: What every error may have; the classes' base has them.
COMMON = ("fallbacks", "guidance", "retryAfterMilliseconds")
#: Parameters that the clients take in options of their own, in every method that has them.
ASKING = (
    "maxAgeSeconds", "readerId", "timeoutSeconds", "waitSeconds", "attempts", "interaction", "onBehalfOf", "parentWindow",
    "activationToken",
)
UNITS = {"Milliseconds": 1000, "Seconds": 1}


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


def python_name(name: str) -> str:
    """A member's name in Python, where durations are seconds."""
    return snake(re.sub("(Milliseconds|Seconds)$", "", name))


def unit(name: str) -> int | None:
    """How many of the member's units are a second; None if it is no duration."""
    return next((count for suffix, count in UNITS.items() if name.endswith(suffix)), None)


def without_base64(text: str) -> str:
    """A comment about a byte string, which is no text in the clients."""
    return re.sub(r"^In base64\. |,? in base64", "", text)


def required(kind: Type) -> Type:
    return kind.of if isinstance(kind, Optional) else kind


@dataclass
class Method:
    """A method of the contract, as a client's call sees it."""

    name: str
    parameters: Members
    results: Members
    definition: Definition

    @property
    def watches(self) -> bool:
        return self.name.startswith("Watch")

    @property
    def asks(self) -> list[str]:
        """Its parameters among those of ASKING."""
        return [name for name in ASKING if isinstance(self.parameters.get(name), Optional)]

    @property
    def is_shown(self) -> bool:
        """Whether it reports progress."""
        return "progress" in self.results

    @property
    def races(self) -> bool:
        """Whether a credential may decide it while a finger is awaited."""
        return self.is_shown and "maxAgeSeconds" in self.parameters and not self.needs_credential

    @property
    def needs_credential(self) -> bool:
        """Whether it asks for a finger after a credential, so that a client does not send it without one."""
        return self.is_shown and self.takes_credential and not isinstance(self.parameters["credential"], Optional)

    @property
    def takes_credential(self) -> bool:
        return "credential" in self.parameters

    @property
    def gives_credential(self) -> bool:
        """Whether it carries a credential to another call, and so asks for none."""
        return self.takes_credential and not self.is_shown and not isinstance(self.parameters["credential"], Optional)

    @property
    def secret(self) -> str | None:
        """The parameter that is a secret."""
        return next((name for name in self.definition.annotated("secret") if name in self.parameters), None)

    def is_bytes(self, name: str) -> bool:
        """Whether it is a byte string, base64 in a message."""
        return name in self.definition.annotated("bytes")

    def said_as(self, name: str) -> str:
        """The clients' name of a positional parameter."""
        return next((said for own, said in self.definition.annotations.get("as", []) if own == name), name)

    @property
    def own(self) -> Members:
        """The parameters that no group of options has."""
        others = (*self.asks, "credential", "uid", "locale", "access")
        return {name: kind for name, kind in self.parameters.items() if name not in others}

    @property
    def positional(self) -> Members:
        given = self.definition.annotated("given")
        return {
            name: required(kind)
            for name, kind in self.own.items()
            if name in given or not isinstance(kind, Optional) and name != "reason"
        }

    @property
    def named(self) -> Members:
        """The others of its own."""
        return {name: kind for name, kind in self.own.items() if name not in self.positional}

    @property
    def result(self) -> str | None:
        """Its only result, if a client returns that alone; authentication tells nothing beside another one."""
        names = [name for name in self.results if name != "progress"]
        names = [name for name in names if name != "authentication"] or names
        return names[0] if len(names) == 1 and not self.definition.annotated("result") else None

    @property
    def comment(self) -> str:
        """Its comment, without what only a message shows."""
        text = self.definition.comment.removeprefix('Only with "more": ')
        text = re.sub(rf": {self.result}(?=[.;])", "", text) if self.result else text
        names = "|".join([*self.parameters, *self.results])
        return re.sub(rf"(^|\. )({names})(?=: )", r"\1`\2`", text) if names else text


#: Each annotation, with how many words follow it (None: one or more), of which the first is a member of the definition.
#:
#:     bytes NAME...     byte strings, base64 in a message
#:     secret NAME       no client keeps it in a text
#:     given NAME...     optional in a message, and always given by the clients
#:     as NAME CLIENTS   what the clients call a parameter
#:     enum NAME ENUM    the name of an enum that has none, if it is not the member's
#:     call CALL         the clients' name of a method, if it is not the method's without Get and List
#:     result TYPE       the clients' name of several results together
ANNOTATIONS = {"bytes": None, "secret": 1, "given": None, "as": 2, "enum": 2, "call": 1, "result": 1}


def innermost(kind: Type | None) -> Type | None:
    return innermost(kind.of) if isinstance(kind, Optional | Array) else kind


def says_something(word: str, kind: Type | None) -> bool:
    """Whether this annotation can be about a member of this type; None: there is no such member."""
    match word:
        case "bytes" | "secret":
            return innermost(kind) == "string"
        case "enum":
            return isinstance(innermost(kind), Enumeration)
        case "given":
            return isinstance(kind, Optional)
        case "as":
            return kind is not None
    return True


def check(place: str, definition: Definition, members: Members) -> None:
    """ValueError if an annotation says nothing about its definition."""
    for word, annotations in definition.annotations.items():
        for names in annotations:
            many = word in ANNOTATIONS and ANNOTATIONS[word] is None
            if not names or not many and ANNOTATIONS.get(word) != len(names):
                raise ValueError(f"{place}: there is no annotation @{word} {' '.join(names)}")
            if not all(says_something(word, members.get(name)) for name in (names if many else names[:1])):
                raise ValueError(f"{place}: @{word} {' '.join(names)} is about none of its members")


class Names:
    """The contract, and what the clients call its parts. ValueError for an annotation that says nothing."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        grouped: dict[str, Members] = {}
        for place, group in self.structures():
            grouped.setdefault(place, {}).update(group)
        for place, definition in contract.definitions.items():
            check(place, definition, grouped.get(place, {}))
        #: The name and the values of each enum in Python, in the order of the contract.
        self.enums: dict[str, list[str]] = {
            name: list(kind.values) for name, kind in contract.types.items() if isinstance(kind, Enumeration)
        }
        self.members: dict[str, Type] = {}
        for place, members in self.structures():
            for name, kind in members.items():
                self.members[name] = kind
                if values := self.values(kind):
                    known = self.enums.setdefault(self.enum(place, name), [])
                    known += [value for value in values if value not in known]

    def structures(self) -> list[tuple[str, Members]]:
        """Every group of members, with the place of its definition."""
        found: list[tuple[str, Members]] = []
        for name, kind in self.contract.types.items():
            if isinstance(kind, dict):
                found.append((f"type {name}", kind))
        for name, members in self.contract.errors.items():
            found.append((f"error {name}", members))
        for name, (parameters, results) in self.contract.methods.items():
            found += [(f"method {name}", parameters), (f"method {name}", results)]
        return found

    def values(self, kind: Type) -> tuple[str, ...]:
        """The values of an enum that has no name in the contract."""
        if isinstance(kind, Optional | Array):
            return self.values(kind.of)
        return kind.values if isinstance(kind, Enumeration) else ()

    def enum(self, place: str, member: str) -> str:
        """Python's name of an enum without one: the annotation's, or the member's."""
        for name, told in self.contract.definitions[place].annotations.get("enum", []):
            if name == member:
                return told
        return member[0].upper() + member[1:]

    def methods(self) -> list[Method]:
        return [
            Method(name, parameters, results, self.contract.definitions[f"method {name}"])
            for name, (parameters, results) in self.contract.methods.items()
        ]

    def call(self, method: str) -> str:
        """The name of a method's call, in Node's spelling."""
        told = self.contract.definitions[f"method {method}"].annotated("call")
        name = told[0] if told else re.sub("^(Get|List)", "", method)
        return name[0].lower() + name[1:]

    def in_words(self, text: str, member: Callable[[str], str], call: Callable[[str], str]) -> str:
        """The contract's text with the clients' names for members and methods."""
        def said(found: re.Match[str]) -> str:
            name = found[0]
            if name in self.contract.methods:
                return f"`{call(self.call(name))}`"
            if name in self.members and re.search("[a-z][A-Z]", name) and not any(name in each for each in self.enums.values()):
                return f"`{member(name)}`"
            return name

        return re.sub(r'(?<![\w.`"])[A-Za-z]+(?![\w`"])', said, text)


