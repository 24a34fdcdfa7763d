"""Scenarios of the settings window: its changes."""

import os

import measures
from between import CLOSE, SILENCE, Between
from settingsstage import add_finger, availability, kept, kept_prints
from stage import Atspi, Call, check, role_of
from windowmanager import WindowManager
from words import PASSWORD, PIN, WRONG


def off_and_on(stage):
    """Turning off is confirmed with its cost, Cancel changes nothing, and the switch moves with the state on disk;
    turning on asks for the finger, and a stranger's leaves it off."""
    stage.start()
    stage.aim()
    stage.until(lambda: stage.focused() == "Unlock with fingerprint", "the focus on the switch")
    stage.enter()
    stage.asked("Turn off unlocking with fingerprint?")
    check("• github" in stage.texts(), f"it names {stage.texts()}")
    stage.every_name()
    stage.save("settings-off")
    stage.until(lambda: stage.focused() == "Cancel", "the focus on Cancel")
    stage.announced("github")
    # Enter and Escape change nothing.
    stage.aim_front()
    stage.enter()
    stage.answered()
    check(stage.is_on() and kept()["settings"]["fingerprintEnabled"], "it is off")
    WindowManager(stage).give_keys()
    stage.until(lambda: stage.focused() == "Unlock with fingerprint", "the focus on the switch again")
    stage.aim()
    stage.enter()
    stage.asked("Turn off")
    stage.until(lambda: stage.focused() == "Cancel", "the focus on Cancel")
    stage.aim_front()
    stage.press(0xFF09)
    stage.until(lambda: stage.focused() == "Turn off", "the focus on the other button")
    stage.press(0x20)
    stage.done("Fingerprint is off.")
    check(not kept()["settings"]["fingerprintEnabled"], "it is on")
    check(not stage.is_on(), "the switch is on")
    stage.save("settings-toast")
    stage.appears("alert", "Fingerprint is turned off")
    # On, with an unknown finger.
    stage.named("check box").do_action(0)
    stage.asked("Turn on")
    check(any("never leave this computer" in text for text in stage.texts()), f"it says {stage.texts()}")
    stage.save("settings-on")
    stage.button("Continue")
    stage.asked("Unlock with fingerprint")
    stage.touch("stranger", "--times", "3")
    stage.asked("No match")
    stage.button("Close")
    stage.answered()
    check(not stage.is_on() and not kept()["settings"]["fingerprintEnabled"], "it is on")
    # With the finger.
    stage.named("check box").do_action(0)
    stage.button("Continue")
    stage.asked("Unlock with fingerprint")
    stage.touch("right-index")
    stage.done("Fingerprint is on.")
    check(kept()["settings"]["fingerprintEnabled"], "it is off")
    check(stage.is_on(), "the switch is off")
    # No finger opens the one item before it is renewed.
    stage.appears("heading", "Stored items need to be renewed")
    stage.appears("button", "Renew all")
    stage.appears("button", "Renew github")
    stage.stop_prompt()


def fingers(stage):
    """A finger is chosen on a drawn hand and renamed; its cost is named, a wrong PIN is reported at its field and cannot
    be read, a bad touch is reported; what it costs is renewed at once with the same PIN; it is in the list, and can be
    removed."""
    stage.start()
    stage.button("Add a finger")
    stage.asked("Which finger?")
    stage.every_name()
    stage.until(lambda: stage.focused() == "Left index finger", "the focus on the first finger that is free")
    taken = stage.appears("radio button", "Right index finger (added)")
    check(not taken.get_state_set().contains(Atspi.StateType.SENSITIVE), "a finger that is there can be chosen")
    stage.save("settings-hands")
    # By the mouse, after the pause in which no press counts.
    stage.timers.clock.hold()
    stage.timers.clock.advance(0.6)
    for finger in ("Left ring finger", "Right thumb", "Left index finger"):
        measures.click(stage, "radio button", finger)
        stage.until(lambda name=finger: stage.named("radio button", name).get_state_set().contains(
            Atspi.StateType.CHECKED), f"{finger} chosen")
        stage.appears("label", finger)
    # The arrow keys choose.
    stage.aim_front()
    stage.press(0xFF53)
    stage.until(lambda: stage.focused() == "Left thumb", "the focus on another finger")
    stage.press(0x20)
    stage.until(lambda: stage.named("radio button", "Left thumb").get_state_set().contains(
        Atspi.StateType.CHECKED), "a choice")
    stage.write("Name for this finger", "Work")
    stage.button("Continue")
    stage.asked("Add left thumb")
    check("• github" in stage.texts(), f"it names {stage.texts()}")
    stage.button("Continue")
    stage.appears("password text", "Type your PIN")
    stage.save("settings-credential")
    stage.give(WRONG)
    stage.until(lambda: any("did not match" in node.get_name() for node in stage.alerts()), "an alert")
    stage.announced("That PIN did not match.")
    check(stage.focused() == "Type your PIN", f"the focus is on {stage.focused()!r}")
    stage.every_name()
    stage.save("settings-wrong")
    stage.give(PIN)
    stage.until(lambda: any("touches" in text for text in stage.texts()), "touches")
    stage.touch("poor")
    stage.until(lambda: any("not clear" in node.get_name() for node in stage.alerts()), "what was wrong")
    stage.save("settings-touch")
    stage.touch("left-thumb", "--all")
    # The PIN was just typed, and both fingers open the item again.
    stage.asked("Renew github")
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    check(not stage.named("password text"), "the PIN is asked for again")
    stage.save("settings-renew")
    stage.touch("left-thumb")
    stage.done("Added: left thumb.")
    WindowManager(stage).give_keys()
    stage.announced("Added: left thumb. A finger opens it again: github.")
    check("fingerprint" in kept("list")["items"][0]["openableBy"], "no finger opens it")
    stage.appears("heading", "Fingerprint works")
    stage.appears("list item", "Work")
    prints = kept_prints()
    check([each.get("label") for each in prints] == [None, "Work"], f"there are {prints}")
    # It is renamed.
    stage.button("Rename Work")
    stage.asked("Name for left thumb")
    stage.every_name()
    stage.write("Name for this finger", "Home ")
    stage.button("Save")
    stage.done("Now called Home Work.")
    stage.appears("list item", "Home Work")
    check(kept_prints()[1]["label"] == "Home Work", "it is called otherwise")
    # It is removed, and the password works as well.
    stage.button("Remove Home Work")
    stage.asked("Remove Home Work?")
    stage.button("Cancel")
    stage.answered()
    stage.button("Remove Home Work")
    stage.button("Remove")
    stage.button("Use password")
    stage.appears("password text", "Type your password")
    stage.give(PASSWORD)
    # The password does not open the item: it is renewed later, with the PIN.
    stage.done("Removed: Home Work.")
    stage.until(lambda: not stage.named("list item", "Home Work"), "one finger")
    check(len(kept_prints()) == 1, "the finger is still there")
    for secret in (PIN, WRONG, PASSWORD):
        stage.nothing_of(secret)
    stage.stop_prompt()


def pin_change(stage):
    """The PIN is changed with the old one; problems of the new one are shown at its field."""
    new = "602914"
    stage.start()
    stage.button("Change the PIN")
    stage.appears("password text", "Current PIN")
    stage.give(WRONG)
    stage.appears("password text", "New PIN")
    stage.every_name()
    for first, second, fault in (("654321", "654321", "Choose another PIN."), (new, PIN, "The PINs don’t match.")):
        stage.give(first, second, go_on="Change the PIN")
        stage.until(lambda: any(fault in node.get_name() for node in stage.alerts()), "an alert")
        stage.announced(fault)
        stage.until(lambda: all(stage.length(field) == 0 for field in stage.fields()), "empty fields")
    # An outdated text is not read when the focus arrives there.
    check("Choose" not in stage.appears("password text", "New PIN").get_description(), "the first fault is still told")
    stage.save("settings-pin")
    stage.give(new, new, go_on="Change the PIN")
    # The old one was wrong: the new one is not asked for again.
    stage.until(lambda: any("did not match" in node.get_name() for node in stage.alerts()), "an alert")
    stage.give(PIN)
    stage.done("The PIN is set.")
    for secret, isRight in ((PIN, False), (new, True)):
        outcome = Call("Authenticate", reason="Look", factors=["pin"], credential={"pin": secret})
        answer = stage.until(outcome.outcome, "an outcome")
        check(("error" in answer) != isRight, f"the answer is {answer}")
        stage.nothing_of(secret)
    stage.stop_prompt()


def pin_by_password(stage):
    """A user who uses the password instead of the old PIN first learns what only the old one opens, and Cancel keeps
    it."""
    new = "602914"
    storing = Call("StoreSecret", name="note", secret="eA==", access={"factors": ["pin"]}, credential={"pin": PIN})
    check("item" in stage.until(storing.outcome, "an item")["parameters"], "it is not stored")
    stage.start()
    stage.button("Change the PIN")
    stage.appears("password text", "Current PIN")
    stage.give(WRONG)
    stage.appears("password text", "New PIN")
    stage.give(new, new, go_on="Change the PIN")
    stage.until(lambda: any("did not match" in node.get_name() for node in stage.alerts()), "an alert")
    stage.button("Use password")
    stage.appears("password text", "Type your password")
    stage.give(PASSWORD)
    stage.until(lambda: "• note" in stage.texts(), "the name of what is lost")
    stage.button("Cancel")
    stage.answered()
    asking = Call("GetItem", name="note")
    item = stage.until(asking.outcome, "the item")["parameters"]["item"]
    check(item["state"] == "valid" and item["openableBy"] == ["pin"], f"the item is {item}")
    stage.stop_prompt()


def items(stage):
    """An item that waits for renewal is renewed with the PIN and a touch; a removed one is gone, and ending all access
    names what it destroys."""
    add_finger()
    storing = Call(
        "StoreSecret", name="mail", secret="czNjcmV0", access={"factors": ["pin"]}, credential={"pin": PIN})
    stage.until(storing.outcome, "an outcome")
    stage.start()
    stage.appears("list item", "mail")
    stage.button("Renew github")
    stage.asked("Renew github")
    stage.give(PIN)
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.touch("right-index")
    stage.done("A finger opens it again: github.")
    stage.until(lambda: not stage.named("button", "Renew github"), "nothing to renew")
    check("fingerprint" in kept("list")["items"][0]["openableBy"], "no finger opens it")
    # Removal: Escape first.
    stage.button("Remove mail")
    stage.asked("Remove mail?")
    stage.aim_front()
    stage.escape()
    stage.answered()
    check(len(kept("list")["items"]) == 2, "it is gone")
    stage.button("Remove mail")
    stage.button("Remove")
    stage.done("Removed: mail.")
    stage.until(lambda: not stage.named("list item", "mail"), "one item")
    check([each["name"] for each in kept("list")["items"]] == ["github"], "another one is gone")
    stage.button("End all access")
    stage.asked("End all access?")
    check("• github" in stage.texts(), f"it names {stage.texts()}")
    stage.save("settings-revoke")
    stage.aim_front()
    stage.until(lambda: stage.focused() == "Cancel", "the focus on Cancel")
    stage.enter()
    stage.answered()
    stage.button("End all access")
    stage.asked("End all access?")
    stage.button("End all access")
    stage.done("All access was ended.")
    stage.appears("label", "Nothing opens it any more")
    stage.stop_prompt()


def apps(stage):
    """Another program's answer is shown at once, and each app's sign-in can be turned off and on."""
    stage.start()
    bank = "org.example.Bank"
    answering = Call("AnswerOnboarding", app=bank, answer="accepted")
    stage.until(answering.outcome, "an answer")
    button = stage.appears("button", f"Turn off: {bank}")
    stage.save("settings-apps")
    button.do_action(0)
    stage.appears("button", f"Turn on: {bank}")
    check(answer_of(stage, bank) == "skipped", "it is on")
    stage.appears("button", f"Turn on: {bank}").do_action(0)
    stage.appears("button", f"Turn off: {bank}")
    check(answer_of(stage, bank) == "accepted", "it is off")
    stage.stop_prompt()


def answer_of(stage, app):
    asking = Call("GetSettings", app=app)
    return stage.until(asking.outcome, "the settings")["parameters"]["settings"]["onboarding"]


def reader(stage):
    """An unplugged reader is an alert with the focus, until it is back; the daemon restarts for it."""
    stage.start()
    stage.button("Try it")
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "unplug"), 0)
    stage.asked("Reader not connected")
    stage.button("Close")
    stage.answered()
    stage.appears("alert", "Reader not connected. Plug in the fingerprint reader.")
    # GTK 4.18 reports a focus only in the window that has the keys.
    WindowManager(stage).give_keys()
    stage.until(lambda: "Reader not connected" in (stage.focused() or ""), "the focus on the alert")
    stage.appears("list item", "No fingerprint reader")
    stage.every_name()
    stage.save("settings-unplugged")
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "plug"), 0)
    stage.appears("heading", "Fingerprint works")
    stage.until(lambda: not stage.alerts(), "no alert")
    stage.appears("list item", "Virtual device")
    stage.button("Try it")
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.touch("right-index")
    stage.done("Your fingerprint works.")
    WindowManager(stage).give_keys()
    stage.announced("Your fingerprint works. It is your right index finger.")
    stage.stop_prompt()


def gone_and_back(stage):
    """A missing service is an alert, and the window goes on by itself when the service answers: after a refused connection, one
    that ends in the middle of a call, a refusal, and a call that is never answered."""
    between = Between(os.path.join(os.environ["XDG_RUNTIME_DIR"], "gate"))

    def goes_on():
        stage.appears("heading", "Fingerprint works")
        stage.until(lambda: not stage.alerts(), "no alert")
    stage.prompt = stage.program(os.environ["SETTINGS"], "--locale", "en", "--socket", between.path)
    stage.appears("alert", "The fingerprint service does not answer.")
    check("The fingerprint service" in (stage.focused() or ""), f"the focus is on {stage.focused()!r}")
    stage.save("settings-gone")
    between.listen()
    goes_on()
    between.refuse()
    stage.appears("alert", "The fingerprint service does not answer.")
    between.listen()
    goes_on()
    full = "org.biometricgate.Gate.LimitExceeded"
    for method, fault in (
            ("WatchAvailability", full), ("WatchAvailability", CLOSE), ("GetSettings", full), ("ListItems", CLOSE),
            ("ListPrints", SILENCE)):
        between.met, between.faults = set(), {method: fault}
        between.cut()
        stage.until(stage.alerts, "an alert")
        stage.until(lambda: between.met, f"a call of {method}")
        between.faults = {}
        goes_on()
    stage.stop_prompt()


def set_up(stage):
    """For a new user the steps are pages of one window, counted; each can be skipped and found again."""
    stage.start()
    stage.appears("heading", "No fingerprint added yet")
    stage.until(lambda: stage.focused() == "Set up", "the focus on the first step")
    stage.button("Set up")
    stage.asked("Sign in faster with your fingerprint?")
    stage.appears("label", "Step 1 of 4")
    check(any("never leaves this computer" in text for text in stage.texts()), f"it says {stage.texts()}")
    stage.save("settings-setup")
    stage.button("Not now")
    stage.answered()
    stage.button("Set up: Set up fingerprint")
    stage.button("Continue")
    stage.appears("label", "Step 2 of 4")
    stage.appears("password text", "Type your password")
    stage.save("settings-setup-pin")
    stage.give(PASSWORD)
    stage.appears("password text", "New PIN")
    stage.give(PIN, PIN, go_on="Set a PIN")
    stage.appears("label", "Step 3 of 4")
    stage.asked("Which finger?")
    check("The PIN is set." in stage.texts(), f"it says {stage.texts()}")
    check(stage.focused() == "Right index finger", f"the focus is on {stage.focused()!r}")
    stage.save("settings-setup-finger")
    stage.button("Continue")
    # The PIN was just set, so it is not asked for again.
    stage.until(lambda: any("touches" in text for text in stage.texts()), "touches")
    stage.save("settings-setup-touch")
    stage.touch("right-index", "--all")
    stage.appears("label", "Step 4 of 4")
    stage.until(lambda: any("ouch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    check("Added: right index finger." in stage.texts(), f"it says {stage.texts()}")
    stage.touch("right-index")
    stage.asked("Everything is set up")
    check("It is your right index finger." in stage.texts(), f"it says {stage.texts()}")
    stage.save("settings-setup-done")
    stage.button("Done")
    stage.answered()
    stage.appears("heading", "Fingerprint works")
    check(kept()["settings"]["pinSet"] and len(kept_prints()) == 1, "it is not set up")
    for secret in (PIN, PASSWORD):
        stage.nothing_of(secret)
    stage.stop_prompt()


def menu_item(stage, name):
    """The menu's entry of that name. GTK 4.18 gives entries no names: there, the one in that place."""
    entries = [node for node in stage.nodes() if role_of(node) == "menu item"]
    if any(entry.get_name() for entry in entries):
        return next((entry for entry in entries if name in entry.get_name()), None)
    return entries[("Keyboard shortcuts", "Help", "About").index(name)] if len(entries) == 3 else None


def menu(stage):
    """The menu leads to the help, the keys and the program's name and version; F1 and Ctrl+? are two of the keys."""
    stage.start()
    stage.appears("list item", "Virtual device")
    for entry, heading in (("Help", "Help"), ("Keyboard shortcuts", "Keyboard shortcuts")):
        stage.aim()
        stage.press(0xFFC7)
        stage.until(lambda: menu_item(stage, entry), f"{entry} in the menu")
        stage.save("settings-menu")
        menu_item(stage, entry).do_action(0)
        stage.asked(heading)
        stage.every_name()
        stage.save("settings-" + entry.split()[0].lower())
        stage.button("Close")
        stage.answered()
    stage.aim()
    stage.press(0xFFBE)
    stage.asked("Help")
    stage.button("Close")
    stage.answered()
    stage.press(0xFFC7)
    stage.until(lambda: menu_item(stage, "About"), "About in the menu").do_action(0)
    stage.until(lambda: stage.find("label", "0.2.0") or stage.find("button", "0.2.0"), "the version")
    stage.save("settings-about")
    stage.stop_prompt()


def lockout(stage):
    """Too many misses are an alert that leads directly to the PIN; after that, a finger works again."""
    while availability() != "lockoutPermanent":
        call = Call("Authenticate", reason="Look", factors=["fingerprint"])
        stage.touch("stranger", "--times", "3", "--timeout", "3")
        stage.until(call.outcome, "an outcome")
    stage.start()
    stage.appears("alert", "Fingerprint is locked for now")
    stage.until(lambda: "Fingerprint is locked" in (stage.focused() or ""), "the focus on the alert")
    stage.save("settings-lockout")
    stage.button("Use PIN")
    stage.asked("Unlock")
    stage.give(PIN)
    stage.done("Your fingerprint works again.")
    stage.appears("heading", "Fingerprint works")
    stage.until(lambda: not stage.alerts(), "no alert")
    stage.stop_prompt()
