"""Scenarios of the settings' window: what it shows, and what it changes."""

import json
import os
import subprocess
import time

from picture import Picture
from stage import Atspi, Call, check
from words import PASSWORD, PIN, WRONG


def biogate(*arguments):
    """What biogate answers."""
    done = subprocess.run(
        [os.environ["BIOGATE"], *arguments], capture_output=True, text=True, timeout=20, check=True,
        stdin=subprocess.DEVNULL)
    return done.stdout


def kept(what="settings"):
    """What the daemon keeps, as it says itself."""
    return json.loads(biogate(what, "--json").splitlines()[-1])["parameters"]


def kept_prints():
    return kept_of("finger", "list")["prints"]


def kept_of(*command):
    return json.loads(biogate(*command, "--json").splitlines()[-1])["parameters"]


def pin_file():
    path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "pin")
    with open(path, "w", encoding="ascii") as file:
        file.write(PIN + "\n")
    return path


def add_finger():
    """Another finger, which takes what the first one could open."""
    touching = subprocess.Popen(
        [os.environ["BIOGATE"], "sandbox", "touch", "left-thumb", "--all"], stderr=subprocess.DEVNULL)
    biogate("finger", "add", "left-thumb", "--yes", "--pin-from", pin_file())
    check(touching.wait(20) == 0, "the touches were not all wanted")


def status(stage):
    """The window says what is, names everything, and closes; what is added elsewhere is shown."""
    window = stage.start()
    stage.appears("heading", "Fingerprint works")
    stage.appears("label", "Touch the reader when an app asks.")
    stage.appears("list item", "Right index finger")
    stage.appears("list item", "github")
    stage.appears("list item", "The PIN is set")
    stage.appears("list item", "Virtual device")
    check(stage.is_on(), "the switch is off")
    check(not stage.named("alert"), "there is an alert")
    check(stage.windows()[0].get_application().get_name() == "org.biometricgate.Settings", "another name")
    stage.every_name()
    stage.save("settings-status")
    # Elsewhere something is stored, and it is turned off.
    storing = Call("StoreSecret", name="bank", secret="czNjcmV0")
    stage.touch("right-index")
    stage.until(storing.outcome, "an outcome")
    stage.appears("list item", "bank")
    biogate("disable", "--yes")
    stage.appears("alert", "Fingerprint is turned off")
    stage.until(lambda: not stage.is_on(), "a switch that is off")
    stage.save("settings-disabled")
    stage.every_name()
    stage.stop_prompt()
    check(window.returncode == 0, f"status {window.returncode}")


def off_and_on(stage):
    """Off is confirmed with what it costs, Cancel changes nothing, and the switch moves with what is on disk; on asks for
    the finger, and a stranger's leaves it off."""
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
    # The row has the keys again; without a window manager GTK does not say so.
    stage.aim()
    stage.enter()
    stage.asked("Turn off")
    stage.until(lambda: stage.focused() == "Cancel", "the focus on Cancel")
    stage.aim_front()
    stage.press(0xFF09)
    stage.until(lambda: stage.focused() == "Turn off", "the focus on the other button")
    stage.press(0x20)
    stage.asked("Fingerprint is off.")
    check(not kept()["settings"]["fingerprintEnabled"], "it is on")
    check(not stage.is_on() if stage.named("check box") else True, "the switch is on")
    stage.done("Fingerprint is off.")
    check(not stage.is_on(), "the switch is on")
    stage.appears("alert", "Fingerprint is turned off")
    # On, with a finger that nobody knows.
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
    stage.asked("Fingerprint is on.")
    check(kept()["settings"]["fingerprintEnabled"], "it is off")
    stage.done("Fingerprint is on.")
    check(stage.is_on(), "the switch is off")
    stage.appears("heading", "Fingerprint works")
    stage.appears("push button", "Renew github")
    stage.stop_prompt()


def fingers(stage):
    """A finger is chosen by its name and called as its user likes; what it costs is named, a wrong PIN is said at its
    field and read by nobody, a bad touch is said; it is in the list, and goes again."""
    stage.start()
    stage.button("Add a finger")
    stage.asked("Which finger?")
    stage.every_name()
    stage.until(lambda: stage.focused() == "Left index finger", "the focus on the first finger that is free")
    taken = stage.appears("radio button", "Right index finger (added)")
    check(not taken.get_state_set().contains(Atspi.StateType.SENSITIVE), "a finger that is there can be chosen")
    stage.save("settings-hands")
    # The arrow keys choose.
    stage.aim_front()
    stage.press(0xFF52)
    stage.until(lambda: stage.focused() == "Left thumb", "the focus on another finger")
    stage.press(0x20)
    stage.until(lambda: stage.named("radio button", "Left thumb").get_state_set().contains(
        Atspi.StateType.CHECKED), "a choice")
    stage.write("What you call it", "Work")
    stage.button("Continue")
    stage.asked("Add left thumb")
    check("• github" in stage.texts(), f"it names {stage.texts()}")
    stage.button("Continue")
    stage.appears("password text", "Your PIN")
    stage.save("settings-credential")
    stage.give(WRONG)
    stage.until(lambda: any("did not match" in node.get_name() for node in stage.alerts()), "an alert")
    stage.announced("That PIN did not match.")
    check(stage.focused() == "Your PIN", f"the focus is on {stage.focused()!r}")
    stage.every_name()
    stage.save("settings-wrong")
    stage.give(PIN)
    stage.until(lambda: any("touches" in text for text in stage.texts()), "touches")
    stage.touch("poor")
    stage.until(lambda: any("not clear" in node.get_name() for node in stage.alerts()), "what was wrong")
    stage.save("settings-touch")
    stage.touch("left-thumb", "--all")
    stage.save("settings-added")
    stage.done("Added: left thumb.")
    stage.appears("list item", "Work")
    prints = kept_prints()
    check([each.get("label") for each in prints] == [None, "Work"], f"there are {prints}")
    # It is called something else.
    stage.button("Rename Work")
    stage.asked("What do you call left thumb?")
    stage.every_name()
    stage.write("What you call it", "Home ")
    stage.button("Save")
    stage.done("Now called Home Work.")
    stage.appears("list item", "Home Work")
    check(kept_prints()[1]["label"] == "Home Work", "it is called otherwise")
    # It goes, and the password does as well.
    stage.button("Remove Home Work")
    stage.asked("Remove Home Work?")
    stage.button("Cancel")
    stage.answered()
    stage.button("Remove Home Work")
    stage.button("Remove")
    stage.button("Use password")
    stage.appears("password text", "Your password")
    stage.give(PASSWORD)
    stage.done("Removed: Home Work.")
    stage.until(lambda: not stage.named("list item", "Home Work"), "one finger")
    check(len(kept_prints()) == 1, "the finger is still there")
    for secret in (PIN, WRONG, PASSWORD):
        stage.nothing_of(secret)
    stage.stop_prompt()


def pin_change(stage):
    """The PIN is changed with the old one; what is wrong with the new one stands at its field."""
    new = "602914"
    stage.start()
    stage.button("Change the PIN")
    stage.appears("password text", "Your PIN until now")
    stage.give(WRONG)
    stage.appears("password text", "New PIN")
    stage.every_name()
    for first, second, fault in (("654321", "654321", "Choose another PIN."), (new, PIN, "The two differ.")):
        stage.give(first, second, go_on="Change the PIN")
        stage.until(lambda: any(fault in node.get_name() for node in stage.alerts()), "an alert")
        stage.announced(fault)
        stage.until(lambda: all(stage.length(field) == 0 for field in stage.fields()), "empty fields")
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


def items(stage):
    """An item that waits for it is renewed with the PIN and a touch; one that is removed is gone, and ending all access
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
    stage.until(lambda: any("renew" in text for text in stage.texts()), "the call for a touch")
    stage.touch("right-index")
    stage.done("A finger opens it again: github.")
    stage.until(lambda: not stage.named("push button", "Renew github"), "nothing to renew")
    check("fingerprint" in kept("list")["items"][0]["openableBy"], "no finger opens it")
    # Away with it: Escape first.
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
    stage.done("Access is ended everywhere.")
    stage.appears("label", "Nothing opens it any more")
    stage.stop_prompt()


def reader(stage):
    """A reader that is pulled out is an alert with the focus, until it is back; the daemon is started anew for it."""
    stage.start()
    stage.button("Try it")
    stage.until(lambda: any("Touch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "unplug"), 0)
    stage.asked("Reader not connected")
    stage.button("Close")
    stage.answered()
    banner = stage.appears("alert", "Reader not connected. Plug in the fingerprint reader.")
    check(banner.get_state_set().contains(Atspi.StateType.FOCUSED), "the alert has not the focus")
    stage.appears("list item", "No fingerprint reader")
    stage.every_name()
    stage.save("settings-unplugged")
    stage.ends(stage.program(os.environ["BIOGATE"], "sandbox", "plug"), 0)
    stage.appears("heading", "Fingerprint works")
    stage.until(lambda: not stage.alerts(), "no alert")
    stage.appears("list item", "Virtual device")
    stage.button("Try it")
    stage.until(lambda: any("Touch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.touch("right-index")
    stage.asked("It works: fingerprint.")
    check("It is your right index finger." in stage.texts(), f"it says {stage.texts()}")
    stage.done("It works: fingerprint.")
    stage.stop_prompt()


def gone_and_back(stage):
    """Where nobody answers that is an alert, and the window goes on by itself when somebody does."""
    path = os.path.join(os.environ["XDG_RUNTIME_DIR"], "gate")
    stage.prompt = stage.program(os.environ["SETTINGS"], "--locale", "en", "--socket", path)
    stage.appears("alert", "The fingerprint service does not answer.")
    check("The fingerprint service" in (stage.focused() or ""), f"the focus is on {stage.focused()!r}")
    stage.save("settings-gone")
    os.symlink(os.environ["BIOGATE_SOCKET"], path)
    stage.appears("heading", "Fingerprint works")
    stage.until(lambda: not stage.alerts(), "no alert")
    stage.stop_prompt()


def set_up(stage):
    """Of somebody who has nothing yet, each step is explained, and can be skipped and found again."""
    stage.start()
    stage.appears("heading", "No fingerprint added yet")
    stage.button("Set up")
    stage.asked("Sign in faster with your fingerprint?")
    check(any("never leaves this computer" in text for text in stage.texts()), f"it says {stage.texts()}")
    stage.save("settings-setup")
    stage.button("Not now")
    stage.answered()
    stage.button("Set up: Set up fingerprint")
    stage.button("Continue")
    stage.asked("Set a PIN?")
    stage.button("Continue")
    stage.appears("password text", "Your password")
    stage.give(PASSWORD)
    stage.appears("password text", "New PIN")
    stage.give(PIN, PIN, go_on="Set a PIN")
    stage.done_but("The PIN is set.")
    stage.asked("Add a finger")
    stage.button("Continue")
    stage.asked("Which finger?")
    check(stage.focused() == "Right index finger", f"the focus is on {stage.focused()!r}")
    stage.button("Continue")
    # The PIN was just set: it is not asked for again.
    stage.until(lambda: any("touches" in text for text in stage.texts()), "touches")
    stage.touch("right-index", "--all")
    stage.done_but("Added: right index finger.")
    stage.asked("Try it?")
    stage.button("Continue")
    stage.until(lambda: any("Touch the fingerprint reader" in text for text in stage.texts()), "the call for a touch")
    stage.touch("right-index")
    stage.done_but("It works: fingerprint.")
    stage.done("All is set up.")
    stage.appears("heading", "Fingerprint works")
    check(kept()["settings"]["pinSet"] and len(kept_prints()) == 1, "it is not set up")
    for secret in (PIN, PASSWORD):
        stage.nothing_of(secret)
    stage.stop_prompt()


def keyboard_of_settings(stage):
    """Tab reaches everything that can have the focus, in the order of the screen, and comes back; what is pressed is large
    enough."""
    stage.start()
    stage.appears("list item", "Virtual device")
    # A list has the focus in its rows; the desktop's own keys do what the buttons of the title bar do.
    wanted = {node.get_name() for node in stage.front()
              if node.get_state_set().contains(Atspi.StateType.FOCUSABLE)
              and node.get_role_name() not in ("frame", "list")} - {"Minimize", "Maximize", "Close"}
    for node in stage.front():
        # A switch moves by its whole row.
        if node.get_role_name() in ("push button", "list item"):
            size = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
            check(size.width >= 24 and size.height >= 24, f"{node.get_name()!r} is {size.width} by {size.height}")
    stage.aim()
    stops = [stage.focused()]
    while len(stops) < 60:
        before = len(stage.events)
        stage.press(0xFF09)
        stage.until(
            lambda: any(kind.startswith("object:state-changed:focused") for kind, _, _ in stage.events[before:]),
            "another focus")
        stops.append(stage.until(stage.focused, "a focus"))
        if stops[-1] == stops[0] and len(stops) > 5:
            break
    check(wanted <= set(stops), f"it does not reach {wanted - set(stops)}")
    places = [stops.index(name) for name in ("Unlock with fingerprint", "Add a finger", "Change the PIN", "github")]
    check(places == sorted(places), f"the stops are {stops}")
    stage.press_with_control(ord("w"))
    stage.ends(stage.prompt, 0)


def settings_contrast(stage):
    """Every text of the window, of an alert in it and of what is asked is at least 4.5:1 from its background."""
    name = os.environ["ADW_DEBUG_COLOR_SCHEME"] + os.environ["ADW_DEBUG_HIGH_CONTRAST"]
    biogate("disable", "--yes")
    # Off the window, where it would bring up what a button does.
    Atspi.generate_mouse_event(899, 699, "abs")
    stage.start()
    stage.appears("alert", "Fingerprint is turned off")
    stage.pause(0.5)
    stage.save("settings-contrast-" + name)
    lowest = stage.contrasts(12)
    stage.button("Turn on")
    stage.asked("Turn on")
    stage.pause(0.5)
    lowest += stage.contrasts(6)
    stage.button("Cancel")
    stage.answered()
    stage.button("End all access")
    stage.asked("End all access?")
    stage.pause(0.5)
    lowest += stage.contrasts(5)
    stage.save("settings-contrast-sheet-" + name)
    stage.button("Cancel")
    stage.answered()
    stage.button("Change the PIN")
    stage.give(WRONG)
    stage.appears("password text", "New PIN")
    stage.give(PIN, WRONG, go_on="Change the PIN")
    stage.until(stage.alerts, "an alert")
    stage.pause(0.5)
    lowest += stage.contrasts(6)
    print(f"     lowest {min(lowest)[0]:.2f}:1 of {len(lowest)} texts")
    stage.stop_prompt()


SPOKEN = {
    "en": ("Fingerprint and PIN", "Fingerprint works", "Unlock with fingerprint", "Right index finger", "Add a finger"),
    "ko": ("지문과 PIN", "지문을 쓸 수 있어요", "지문으로 열기", "오른손 검지", "지문 등록"),
    "nb": ("Fingeravtrykk og PIN-kode", "Fingeravtrykk virker", "Lås opp med fingeravtrykk", "Høyre pekefinger",
           "Legg til en finger"),
}
QUESTIONS = {
    "en": ("Turn off unlocking with fingerprint?", "Cancel", "Turn off"),
    "ko": ("지문으로 열기를 끌까요?", "취소", "끄기"),
    "nb": ("Slå av opplåsing med fingeravtrykk?", "Avbryt", "Slå av"),
}


def settings_language(stage):
    """The window speaks the language that it is told to."""
    locale = os.environ["LANGUAGE_TAG"]
    title, status, switch, finger, add = SPOKEN[locale]
    stage.start(locale)
    stage.appears("frame", title)
    stage.appears("heading", status)
    stage.appears("list item", finger)
    stage.appears("push button", add)
    stage.save("settings-language-" + locale)
    stage.appears("check box", switch).do_action(0)
    question, cancel, go_on = QUESTIONS[locale]
    stage.asked(question)
    check({cancel, go_on} <= {node.get_name() for node in stage.front()}, "other buttons")
    stage.save("settings-question-" + locale)
    stage.button(cancel)
    stage.answered()
    stage.stop_prompt()


def lockout(stage):
    """Too many misses are an alert that leads straight to the PIN; that given, a finger works again."""
    def state():
        return json.loads(biogate("status", "--json").splitlines()[0])["parameters"]["availability"]["state"]
    while state() != "lockoutPermanent":
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


def large(stage):
    """With letters of twice the size every text is whole, and every button of a question is on the display."""
    with open(os.path.join(os.environ["HOME"], "xsettings"), "w", encoding="ascii") as file:
        file.write("Xft/DPI 196608\n")
    stage.program("xsettingsd", "-c", file.name)
    stage.start("nb")
    stage.appears("list item", "Høyre pekefinger")
    stage.until(lambda: stage.height("label", "Fingeravtrykk og PIN-kode") > 40, "large letters")
    stage.save("settings-large")
    for name, question in (("Legg til en finger", "Hvilken finger?"), ("Endre PIN-koden", "Endre PIN-koden"),
                           ("Avslutt all tilgang", "Avslutte all tilgang?")):
        stage.button(name)
        stage.asked(question)
        whole = stage.until(stage.size_of_sheet, "a size")
        check(whole.width <= 900 and whole.height <= 700, f"{name!r} is {whole.width} by {whole.height}")
        for node in stage.front():
            if node.get_role_name() not in ("push button", "radio button", "label", "heading") or not node.get_name():
                continue
            place = Atspi.Component.get_extents(node, Atspi.CoordType.WINDOW)
            check(place.x >= 0 and place.x + place.width <= whole.width and place.y + place.height <= whole.height,
                  f"{node.get_name()!r} is cut")
        stage.save("settings-large-" + name.split()[0])
        stage.button("Avbryt")
        stage.answered()
    stage.stop_prompt()


def settings_figures(stage):
    """How long the first picture takes, and what the window costs while nothing happens; nothing of it is asserted."""
    begun = time.monotonic()
    window = stage.program(os.environ["SETTINGS"], "--locale", "en")
    stage.prompt = window
    while Picture().is_blank():
        check(time.monotonic() < begun + 20, "nothing is drawn")
        time.sleep(0.002)
    print(f"     {time.monotonic() - begun:.2f} s from the start of the program to the first pixel")
    stage.appears("heading", "Fingerprint works")
    stage.pause(6)
    before = wakings(window)
    # Looking at the window would wake it.
    time.sleep(4)
    after = wakings(window)
    count = sum(after[thread] - before.get(thread, 0) for thread in after)
    print(f"     {count} wakings in 4 s in which nothing happens")
    with open(f"/proc/{window.pid}/smaps_rollup", encoding="ascii") as file:
        sizes = {line.split()[0]: int(line.split()[1]) for line in file if line.endswith("kB\n")}
    print(f"     {sizes['Private_Dirty:'] // 1024} MB of its own, {sizes['Rss:'] // 1024} MB in all")
    stage.stop_prompt()


def wakings(process):
    """How often each thread of it has waited for something."""
    counts = {}
    for thread in os.listdir(f"/proc/{process.pid}/task"):
        with open(f"/proc/{process.pid}/task/{thread}/status", encoding="ascii") as file:
            counts[thread] = next(int(line.split()[1]) for line in file if line.startswith("voluntary_ctxt"))
    return counts
