"""The prompt in each of its states: in each language, and in each look that a desktop can want."""

import os

import dress
import measures
from picture import Picture
from stage import Call, check, role_of
from windowmanager import WindowManager
from words import PIN, WRONG


def turned(stage):
    """A page down leaves a line of the heading in sight, so that no line is cut on both pages."""
    pane = measures.box_of(stage.shown("scroll pane"))
    for key in (0xFF55, 0xFF55, 0xFF55, 0xFF56):
        above = measures.box_of(stage.shown("heading")).y
        stage.press(key)
        stage.pause(0.6)
        measures.still(stage)
    down = above - measures.box_of(stage.shown("heading")).y
    check(0 < down <= pane.height - 48, f"a page of {pane.height} px is turned by {down}")


def every_state(stage):
    """In each state no text covers another or is cut at a side, and each that is not a page away has at least 4.5:1."""
    dress.put_on(stage)
    tag = os.environ["LANGUAGE_TAG"]
    seen = {}

    def buttons():
        return [node.get_name() for node in stage.nodes() if role_of(node) == "button"]

    def texts():
        return tuple(node.get_name() for node in stage.nodes() if role_of(node) in measures.TEXTS)

    def is_seen(state, least):
        with stage.no_time_passes():
            measures.still(stage)
            # An empty field has no text, and the button below it takes no press and is dimmed.
            is_typed = buttons() and stage.find("password text", "")
            if is_typed:
                stage.type("1")
                stage.pause(0.3)
            if dress.is_large() and state == "missed":
                turned(stage)
            dress.look_at(stage, f"state-{state}-{tag}", least)
            # Drawing is the same in every look.
            if tag == "en" and os.environ.get("ADW_DEBUG_HIGH_CONTRAST") == "0":
                drawn = Picture().data
                WindowManager(stage).soil()
                stage.until(lambda: Picture().data == drawn, "the same picture where all of it is drawn again")
            seen[state] = texts()
            if is_typed:
                stage.press(0xFF08)
                stage.until(lambda: stage.typed() == "", "an empty field")

    def asks(reason, seconds):
        return Call("Authenticate", reason=reason, timeoutSeconds=seconds, interaction="prompt", locale=tag)

    # Near the end of its time from the beginning.
    call = asks("Sign in", 20)
    prompt = stage.start_prompt(locale=tag, shows_all=False)
    stage.until(lambda: len(buttons()) == 4, "a button for more time")
    more_time, racing = buttons()[0], stage.field().get_name()
    stage.aim()
    stage.keys_count()
    if dress.is_large():
        stage.until(lambda: measures.box_of(stage.find("label", more_time)).height > 28, "large letters")
    is_seen("waiting", 8)
    stage.escape()
    check("error" in stage.until(call.outcome, "an outcome"), "it was not cancelled")
    call = asks("Sign in", 120)
    stage.until(lambda: len(buttons()) == 3 and more_time not in buttons(), "the next request")
    stage.aim()
    stage.keys_count()
    stage.touch("stranger")
    stage.shown("alert", "")
    is_seen("missed", 6)
    other = asks("Pay", 120)
    stage.until(lambda: texts() != seen["missed"], "another request")
    is_seen("queue", 7)
    stage.touch("stranger", "--times", "2")
    stage.until(lambda: stage.field().get_name() != racing, "a field without a finger")
    is_seen("spent", 6)
    stage.type(WRONG)
    stage.enter()
    stage.shown("alert", "")
    is_seen("wrong", 6)
    stage.type(PIN)
    with stage.timers.held():
        stage.enter()
        stage.until(lambda: not buttons(), "a confirmation")
        is_seen("done", 3)
    check("authentication" in stage.until(call.outcome, "an outcome")["parameters"], "no authentication")
    stage.until(lambda: len(buttons()) >= 3, "the other request")
    with stage.timers.held():
        stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "lock"), 0)
        try:
            stage.until(lambda: len(buttons()) == 1, "an end")
            is_seen("ended", 3)
        finally:
            stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "unlock"), 0)
    check("error" in stage.until(other.outcome, "an outcome"), "it was not ended")
    stage.ends(prompt, 0)
    several(stage, tag, is_seen)
    locked_out(stage, tag, is_seen)
    enrolling(stage, tag, is_seen)
    unplugged(stage, tag, is_seen)
    check(len(set(seen.values())) == len(seen), f"two states are the same: {seen}")


# Names and labels of one request's items.
ITEMS = {
    "github": None, "org.example.accounting/production-database-password": None,
    "bank": "은행 계좌 이체용 인증 토큰과 아주 긴 이름을 가진 항목",
    "mail": "The password of the mail account that everybody in the office shares, kept since 1998",
}


def several(stage, tag, is_seen):
    """A call for four items: each is named in the window, in its notification's words, and at a terminal that watches."""
    for name, label in ITEMS.items():
        if name != "github":
            storing = Call("StoreSecret", name=name, secret="czNjcmV0", replace=True, credential={"pin": PIN},
                           access={"factors": ["fingerprint", "pin"]}, **({"label": label} if label else {}))
            check("item" in stage.until(storing.outcome, "an outcome")["parameters"], f"{name} was not stored")
    lines = os.path.join(os.environ["HOME"], "watched")
    with open(lines, "wb") as file:
        watch = stage.program(os.environ["BIOGATE"], "watch", "--locale", tag, stdout=file)
    call = Call("RetrieveSecrets", names=list(ITEMS), reason="Deploy", timeoutSeconds=120, interaction="prompt", locale=tag)
    prompt = stage.start_prompt(locale=tag, shows_all=False)
    shown = [label or name for name, label in ITEMS.items()]
    stage.until(lambda: all(any(name in node.get_name() for node in stage.nodes()) for name in shown), "every item")
    stage.aim()
    stage.keys_count()
    items = next(node.get_name() for node in stage.nodes() if shown[0] in node.get_name())
    check(items.count("• ") == len(ITEMS), f"the items have no bullets: {items!r}")
    is_seen("several", 6)
    stage.escape()
    check("error" in stage.until(call.outcome, "an outcome"), "it was not cancelled")
    stage.gone()
    stage.ends(prompt, 0)
    with open(lines, encoding="utf-8") as file:
        stage.until(lambda: file.seek(0) == 0 and (said := file.read()) and all(name in said for name in shown), "every item told")
    watch.terminate()
    for name in ITEMS:
        if name != "github":
            stage.until(Call("DeleteItem", name=name).outcome, "an outcome")


def locked_out(stage, tag, is_seen):
    """A call that only the finger opens, whose misses end it with a pause."""
    for _ in range(2):
        call = Call(
            "Authenticate", reason="Sign in", factors=["fingerprint"], timeoutSeconds=120, interaction="prompt", locale=tag)
        prompt = stage.start_prompt(locale=tag, shows_all=False)
        stage.shown("button", "")
        with stage.timers.held():
            stage.touch("stranger", "--times", "3")
            outcome = stage.until(call.outcome, "an outcome")
            is_locked = outcome["error"].endswith(".Lockout")
            if is_locked:
                is_seen("locked", 4)
        stage.gone()
        stage.ends(prompt, 0)
        if is_locked:
            break
    check(is_locked, f"the outcome is {outcome}")
    # A match clears the misses.
    caller = stage.get()
    stage.touch("right-index")
    stage.ends(caller, 0)


def enrolling(stage, tag, is_seen):
    """An enrolment in a terminal, after a touch that was not clear; it ends without a print."""
    call = Call("Enroll", finger="leftIndex", credential={"pin": PIN}, timeoutSeconds=120, locale=tag)
    prompt = stage.start_prompt(locale=tag)
    stage.shown("button", "")
    before = [node.get_name() for node in stage.nodes()]
    stage.touch("poor")
    stage.until(lambda: [node.get_name() for node in stage.nodes()] != before, "a problem")
    is_seen("enrolling", 4)
    stage.escape()
    check("error" in stage.until(call.outcome, "an outcome"), "it was not cancelled")
    stage.gone()
    stage.ends(prompt, 0)


def unplugged(stage, tag, is_seen):
    """The reader is pulled out of a call that also the PIN opens."""
    call = Call("Authenticate", reason="Sign in", timeoutSeconds=120, interaction="prompt", locale=tag)
    prompt = stage.start_prompt(locale=tag, shows_all=False)
    racing = stage.field().get_name()
    stage.aim()
    stage.keys_count()
    pulling = stage.program(os.environ["BIOGATE"], "sandbox", "unplug")
    stage.until(lambda: stage.field().get_name() != racing, "a field without a finger")
    is_seen("unplugged", 6)
    stage.escape()
    check("error" in stage.until(call.outcome, "an outcome"), "it was not cancelled")
    stage.ends(pulling, 0)
    stage.gone()
    stage.ends(prompt, 0)
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "plug"), 0)
