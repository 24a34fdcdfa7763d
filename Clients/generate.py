#!/usr/bin/env python3
"""Writes the parts of the clients for Python and Node that the contract decides: types, values, errors and calls.

    Clients/generate.py            writes them
    Clients/generate.py --check    says which are stale, and changes nothing

The contract is Sources/GateWire/org.biometricgate.Gate.varlink, with its annotations (generator/contract.py).
"""

from __future__ import annotations

import sys
from pathlib import Path

from generator.contract import parse
from generator.names import Names
from generator.node import Node
from generator.python import Python

ROOT = Path(__file__).parent
CONTRACT = ROOT.parent / "Sources/GateWire/org.biometricgate.Gate.varlink"
PYTHON, NODE = ROOT / "python/src/biometricgate", ROOT / "node"


def made() -> dict[Path, str]:
    """Every generated file and its content."""
    names = Names(parse(CONTRACT.read_text()))
    python, node = Python(names, PYTHON), Node(names)
    return {
        PYTHON / "types.py": python.types(),
        PYTHON / "values.py": python.values(),
        PYTHON / "errors.py": python.errors(),
        PYTHON / "_calls.py": python.calls(),
        PYTHON / "_methods.py": python.methods(),
        NODE / "types.d.ts": node.types(),
        NODE / "errors.d.ts": node.declared_errors(),
        NODE / "errors.js": node.errors(),
        NODE / "calls.js": node.calls(),
        NODE / "calls.d.ts": node.declared_calls(),
        ROOT / "tests/calls.mjs": node.probe(),
    }


def main(words: list[str]) -> int:
    stale = [path for path, text in made().items() if not path.exists() or path.read_text() != text]
    for path in stale:
        if words == ["--check"]:
            print(f"{path.relative_to(ROOT.parent)} is stale: Clients/generate.py", file=sys.stderr)
        else:
            path.write_text(made()[path])
    return 1 if words == ["--check"] and stale else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
