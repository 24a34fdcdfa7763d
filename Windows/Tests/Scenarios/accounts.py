"""A sign-in with a passkey when the user has several accounts at the site."""

import base64
import os

import dress
import measures
from stage import Atspi, Call, check, role_of
from words import PIN

SITE, HASH = "bank.example", base64.b64encode(b"\7" * 32).decode()
# The heading of the list, and the beginning of the heading of the window.
CHOOSE = {"en": "Choose an account", "ko": "계정을 선택해 주세요", "nb": "Velg en konto"}
DOWN, UP, TAB = 0xFF54, 0xFF52, 0xFF09
# Controls, a new order of what follows, and marks that paint over other lines.
HOSTILE = "kari\r\nVerified\u202e\u2066\u0336\u0336\u0336\u0336\u0336 " + "w" * 400


def done(stage, call):
    stage.until(lambda: call.outcome(), "an answer")
    check("error" not in call.outcome(), call.outcome())
    return call.outcome()["parameters"]


def make(stage, number, name, owner=None):
    """A passkey; its id."""
    names = {key: value for key, value in (("userName", name), ("userDisplayName", owner)) if value}
    return done(stage, Call(
        "Passkeys.MakeCredential", rpId=SITE, userId=base64.b64encode(bytes([number])).decode(), algorithm="ed25519",
        clientDataHash=HASH, discoverable=True, credential={"pin": PIN}, **names))["credentialId"]


def accounts(stage):
    """The accounts are radio buttons, one is chosen and has the focus; arrows choose another, which the heading names, a
    screen reader says, and a finger or the PIN signs in to. A site's names stay in their lines, however long."""
    dress.put_on(stage)
    tag = os.environ.get("LANGUAGE_TAG", "en")
    ids = {name: make(stage, number, name, owner) for number, (name, owner) in enumerate(
        [(HOSTILE, "Kari " * 80), ("kari@example.org", "Kari Nordmann"), ("ola", None)])}
    prompt = stage.start_prompt("--stay", locale=tag)

    def asks():
        return Call("Passkeys.GetAssertion", rpId=SITE, clientDataHash=HASH, interaction="prompt", locale=tag)

    def choices():
        return [node for node in stage.nodes() if role_of(node) == "radio button"]

    def chosen():
        return [node.get_name() for node in choices() if node.get_state_set().contains(Atspi.StateType.CHECKED)]

    call = asks()
    stage.shown("heading", "ola")
    stage.shown("label", CHOOSE[tag])
    stage.until(lambda: len(choices()) == 3, "three accounts")
    check(chosen() == ["ola"], f"{chosen()} is chosen")
    check(choices()[1].get_name() == "kari@example.org, Kari Nordmann", f"{choices()[1].get_name()!r}")
    hostile = choices()[2].get_name()
    check(all(sign >= " " and sign not in "\u202e\u2066" for sign in hostile) and len(hostile) < 200, f"{hostile!r}")
    stage.aim()
    stage.keys_count()
    stage.until(lambda: stage.focused() == "ola", "the focus on the chosen account")
    dress.look_at(stage, f"accounts-{tag}")
    before = len(stage.events)
    stage.press(DOWN)
    stage.shown("heading", "kari@example.org")
    stage.until(lambda: chosen() == ["kari@example.org, Kari Nordmann"], "another account")
    stage.announced("kari@example.org", before)
    finger = stage.touch("right-index")
    check(done(stage, call)["credentialId"] == ids["kari@example.org"], "the finger signs in to another account")
    stage.ends(finger, 0)
    stage.gone()
    # With the mouse, or where the last account is out of sight with the keys, and the PIN; the choice was for that sign-in alone.
    call = asks()
    stage.until(lambda: chosen() == ["ola"], "the first account")
    stage.aim()
    stage.keys_count()
    if dress.is_large():
        for key in (UP, UP, DOWN, DOWN):
            stage.press(key)
    else:
        measures.click(stage, "radio button", hostile)
    stage.until(lambda: chosen() == [hostile], "the last account")
    # Where the name is too long for the heading, the site is whole below.
    stage.shown("label", SITE)
    dress.look_at(stage, f"accounts-hostile-{tag}")
    stage.press(TAB)
    stage.until(lambda: stage.focused() == stage.field().get_name(), "the focus in the field")
    stage.type(PIN)
    stage.enter()
    check(done(stage, call)["credentialId"] == ids[HOSTILE], "the PIN signs in to another account")
    stage.gone()
    stage.stop_prompt()
    for name in ids.values():
        done(stage, Call("Passkeys.DeletePasskey", credentialId=name))
