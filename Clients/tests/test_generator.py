"""The generator reads the contract as another parser does, refuses annotations that say nothing, and what it wrote is
committed."""

from __future__ import annotations

from typing import Any

import pytest
import varlink  # type: ignore[import-untyped]
from generate import CONTRACT, made
from generator.contract import Array, Contract, Enumeration, Optional, Type, parse
from generator.names import Names


def in_other_words(kind: Type | dict[str, Type]) -> Any:
    """A type in the form of `read_by_varlink`."""
    if isinstance(kind, dict):
        return {name: in_other_words(each) for name, each in kind.items()}
    if isinstance(kind, Optional):
        return ["?", in_other_words(kind.of)]
    if isinstance(kind, Array):
        return ["[]", in_other_words(kind.of)]
    return list(kind.values) if isinstance(kind, Enumeration) else kind


def read_by_varlink(kind: Any) -> Any:
    name = type(kind).__name__
    if name == "_Struct":
        return {field: read_by_varlink(each) for field, each in kind.fields.items()}
    if name in ("_Maybe", "_Array"):
        return ["?" if name == "_Maybe" else "[]", read_by_varlink(kind.element_type)]
    if name == "_Enum":
        return list(kind.fields)
    return kind.name if name == "_CustomType" else {"str": "string"}.get(name, name)


def test_another_parser_reads_the_same(contract: Contract) -> None:
    others = varlink.Interface(CONTRACT.read_text()).members
    ours: dict[str, Any] = {name: in_other_words(kind) for name, kind in (contract.types | contract.errors).items()}
    ours |= {name: [in_other_words(each) for each in both] for name, both in contract.methods.items()}
    theirs = {
        name: [read_by_varlink(each.in_type), read_by_varlink(each.out_type)]
        if type(each).__name__ == "_Method"
        else read_by_varlink(each.type)
        for name, each in others.items()
    }
    assert theirs == ours


def test_the_daemon_serves_no_annotation(contract: Contract) -> None:
    assert all(not definition.annotations for definition in contract.definitions.values())


@pytest.mark.parametrize(
    "annotations",
    ["# @enum colour Colour", "# @bytes size", "# @enum state", "# @colour state", "# @given", "# @as state"],
)
def test_an_annotation_of_nothing_is_an_error(annotations: str) -> None:
    text = f"interface org.example.Test\n\n# A test.\n{annotations}\nmethod Try(state: (on, off)) -> (size: int)\n"
    with pytest.raises(ValueError, match="Try"):
        Names(parse(text))


def test_what_is_committed_is_made_of_this_contract() -> None:
    assert [str(path) for path, text in made().items() if path.read_text() != text] == []
