"""What the clients send and read is the contract's, by the text that the daemon serves."""

from __future__ import annotations

import inspect
import shutil
import subprocess
from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime
from enum import Enum
from functools import partial
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import biometricgate
import pytest
from biometricgate import Algorithm, Factor, Onboarding, PlannedChange, Refused, _calls, blocking
from biometricgate import types as gate_types
from biometricgate import values as gate_values
from biometricgate._reading import wire_name
from biometricgate.sandbox import Sandbox
from conftest import PACKAGES, ScriptedDaemon, frame
from generator.contract import Array, Contract, Enumeration, Members, Optional, Type

#: What is in no client of its own name, and why. What is not in the contract any more is found.
LEFT_OUT = {
    "type Credential": "a call takes it as `pin` or `password`",
    "type AccessChoice": "in Python an Access has its defaults; Node has it",
    "RetrieveSecret.authentication": "a secret is bytes; last_authentication tells (in Python it is at the Secret)",
    "RetrieveSecrets.authentication": "secrets are bytes; last_authentication tells",
    "SignSSH.authentication": "a signature is bytes; last_authentication tells",
    "Sign.authentication": "a signature is bytes; last_authentication tells",
}
#: What Python calls results that have no name in the contract.
RESULTS = {
    "ListPrints": gate_types.Prints,
    "Enroll": gate_types.Enrolled,
    "DisableFingerprint": gate_types.TurnedOff,
    "PreviewChange": gate_types.Cost,
    "WatchReaders": gate_types.ReaderChange,
    "WatchRequests": gate_types.RequestChange,
}
#: What Python calls values that are a parameter's own.
VALUES = {
    ("AnswerOnboarding", "answer"): Onboarding,
    ("PreviewChange", "change"): PlannedChange,
    ("CreateKey", "algorithm"): Algorithm,
}


def sample_of(hint: Any) -> Any:
    """A value of a parameter's type."""
    if get_origin(hint) in (Union, UnionType):
        return sample_of(next(option for option in get_args(hint) if option is not NoneType))
    if is_dataclass(hint):
        make: Any = hint
        hints = get_type_hints(make)
        return make(**{each.name: sample_of(hints[each.name]) for each in fields(make)})
    if get_origin(hint) in (tuple, Sequence):
        return (sample_of(get_args(hint)[0]),)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return list(hint)[-1]
    return {bool: True, int: 7, float: 3, str: "7", bytes: b"\1\2"}.get(hint, lambda _: None)


def everything(gate: blocking.Gate) -> list[Callable[[], Any]]:
    """Each method of the client for Python with every parameter."""
    calls: list[Callable[[], Any]] = []
    for name, make in vars(_calls).items():
        if not inspect.isfunction(make) or make.__module__ != _calls.__name__:
            continue
        options = {each: sample_of(hint) for each, hint in get_type_hints(make).items() if each not in ("return", "password")}
        options |= {"pin": "274916"} if "pin" in options else {}
        if name == "set_pin":
            options = {"new_pin": b'1"\n', "password": "päss"}
        method = getattr(gate, name)
        call = partial(method, **options)
        calls.append(partial(lambda watch: next(watch()), call) if name.startswith("watch_") else call)
    return calls


def all_sent(daemon: ScriptedDaemon, contract: Contract) -> None:
    """Every method was called, with every parameter of it, and with no other."""
    called = {call["method"]: call for call in daemon.calls}
    for name, (parameters, _) in contract.methods.items():
        call = called.pop(f"org.biometricgate.Gate.{name}")
        assert set(call["parameters"]) == set(parameters), name
        # A call that asks the user has a time limit, and got a function for its progress.
        assert call.get("more", False) == (name.startswith("Watch") or "timeoutSeconds" in parameters), name
        for parameter, kind in parameters.items():
            conforms(call["parameters"][parameter], kind, contract, f"{name}.{parameter}")
        if name == "SetPIN":
            assert call["parameters"] == {"locale": "nb", "pin": '1"\n', "credential": {"password": "päss"}}
        if name == "StoreSecret":
            assert call["parameters"]["secret"] in ("AQI=", "MSIK")
    assert [name for name in called if not name.startswith("org.varlink.service.")] == []


def conforms(value: Any, kind: Type, contract: Contract, where: str) -> None:
    if isinstance(kind, Optional):
        return conforms(value, kind.of, contract, where)
    if isinstance(kind, Enumeration):
        assert value in kind.values, where
    elif isinstance(kind, Array):
        for each in value:
            conforms(each, kind.of, contract, where)
    elif kind in ("string", "int", "bool"):
        assert type(value) is {"string": str, "int": int, "bool": bool}[kind], where
    else:
        named = contract.types[kind]
        if isinstance(named, Enumeration):
            return conforms(value, named, contract, where)
        # A credential is one of its members; every other structure is sent with all of them.
        assert set(value) <= set(named) if kind == "Credential" else set(value) == set(named), where
        for member in value:
            conforms(value[member], named[member], contract, f"{where}.{member}")


def test_what_is_left_out_is_in_the_contract(contract: Contract) -> None:
    names = {f"type {name}" for name in contract.types}
    names |= {f"{name}.{out}" for name, (_, outs) in contract.methods.items() for out in outs}
    assert set(LEFT_OUT) <= names


def test_python_sends_every_parameter(contract: Contract, scripted: ScriptedDaemon) -> None:
    with blocking.Gate(scripted.path, locale="nb") as gate:
        for call in everything(gate):
            with pytest.raises(biometricgate.StorageFailed):
                call()
    all_sent(scripted, contract)


@pytest.fixture
def probe() -> Path:
    """Placed so that Node finds the installed package."""
    for name in ("calls.mjs", "probe.mjs"):
        copy = shutil.copy(Path(__file__).parent / name, PACKAGES)
    return Path(copy)


def test_node_sends_every_parameter(contract: Contract, scripted: ScriptedDaemon, probe: Path) -> None:
    subprocess.run(["node", probe, scripted.path], check=True)
    all_sent(scripted, contract)


def test_node_is_used_as_its_types_say(probe: Path) -> None:
    """The probe calls everything, so TypeScript checks its arguments and results."""
    options = ["--noEmit", "--allowJs", "--checkJs", "--strict", "--exactOptionalPropertyTypes", "--target", "es2022", "--lib", "es2022,dom"]
    subprocess.run(["tsc", *options, "--module", "nodenext", "--moduleResolution", "nodenext", probe], check=True)


# ---- Types ----


class Comparison:
    """Python's types compared with the contract's."""

    def __init__(self, contract: Contract) -> None:
        self.contract = contract
        #: The contract's values of each enum of Python's.
        self.values: dict[Any, set[str]] = {}

    def members(self, ours: Any, members: Members, is_result: bool = False) -> None:
        members = {name: kind for name, kind in members.items() if not (is_result and name == "progress")}
        assert is_dataclass(ours)
        assert {wire_name(each.name) for each in fields(ours)} == set(members), ours
        for member, kind in members.items():
            # The result is in the last reply only, but always there.
            self.member(get_type_hints(ours), member, kind, is_always_there=None if is_result else True)

    def member(self, hints: dict[str, Any], member: str, kind: Type, is_always_there: bool | None = None) -> None:
        hint = {wire_name(name): hint for name, hint in hints.items()}.get(member)
        assert hint, f"{member} is missing"
        is_optional = get_origin(hint) in (Union, UnionType)
        if is_always_there:
            assert is_optional == isinstance(kind, Optional), member
        if is_optional:
            (hint,) = (option for option in get_args(hint) if option is not NoneType)
        if isinstance(kind, Optional):
            kind = kind.of
        if isinstance(kind, Array):
            assert get_origin(hint) is tuple, member
            hint, kind = get_args(hint)[0], kind.of
        if isinstance(kind, str):
            if kind in contract_scalars:
                assert hint in contract_scalars[kind], member
                return
            assert hint.__name__ == kind, member
            named = self.contract.types[kind]
            if not isinstance(named, Enumeration):
                return
            kind = named
        assert isinstance(kind, Enumeration)
        self.enumeration(hint, kind)

    def enumeration(self, ours: Any, kind: Enumeration) -> None:
        assert set(kind.values) <= {each.value for each in ours}, ours
        self.values.setdefault(ours, set()).update(kind.values)


contract_scalars = {"string": (str, bytes, datetime), "int": (int, float), "bool": (bool,)}


def test_python_has_every_type(contract: Contract) -> None:
    comparison = Comparison(contract)
    for name, kind in contract.types.items():
        if f"type {name}" in LEFT_OUT:
            continue
        if isinstance(kind, Enumeration):
            comparison.enumeration(getattr(gate_types, name), kind)
        else:
            comparison.members(getattr(gate_types, name), kind)
    for name, result in RESULTS.items():
        comparison.members(result, contract.methods[name][1], is_result=True)
    for name, members in contract.errors.items():
        for member, of in members.items():
            comparison.member(get_type_hints(getattr(biometricgate, name)), member, of)
    for (name, parameter), ours in VALUES.items():
        of = contract.methods[name][0][parameter]
        assert isinstance(of, Enumeration)
        comparison.enumeration(ours, of)
    # There are no invented values.
    for ours in gate_values.Open.__subclasses__():
        assert {each.value for each in ours} == comparison.values[ours], ours


def test_versions_agree() -> None:
    with Sandbox() as sandbox, blocking.Gate(sandbox.socket) as gate:
        daemon = gate.info().version
    packages = {path.name for path in PACKAGES.glob("biometricgate-*") if path.suffix in (".whl", ".tgz")}
    assert packages == {f"biometricgate-{daemon}-py3-none-any.whl", f"biometricgate-{daemon}.tgz"}


# ---- Errors, from frames as the daemon sends them ----


def sample(kind: Type, contract: Contract) -> Any:
    if isinstance(kind, Optional):
        return sample(kind.of, contract)
    if isinstance(kind, Array):
        return [sample(kind.of, contract)]
    if isinstance(kind, Enumeration):
        return kind.values[-1]
    if kind in contract.types:
        named = contract.types[kind]
        if isinstance(named, Enumeration):
            return sample(named, contract)
        return {name: sample(each, contract) for name, each in named.items()}
    return {"string": "2026-11-22T05:30:00.5Z", "int": 1500, "bool": True}[kind]


def test_every_error_has_its_class_and_what_comes_with_it(contract: Contract, scripted: ScriptedDaemon) -> None:
    for name, members in contract.errors.items():
        parameters = {member: sample(kind, contract) for member, kind in members.items()}
        scripted.answers = lambda _: [frame(parameters, error=name)]
        kind = getattr(biometricgate, name)
        with blocking.Gate(scripted.path) as gate, pytest.raises(kind) as caught:
            gate.settings()
        error = caught.value
        assert type(error) is kind and error.code == f"org.biometricgate.Gate.{name}"
        assert isinstance(error.guidance, biometricgate.Guidance)
        assert error.retry_after == (1.5 if "retryAfterMilliseconds" in members else None)
        assert error.fallbacks == ((Factor.PASSWORD,) if "fallbacks" in members else ())
        for field in get_type_hints(kind):
            assert (getattr(error, field) not in (None, (), False)) == (wire_name(field) in members), field


def test_what_is_newer_breaks_nothing(scripted: ScriptedDaemon) -> None:
    """Unknown members, values, events and errors are ignored, or shown as they are."""
    availability = {
        "state": "levitating",
        "fallbacks": ["voice", "pin"],
        "since": {"a": [1]},
        "guidance": {"title": "t", "body": "b", "action": "sing", "actionLabel": "", "locale": "en", "tune": 1},
    }
    scripted.answers = lambda _: [frame({"availability": availability, "more": 1})]
    with blocking.Gate(scripted.path) as gate:
        got = gate.availability()
        assert got.state == "levitating" and got.fallbacks == ("voice", Factor.PIN) and got.guidance.action == "sing"
        assert got.state not in list(biometricgate.AvailabilityState)
        scripted.answers = lambda _: [
            frame({"progress": {"event": "humming", "message": "Hm."}}, continues=True),
            frame({"progress": {"unheard": "of"}}, continues=True),
            frame({"news": 1}, continues=True),
            frame({"fallbacks": ["pin"], "retryAfterMilliseconds": "soon"}, error="TooLoud"),
        ]
        shown: list[biometricgate.Progress] = []
        with pytest.raises(Refused) as caught:
            gate.open("n", reason="Test", on_progress=shown.append)
        assert type(caught.value) is Refused and caught.value.code == "org.biometricgate.Gate.TooLoud"
        assert caught.value.fallbacks == (Factor.PIN,) and caught.value.retry_after is None
        assert [(each.event, each.message) for each in shown] == [("humming", "Hm.")]
