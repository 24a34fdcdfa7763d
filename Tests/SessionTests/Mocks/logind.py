"""Plays the part of logind that the daemon uses, on a message bus.

    logind.py BUS-ADDRESS

Each line of standard input is an event:

    sleep true              the machine is about to sleep; "sleep false", it is awake
    lock SESSION            the session's locker is asked to lock; "hint SESSION", it reports that it has
    new SESSION UID [PROPERTY=VALUE...]
    removed SESSION
    set SESSION PROPERTY VALUE
    machine PROPERTY VALUE  "LidClosed" or "Docked"; "unsaid PROPERTY VALUE", as logind did before version 256
    upower                  UPower reports that the lid was opened or closed
    patient                 from now on it waits until sleep is released, however long that takes
    silent                  from now on no call is answered
    sync                    nothing
    settled                 nothing, once the daemon has been told of all sessions

Standard output reports the daemon's actions: "ready", "inhibited sleep delay", "released"; "waited enough" if
that comes too late for logind, which sleeps 5 s after announcing it (InhibitDelayMaxSec); and "done" after "silent",
"patient", "unsaid", "sync" and "settled", which have no other visible effect. At first there is one session, of the
user who runs this.
"""

import os
import select
import sys
import time

from jeepney import (
    DBusAddress, HeaderFields, MessageType, message_bus, new_error, new_method_return, new_signal,
)
from jeepney.io.blocking import open_dbus_connection

NAME = "org.freedesktop.login1"
MANAGER = "/org/freedesktop/login1"
SESSION = MANAGER + "/session/"
PROPERTIES = "org.freedesktop.DBus.Properties"
UPOWER = "org.freedesktop.UPower"
BUSY = NAME + ".OperationInProgress"
# logind's own default, in seconds.
INHIBIT_DELAY_MAX = 5
UNKNOWN = "org.freedesktop.DBus.Error.UnknownObject"


def variant(text):
    return ("b", text == "true") if text in ("true", "false") else ("s", text)


def seat(name):
    return "(so)", (name, f"{MANAGER}/seat/{name}" if name else "/")


def say(*words):
    print(*words, flush=True)


class Logind:
    def __init__(self, address):
        self.connection = open_dbus_connection(address, enable_fds=True)
        self.is_preparing = False
        self.is_silent = False
        self.is_patient = False
        self.machine = {"LidClosed": False, "Docked": False}
        self.sessions = {}
        # Sessions that no client has been told of.
        self.untold = set()
        self.settling = False
        self.add(f"u{os.getuid()}", os.getuid())
        # The pipes that end once an inhibitor is released.
        self.inhibitors = []
        # When the machine sleeps, released or not.
        self.bedtime = None
        self.connection.send_and_get_reply(message_bus.RequestName(NAME))

    def run(self):
        say("ready")
        while True:
            self.answer_what_came()
            watched = [self.connection.sock, sys.stdin.fileno(), *self.inhibitors]
            rest = None if self.bedtime is None else max(0, self.bedtime - time.monotonic())
            woken = select.select(watched, [], [], rest)[0]
            if not woken:
                self.bedtime = None
                say("waited enough")
            for ready in woken:
                if ready in self.inhibitors:
                    self.inhibitors.remove(ready)
                    os.close(ready)
                    self.bedtime = None
                    say("released")
                elif ready == sys.stdin.fileno():
                    said = os.read(ready, 4096)
                    if not said:
                        return
                    # Lines arrive whole: each is short and written at once.
                    for line in said.decode().splitlines():
                        self.obey(*line.split())

    def answer_what_came(self):
        while True:
            try:
                message = self.connection.receive(timeout=0)
            except TimeoutError:
                return
            if message.header.message_type == MessageType.method_call and not self.is_silent:
                reply = self.reply(message)
                if reply is not None:
                    self.connection.send(reply)
                self.say_settled()

    def say_settled(self):
        if self.settling and not self.untold:
            self.settling = False
            say("done")

    def reply(self, call):
        fields = call.header.fields
        path, member = fields[HeaderFields.path], fields[HeaderFields.member]
        if member == "Inhibit":
            if self.is_preparing:
                return new_error(call, BUSY)
            ours, theirs = os.pipe()
            self.inhibitors.append(ours)
            reply = new_method_return(call, "h", (theirs,))
            self.connection.send(reply)
            os.close(theirs)
            say("inhibited", call.body[0], call.body[3])
            return None
        if call.body == (NAME + ".Manager", "PreparingForSleep"):
            return new_method_return(call, "v", (("b", self.is_preparing),))
        if call.body[:1] == (NAME + ".Manager",) and call.body[1] in self.machine:
            return new_method_return(call, "v", (("b", self.machine[call.body[1]]),))
        if member == "ListSessions":
            listed = [(name, facts["User"][1][0], "somebody", "seat0", SESSION + name)
                      for name, facts in self.sessions.items()]
            return new_method_return(call, "a(susso)", (listed,))
        session = path.removeprefix(SESSION)
        if member == "GetAll" and session in self.sessions:
            self.untold.discard(session)
            return new_method_return(call, "a{sv}", (self.sessions[session],))
        return new_error(call, UNKNOWN)

    def add(self, name, user, *properties):
        self.untold.add(name)
        self.sessions[name] = {
            "Id": ("s", name), "User": ("(uo)", (user, f"{MANAGER}/user/_{user}")), "Class": ("s", "user"),
            "Remote": ("b", False), "Active": ("b", True), "LockedHint": ("b", False), "Seat": seat("seat0"),
            "Type": ("s", "wayland"),
            "TimestampMonotonic": ("t", 1)}
        for each in properties:
            key, _, value = each.partition("=")
            self.sessions[name][key] = seat(value) if key == "Seat" else variant(value)

    def obey(self, command, argument=None, *more):
        if command == "new":
            self.add(argument, int(more[0]), *more[1:])
            self.emit(MANAGER, NAME + ".Manager", "SessionNew", "so", (argument, SESSION + argument))
        elif command == "removed":
            del self.sessions[argument]
            self.untold.discard(argument)
            self.emit(MANAGER, NAME + ".Manager", "SessionRemoved", "so", (argument, SESSION + argument))
        elif command == "set":
            key, value = more
            self.sessions[argument][key] = variant(value)
            self.emit_change(SESSION + argument, NAME + ".Session", {key: variant(value)})
        elif command == "machine":
            self.machine[argument] = more[0] == "true"
            self.emit_change(MANAGER, NAME + ".Manager", {argument: variant(more[0])})
        elif command == "unsaid":
            self.machine[argument] = more[0] == "true"
            say("done")
        elif command == "upower":
            self.connection.send_and_get_reply(message_bus.RequestName(UPOWER))
            self.emit_change("/org/freedesktop/UPower", UPOWER, {"LidIsClosed": ("b", True)})
        elif command == "patient":
            self.is_patient = True
            say("done")
        elif command in ("silent", "sync"):
            self.is_silent = self.is_silent or command == "silent"
            say("done")
        elif command == "settled":
            self.settling = True
            self.say_settled()
        elif command == "sleep":
            self.is_preparing = argument == "true"
            waits = self.is_preparing and self.inhibitors and not self.is_patient
            self.bedtime = time.monotonic() + INHIBIT_DELAY_MAX if waits else None
            self.emit(MANAGER, NAME + ".Manager", "PrepareForSleep", "b", (self.is_preparing,))
        elif command == "lock":
            self.emit(SESSION + argument, NAME + ".Session", "Lock", "", ())
        elif command == "hint":
            self.emit_change(SESSION + argument, NAME + ".Session", {"LockedHint": ("b", True)})

    def emit_change(self, path, interface, changed):
        self.emit(path, PROPERTIES, "PropertiesChanged", "sa{sv}as", (interface, changed, []))

    def emit(self, path, interface, member, signature, body):
        emitter = DBusAddress(path, interface=interface)
        self.connection.send(new_signal(emitter, member, signature or None, body))


Logind(sys.argv[1]).run()
