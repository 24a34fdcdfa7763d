"""Arguments that cannot be sent are refused before anything is sent, and a closed Gate reports that it is closed."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from typing import Any

import biometricgate
import pytest
from biometricgate import Access, Factor, Gate, blocking
from conftest import EITHER, PACKAGES, ScriptedDaemon, frame, run

#: Lone surrogates, bytes that are no UTF-8, wrong types and sizes.
PYTHON: list[Callable[[Any], Any]] = [
    lambda gate: gate.store("n", b"", access=EITHER),
    lambda gate: gate.store("n", bytes(65_537), access=EITHER),
    lambda gate: gate.store("n", "text", access=EITHER),
    lambda gate: gate.store("n", 5, access=EITHER),
    lambda gate: gate.store("n", object()),
    lambda gate: gate.store("n", None),
    lambda gate: gate.store("\ud800", b"x", access=EITHER),
    lambda gate: gate.store("n" * 300_000, b"x", access=EITHER),
    lambda gate: gate.sign("n", b"", reason="Test"),
    lambda gate: gate.sign("n", "text", reason="Test"),
    lambda gate: gate.open("n", reason="\udfff"),
    lambda gate: gate.open("n", reason="Test", timeout=float("nan")),
    lambda gate: gate.open("n", reason="Test", max_age=float("inf")),
    lambda gate: gate.open("n", reason="Test", uid=float("nan")),
    lambda gate: gate.open("n", reason="Test", pin=274916),
    lambda gate: gate.open("n", reason="Test", pin=b"\xff"),
    lambda gate: gate.open("n", reason="Test", pin="\ud800"),
    lambda gate: gate.open("n", reason="Test", pin="1" * 513),
    lambda gate: gate.open("n", reason="Test", password="1" * 4097),
    lambda gate: gate.open("n", reason="Test", password=bytearray(b"\xc0\x80")),
    lambda gate: gate.set_pin(274916),
    lambda gate: gate.set_pin("\ud800"),
    lambda gate: gate.settings(app=object()),
]
NODE = [
    'gate.store("n", "", { access })',
    'gate.store("n", new Uint8Array(65537), { access })',
    'gate.store("n", 5, { access })',
    'gate.store("n", {})',
    'gate.store("n")',
    'gate.store("n", "\\ud800", { access })',
    'gate.store("\\ud800", "x", { access })',
    'gate.store("n".repeat(300000), "x", { access })',
    'gate.sign("n", "", { reason: "Test" })',
    'gate.sign("n", {}, { reason: "Test" })',
    'gate.open("n", { reason: "\\udfff" })',
    'gate.open("n", { reason: "Test", timeout: NaN })',
    'gate.open("n", { reason: "Test", maxAge: Infinity })',
    'gate.open("n", { reason: "Test", uid: NaN })',
    'gate.open("n", { reason: "Test", uid: 1n })',
    'gate.open("n", { reason: "Test", pin: 274916 })',
    'gate.open("n", { reason: "Test", pin: new Uint8Array([255]) })',
    'gate.open("n", { reason: "Test", pin: "\\ud800" })',
    'gate.open("n", { reason: "Test", pin: "1".repeat(513) })',
    'gate.open("n", { reason: "Test", password: "1".repeat(4097) })',
    "gate.setPIN(274916)",
    'gate.setPIN("\\ud800")',
    "gate.setPIN()",
]
PROGRAM = """
import { Gate } from "biometricgate";
const gate = new Gate({ socket: process.argv[1] }), access = { factors: ["pin"] };
try { await eval(process.argv[2]); console.log("sent"); } catch (error) { console.log(error.name); }
"""


@pytest.mark.parametrize("call", PYTHON)
def test_python_refuses_what_cannot_be_sent(scripted: ScriptedDaemon, call: Callable[[Any], Any]) -> None:
    with blocking.Gate(scripted.path) as gate, pytest.raises((ValueError, TypeError)):
        call(gate)

    async def test(gate: Gate) -> None:
        with pytest.raises((ValueError, TypeError)):
            await call(gate)

    run(test, socket=scripted.path)
    assert scripted.calls == []


@pytest.mark.parametrize("call", NODE)
def test_node_refuses_what_cannot_be_sent(scripted: ScriptedDaemon, call: str) -> None:
    program = ["node", "--input-type=module", "--eval", PROGRAM, scripted.path, call]
    said = subprocess.run(program, cwd=PACKAGES, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert said in ("TypeError\n", "RangeError\n") and scripted.calls == []


def test_a_pin_of_the_wrong_type_is_overwritten_and_never_named(scripted: ScriptedDaemon) -> None:
    given = bytearray(b"\xff274916")
    with blocking.Gate(scripted.path) as gate, pytest.raises(ValueError) as caught:
        gate.authenticate(reason="Test", pin=given)
    assert not any(given) and "274916" not in repr(caught.value)


# ---- A closed Gate ----


def test_a_closed_gate_says_so(scripted: ScriptedDaemon) -> None:
    scripted.answers = lambda _: [frame()]
    with blocking.Gate(scripted.path) as gate:
        gate.forget_authentication()
    for call in (gate.forget_authentication, lambda: next(gate.watch_readers())):
        with pytest.raises(biometricgate.Closed, match="this Gate was closed"):
            call()

    async def test(gate: Gate) -> None:
        await gate.close()
        with pytest.raises(biometricgate.Closed):
            await gate.forget_authentication()
        with pytest.raises(biometricgate.Closed):
            await anext(gate.watch_readers())

    run(test, socket=scripted.path)
    program = """
        import { Gate } from "biometricgate";
        const gate = new Gate({ socket: process.argv[1] });
        await gate.forgetAuthentication();
        gate.close();
        for (const call of [() => gate.forgetAuthentication(), () => gate.watchReaders().next()]) {
          await call().then(() => console.log("answered"), ({ name, message }) => console.log(name, message));
        }
    """
    node = ["node", "--input-type=module", "--eval", program, scripted.path]
    said = subprocess.run(node, cwd=PACKAGES, stdout=subprocess.PIPE, text=True, check=True).stdout
    assert said == 2 * "Closed this Gate was closed\n"
    assert len(scripted.calls) == 2


# ---- What opens an item where nothing else is said ----

SETTINGS = {
    "fingerprintEnabled": True,
    "method": "fingerprint",
    "onboarding": "pending",
    "pinSet": False,
    "passwordAvailable": False,
    "enrolledPrints": 1,
    "items": 0,
}
MAKING = """
import { Gate } from "biometricgate";
const gate = new Gate({ socket: process.argv[1] });
for (const access of [undefined, { maxAgeSeconds: 60 }, { factors: ["pin"] }]) {
  await gate.store("n", "x", { access }).catch(() => {});
  await gate.createKey("n", "p256", { access }).catch(() => {});
}
"""


@pytest.mark.parametrize(
    "pin_set, password_available, typed",
    [(True, True, "pin"), (True, False, "pin"), (False, True, "password"), (False, False, "pin")],
)
def test_a_finger_or_what_the_user_can_type_opens_an_item(
    scripted: ScriptedDaemon, pin_set: bool, password_available: bool, typed: str
) -> None:
    settings = SETTINGS | {"pinSet": pin_set, "passwordAvailable": password_available}

    def answers(call: dict[str, Any]) -> list[bytes]:
        is_settings = call["method"].endswith(".GetSettings")
        return [frame({"settings": settings}) if is_settings else frame(error="StorageFailed")]

    scripted.answers = answers

    def accesses() -> list[dict[str, Any]]:
        made = [call["parameters"]["access"] for call in scripted.calls if "access" in call["parameters"]]
        scripted.calls.clear()
        return made

    either = ["fingerprint", typed]
    with blocking.Gate(scripted.path) as gate:
        for access in (None, Access(max_age=60), Access(factors=(Factor.PIN,))):
            for make in (
                lambda: gate.store("n", b"x", access=access),
                lambda: gate.create_key("n", biometricgate.Algorithm.P256, access=access),
            ):
                with pytest.raises(biometricgate.StorageFailed):
                    make()
    current: dict[str, Any] = {"enrollment": "current", "maxAgeSeconds": 0}
    made = [current | {"factors": either}, current | {"factors": either, "maxAgeSeconds": 60}, current | {"factors": ["pin"]}]
    assert accesses() == [access for access in made for _ in range(2)]
    subprocess.run(["node", "--input-type=module", "--eval", MAKING, scripted.path], cwd=PACKAGES, check=True)
    made = [{"factors": either}, {"factors": either, "maxAgeSeconds": 60}, {"factors": ["pin"]}]
    assert accesses() == [access for access in made for _ in range(2)]
