"""Every method, parameter, type, value and error of the contract is in both clients, or omitted for a stated reason."""

from __future__ import annotations

import re
import shutil
import subprocess
from dataclasses import fields, is_dataclass
from datetime import datetime
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import biometricgate
import pytest
from biometricgate import (
    Access,
    Algorithm,
    Enrollment,
    Factor,
    Finger,
    Interaction,
    Onboarding,
    PlannedChange,
    Refused,
    SSHDestination,
    Usage,
    Verb,
    blocking,
)
from biometricgate import types as gate_types
from biometricgate import values as gate_values
from biometricgate._reading import wire_name
from biometricgate.sandbox import Sandbox
from conftest import PACKAGES, ScriptedDaemon, frame
from contract import Array, Contract, Enumeration, Members, Optional, Type

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
SCAN: dict[str, Any] = dict(reader_id="r", timeout=3, wait=5, on_progress=lambda _: None, reason="Test")
PROMPTED = SCAN | dict(
    attempts=2, interaction=Interaction.PROMPT, on_behalf_of=gate_types.RunningProcess(process_id=7, start_time=9),
    parent_window="x11:1f", activation_token="t",
)
ALL = PROMPTED | dict(max_age=4, pin="274916")
MAKING = ALL | dict(label="l", access=Access(factors=(Factor.PIN,), enrollment=Enrollment.ANY, max_age=5), replace=True)


def everything(gate: blocking.Gate) -> list[Any]:
    """Each method of the client for Python with every parameter."""
    enrolling = {name: value for name, value in SCAN.items() if name != "reason"}
    return [
        lambda: gate.readers(),
        lambda: next(gate.watch_readers()),
        lambda: gate.clear_reader("r"),
        lambda: gate.availability(uid=7),
        lambda: next(gate.watch_availability(uid=7)),
        lambda: gate.authenticate(**ALL, verb=Verb.PAY, factors=[Factor.PIN], uid=7),
        lambda: gate.last_authentication(),
        lambda: gate.forget_authentication(),
        lambda: next(gate.watch_requests(prompts=True, remote=True, several=True)),
        lambda: gate.answer_request("7", pin="1"),
        lambda: gate.cancel_request("7"),
        lambda: gate.hold_request("7"),
        lambda: gate.prints(uid=7),
        lambda: gate.enroll(Finger.LEFT_THUMB, **enrolling, label="l", pin="1", uid=7),
        lambda: gate.delete_print("3", pin="1", uid=7),
        lambda: gate.vouch_prints(["3"], pin="1", uid=7),
        lambda: gate.rename_print("3", label="l", uid=7),
        lambda: gate.delete_all_prints(pin="1", uid=7),
        lambda: gate.settings(app="a", uid=7),
        lambda: next(gate.watch_settings(uid=7)),
        lambda: gate.onboardings(uid=7),
        lambda: gate.limits(),
        lambda: gate.last_login(uid=7),
        lambda: gate.enable_fingerprint(**PROMPTED),
        lambda: gate.disable_fingerprint(),
        lambda: gate.answer_onboarding(Onboarding.SKIPPED, app="a"),
        lambda: gate.set_pin(b'1"\n', password="päss"),
        lambda: gate.remove_pin(pin="1"),
        lambda: gate.preview_change(PlannedChange.RESET),
        lambda: gate.revoke_all(),
        lambda: gate.reset(pin="1", uid=7),
        lambda: gate.items(uid=7),
        lambda: next(gate.watch_items(uid=7)),
        lambda: gate.item("n", uid=7),
        lambda: gate.store("n", b"\1\2", **MAKING),
        lambda: gate.open_all(["n", "m"], **ALL, uid=7),
        lambda: gate.update("n", b"\1\2", **ALL),
        lambda: gate.open("n", **ALL, uid=7),
        lambda: gate.create_key("n", Algorithm.P256, usage=Usage.SSH, **MAKING),
        lambda: gate.import_key("n", b"\1\2", **MAKING),
        lambda: gate.sign("n", b"challenge", **ALL),
        lambda: gate.sign_ssh(
            "n", b"data", bindings=[b"b"], host_names=["h"], signed_object=b"o", **{k: v for k, v in ALL.items() if k != "reason"}
        ),
        lambda: gate.set_destinations("n", [SSHDestination(name="h", key=b"k", authority=True, user="u")], pin="1"),
        lambda: gate.renew("n", **ALL),
        lambda: gate.delete_item("n"),
    ]


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
            assert call["parameters"]["secret"] == "AQI="
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
        assert set(value) <= set(named), where
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
    return Path(shutil.copy(Path(__file__).parent / "probe.mjs", PACKAGES))


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


def plain(text: str) -> str:
    """TypeScript without comments and white space."""
    text = re.sub(r"\s+", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))
    return re.sub(r"(?<=[<:(])\|", "", text).replace(";}", "}").replace(",>", ">")


def typescript(kind: Type) -> str:
    if isinstance(kind, Optional):
        return typescript(kind.of) + "|null"
    if isinstance(kind, Array):
        return typescript(kind.of) + "[]"
    if isinstance(kind, Enumeration):
        values = "|".join(f'"{value}"' for value in kind.values)
        return f"Open<{values}>"
    return {"int": "number", "bool": "boolean"}.get(kind, kind)


def test_node_has_every_type_and_error(contract: Contract) -> None:
    text = plain((PACKAGES / "node_modules/biometricgate/index.d.ts").read_text())
    for name, kind in contract.types.items():
        if f"type {name}" in LEFT_OUT:
            continue
        if isinstance(kind, Enumeration):
            assert f"exporttype{name}={typescript(kind)};" in text, name
        else:
            said = ";".join(f"{each}{'?' * isinstance(of, Optional)}:{typescript(of)}" for each, of in kind.items())
            assert f"exportinterface{name}{{{said}}}" in text, name
    for name, members in contract.errors.items():
        # The others are in every error.
        own = {each: of for each, of in members.items() if each not in ("fallbacks", "guidance", "retryAfterMilliseconds")}
        said = ";".join(f"{each}:{typescript(of).removesuffix('|null')}" for each, of in own.items())
        assert f"exportclass{name}extendsRefused{f'<{{{said}}}>' if own else ''}{{}}" in text, name


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
