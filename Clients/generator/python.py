"""Writes the generated modules of the client for Python."""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from .contract import Array, Enumeration, Members, Optional, Type
from .names import COMMON, NOTE, WIDTH, Method, Names, python_name, required, snake, unit, without_base64

#: Types that have more than their members, in modules of their own.
OWN_TYPES = {"Access": "_access", "RunningProcess": "_process"}
#: Types that are in no call's result: calls take `pin` and `password`, and an Access.
LEFT_OUT = ["Credential", "AccessChoice"]
#: Bases of errors with a property of their own.
OWN_ERRORS = {"CredentialRequired": "AcceptsCredential", "CredentialWrong": "RefusesCredential"}
#: Parameters whose name means something else in Python.
RENAMED = {"object": "signed_object"}


class Python:
    def __init__(self, names: Names, package: Path) -> None:
        self.names = names
        #: The directory of the modules by hand.
        self.package = package

    def text(self, text: str) -> str:
        text = self.names.in_words(text, python_name, snake)
        return text[:1].upper() + text[1:]

    def documentation(self, text: str, indent: str) -> list[str]:
        lines = textwrap.wrap(self.text(text), WIDTH - len(indent) - 3, break_on_hyphens=False)
        if not lines:
            return []
        lines[0] = f'"""{lines[0]}'
        if len(lines) == 1 and len(lines[0]) + len(indent) + 3 <= WIDTH:
            return [f'{indent}{lines[0]}"""']
        return [indent + line for line in [*lines, '"""']]

    def comment(self, text: str) -> list[str]:
        return [f"    #: {line}" for line in textwrap.wrap(self.text(text), WIDTH - 7, break_on_hyphens=False)]

    def kind(self, place: str, name: str, kind: Type) -> str:
        if isinstance(kind, Optional):
            return f"{self.kind(place, name, kind.of)} | None"
        if isinstance(kind, Array):
            return f"tuple[{self.kind(place, name, kind.of)}, ...]"
        if isinstance(kind, Enumeration):
            return self.names.enum(place, name)
        if kind == "int":
            return "float" if unit(name) else "int"
        if kind == "string":
            if name in self.names.contract.definitions[place].annotated("bytes"):
                return "bytes"
            return "datetime" if name == "at" or name.endswith("At") else "str"
        return kind

    def structure(self, python: str, place: str, members: Members) -> list[str]:
        definition = self.names.contract.definitions[place]
        lines = ["@dataclass(frozen=True, slots=True, kw_only=True)", f"class {python}:"]
        documentation = self.documentation(definition.comment, "    ")
        lines += [*documentation, ""] if documentation else []
        for name, kind in members.items():
            about = definition.members.get(name, "")
            if "bytes" in self.kind(place, name, kind):
                about = without_base64(about)
            default = " = None" if isinstance(kind, Optional) else ""
            lines += [*self.comment(about), f"    {python_name(name)}: {self.kind(place, name, kind)}{default}"]
        return lines

    def types(self) -> str:
        made: dict[str, list[str]] = {}
        for name, kind in self.names.contract.types.items():
            if isinstance(kind, dict) and name not in LEFT_OUT and name not in OWN_TYPES:
                made[name] = self.structure(name, f"type {name}", kind)
        for method, (_, results) in self.names.contract.methods.items():
            for name in self.names.contract.definitions[f"method {method}"].annotated("result"):
                results = {member: kind for member, kind in results.items() if member != "progress"}
                results = {member: kind.of if isinstance(kind, Optional) else kind for member, kind in results.items()}
                made[name] = self.structure(name, f"method {method}", results)
        renamed = {
            python_name(name): (name, unit(name) or 1)
            for name in self.names.members
            if unit(name) or re.sub(r"_([a-z])", lambda found: found[1].upper(), python_name(name)) != name
        }
        names = sorted([*made, *OWN_TYPES, "ServiceInfo"])
        return "\n".join([
            '"""The contract\'s types in Python.',
            "",
            "Durations are seconds. Lists are tuples. Members that this version does not know are ignored, and an unknown value of an",
            "enum becomes a member equal to its text, so that a newer daemon breaks no program.",
            '"""',
            "",
            f"# {NOTE}",
            "",
            "from __future__ import annotations",
            "",
            "from dataclasses import dataclass",
            "from datetime import datetime",
            "",
            *(f"from .{module} import {name}" for name, module in OWN_TYPES.items()),
            "from ._service import ServiceInfo",
            "from .values import *",
            "",
            "__all__ = [",
            *(f'    "{name}",' for name in names),
            "]",
            "",
            "#: Members whose name is not simply Python's, and how many of their units are one of Python's.",
            "RENAMED = {",
            *(f'    "{name}": ("{wire}", {count}),' for name, (wire, count) in renamed.items()),
            "}",
            *(line for lines in made.values() for line in ["", "", *lines]),
            "",
        ])

    def values(self) -> str:
        enums = []
        for name, values in self.names.enums.items():
            definition = self.names.contract.definitions.get(f"type {name}")
            documentation = self.documentation(definition.comment, "    ") if definition else []
            enums += ["", "", f"class {name}(Open):", *documentation, *[""] * bool(documentation)]
            enums += [f'    {snake(value).upper()} = "{value}"' for value in values]
        return "\n".join([
            '"""The contract\'s enums in Python."""',
            "",
            f"# {NOTE}",
            "",
            "from ._open import Open",
            "",
            "__all__ = [",
            *(f'    "{name}",' for name in self.names.enums),
            "]",
            *enums,
            "",
        ])

    def errors(self) -> str:
        made: list[str] = []
        used: set[str] = set()
        failures = re.findall('^    "(.*)",$', (self.package / "_failures.py").read_text(), re.MULTILINE)
        for name, members in self.names.contract.errors.items():
            place = f"error {name}"
            definition = self.names.contract.definitions[place]
            lines = [f"class {name}({OWN_ERRORS.get(name, 'Refused')}):", *self.documentation(definition.comment, "    ")]
            for member, kind in members.items():
                if member in COMMON:
                    continue
                kind = kind.of if isinstance(kind, Optional) else kind
                ours = self.kind(place, member, kind)
                used |= set(re.findall(r"[A-Z]\w+", ours))
                default = " = ()" if isinstance(kind, Array) else " = False" if ours == "bool" else " | None = None"
                lines += [*[""] * bool(lines[-1].endswith('"""')), *self.comment(definition.members.get(member, ""))]
                lines += [f"    {python_name(member)}: {ours}{default}"]
            made += ["", "", *lines]
        return "\n".join([
            '"""The reasons why a call did not succeed: the daemon\'s refusals, with a class for each error of the contract, and all',
            'other failures."""',
            "",
            f"# {NOTE}",
            "",
            "from __future__ import annotations",
            "",
            "from ._failures import *",
            f"from ._failures import {', '.join(sorted(OWN_ERRORS.values()))}",
            f"from .types import {', '.join(sorted(used))}",
            "",
            "__all__ = [",
            *(f'    "{name}",' for name in [*failures, *self.names.contract.errors]),
            "]",
            *made,
            "",
        ])

    # ---- Calls ----

    def parameter(self, method: Method, name: str, kind: Type) -> str:
        """The type of a call's parameter."""
        kind = required(kind)
        if isinstance(kind, Array):
            return f"Sequence[{self.parameter(method, name, kind.of)}]"
        if method.is_bytes(name) or name == method.secret:
            return "Typed" if method.name == "SetPIN" else "bytes | bytearray"
        return self.kind(f"method {method.name}", name, kind)

    def read(self, method: Method) -> tuple[str, str]:
        """What a call returns, and what reads it in the reply."""
        for name in method.definition.annotated("result"):
            return name, f"whole({name})"
        if "secrets" in method.results:
            return "dict[str, Secret]", "secrets(names)"
        if method.result is None:
            return "None", "nothing"
        if method.result in method.definition.annotated("secret"):
            return "Secret", "secret_of"
        kind = method.results[method.result]
        ours = self.kind(f"method {method.name}", method.result, required(kind) if method.is_shown else kind)
        return ours, f'member({ours}, "{method.result}")'

    def call(self, method: Method) -> list[str]:
        positional = {RENAMED.get(name, snake(method.said_as(name))): name for name in method.positional}
        named = {RENAMED.get(name, snake(name)): name for name in method.named}
        options = []
        for python, name in named.items():
            optional = isinstance(method.named[name], Optional)
            options.append(f"{python}: {self.parameter(method, name, method.named[name])}{' | None = None' if optional else ''}")
        if "access" in method.parameters:
            options.append("access: Access | None = None")
        if method.takes_credential:
            source = "Typed | None" if method.gives_credential else "Source"
            options += [f"pin: {source} = None", f"password: {source} = None"]
        if method.is_shown:
            options.append("on_progress: Shower | None = None")
        asks = [(python_name(name), self.kind(f"method {method.name}", name, required(method.parameters[name]))) for name in method.asks]
        options += [f"{name}: {kind} | None = None" for name, kind in asks]
        if "uid" in method.parameters:
            options.append("uid: int | None = None")

        sent = {**positional, **named}
        parts = [f"{snake(name)}={python}" for python, name in sent.items() if name != method.secret]
        for at, (python, name) in enumerate(sent.items()):
            if method.is_bytes(name) and not isinstance(method.own[name], Optional):
                parts[at] = f"{snake(name)}=sealable({python})"
        parts += ["uid=uid"] if "uid" in method.parameters else []
        built = [f"present({', '.join(parts)})"] if parts else []
        built += [f"asking({', '.join(f'{name}={name}' for name, _ in asks)})"] if asks else []

        answer, reader = self.read(method)
        fields = [f'method="{method.name}"']
        fields += ["localized=True"] if "locale" in method.parameters else []
        fields += [f"read={reader}"]
        fields += [f"parameters={' | '.join(built)}"] if built else []
        for python, name in positional.items():
            if name == method.secret:
                fields += [f"new_pin={python}" if method.name == "SetPIN" else f"secret=sealable({python})"]
        needed = ", needed=True" if method.needs_credential else ""
        fields += [f"sources=sources(pin, password{needed})"] if method.takes_credential else []
        fields += ["on_progress=on_progress"] if method.is_shown else []
        fields += ["races=True"] if method.races else []
        fields += ["needs_credential=True"] if method.needs_credential else []
        fields += ["access=access or Access()"] if "access" in method.parameters else []

        arguments = [f"{python}: {self.parameter(method, name, method.own[name])}" for python, name in positional.items()]
        arguments += ["*", *options] if options else []
        function = snake(self.names.call(method.name))
        head = f"def {function}({', '.join(arguments)}) -> Call[{answer}]:"
        lines = [head] if len(head) <= WIDTH else [f"def {function}(", *(f"    {each}," for each in arguments), f") -> Call[{answer}]:"]
        lines += self.call_documentation(method, {**positional, **named, "access": "access"})
        body = f"    return Call({', '.join(fields)})"
        if len(body) <= WIDTH:
            return [*lines, body]
        lines.append("    return Call(")
        for field in fields:
            lines += textwrap.wrap(f"{field},", WIDTH - 1, initial_indent=" " * 8, subsequent_indent=" " * 12)
        return [*lines, "    )"]

    def call_documentation(self, method: Method, names: dict[str, str]) -> list[str]:
        text = method.comment
        if method.secret:
            (python,) = (python for python, name in names.items() if name == method.secret)
            text += f" The caller must overwrite `{python}`."
        lines = textwrap.wrap(self.text(text), WIDTH - 7, break_on_hyphens=False)
        for python, name in names.items():
            if about := method.definition.members.get(name, ""):
                about = without_base64(about) if method.is_bytes(name) or name == method.secret else about
                about = self.names.in_words(about, python_name, snake)
                lines += ["", *textwrap.wrap(f"`{python}`: {about}", WIDTH - 7, break_on_hyphens=False)]
        if len(lines) == 1:
            return [f'    """{lines[0]}"""']
        lines[0] = f'"""{lines[0]}'
        return [f"    {line}".rstrip() for line in [*lines, '"""']]

    def calls(self) -> str:
        made = [line for method in self.names.methods() for line in ["", "", *self.call(method)]]
        text = re.sub('""".*?"""', "", "\n".join(made), flags=re.DOTALL)
        known = {*self.names.enums, *OWN_TYPES, *self.names.contract.types}
        known |= {name for each in self.names.methods() for name in each.definition.annotated("result")}
        used = sorted(name for name in known if re.search(rf"\b{name}\b", text))
        return "\n".join([
            '"""Each method of the contract as a value. Both clients perform these."""',
            "",
            f"# {NOTE}",
            "",
            "from __future__ import annotations",
            "",
            "from collections.abc import Sequence",
            "",
            "from ._asking import Source, Typed",
            "from ._call import Call, Shower",
            "from ._parts import asking, member, nothing, present, sealable, secret_of, secrets, sources, whole",
            "from ._wire import Secret",
            "from .types import (",
            *(f"    {name}," for name in used),
            ")",
            *made,
            "",
        ])

    def methods(self) -> str:
        lines = [
            '"""The methods of both clients."""',
            "",
            f"# {NOTE}",
            "",
            "from . import _calls",
            "from ._presented import asks, asks_asynchronously, watches, watches_asynchronously",
        ]
        for kind, suffix in (("Blocking", ""), ("Asynchronous", "_asynchronously")):
            lines += ["", "", f"class {kind}Methods:"]
            for method in self.names.methods():
                name = snake(self.names.call(method.name))
                lines.append(f"    {name} = {'watches' if method.watches else 'asks'}{suffix}(_calls.{name})")
        return "\n".join([*lines, ""])
