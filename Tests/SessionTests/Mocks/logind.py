"""Plays logind on a message bus, as far as the daemon knows it.

    logind.py BUS-ADDRESS

Standard input says what happens, a line each: "sleep true", "sleep false", "lock SESSION", "hint SESSION". Standard
output tells what the daemon does: "ready", "inhibited sleep delay", "released". The session u1000 is the user's with
that number; the session "gone" is not there any more, and "mute" gets no answer.
"""

import os
import select
import sys

from jeepney import (
    DBusAddress, HeaderFields, MessageType, message_bus, new_error, new_method_return, new_signal,
)
from jeepney.io.blocking import open_dbus_connection

NAME = "org.freedesktop.login1"
MANAGER = "/org/freedesktop/login1"
SESSION = MANAGER + "/session/"
BUSY = NAME + ".OperationInProgress"
UNKNOWN = "org.freedesktop.DBus.Error.UnknownObject"


def say(*words):
    print(*words, flush=True)


class Logind:
    def __init__(self, address):
        self.connection = open_dbus_connection(address, enable_fds=True)
        self.is_preparing = False
        # The ends that are at their end once an inhibitor is released.
        self.inhibitors = []
        self.connection.send_and_get_reply(message_bus.RequestName(NAME))

    def run(self):
        say("ready")
        while True:
            self.answer_what_came()
            watched = [self.connection.sock, sys.stdin.fileno(), *self.inhibitors]
            for ready in select.select(watched, [], [])[0]:
                if ready in self.inhibitors:
                    self.inhibitors.remove(ready)
                    os.close(ready)
                    say("released")
                elif ready == sys.stdin.fileno():
                    said = os.read(ready, 4096)
                    if not said:
                        return
                    # Lines come whole: each is written at once, and is short.
                    for line in said.decode().splitlines():
                        self.obey(*line.split())

    def answer_what_came(self):
        while True:
            try:
                message = self.connection.receive(timeout=0)
            except TimeoutError:
                return
            if message.header.message_type == MessageType.method_call:
                reply = self.reply(message)
                if reply is not None:
                    self.connection.send(reply)

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
        session = path.removeprefix(SESSION)
        if session == "mute":
            return None
        if call.body == (NAME + ".Session", "User") and session.startswith("u"):
            user = int(session[1:])
            return new_method_return(call, "v", (("(uo)", (user, f"{MANAGER}/user/_{user}")),))
        return new_error(call, UNKNOWN)

    def obey(self, command, argument):
        if command == "sleep":
            self.is_preparing = argument == "true"
            self.emit(MANAGER, NAME + ".Manager", "PrepareForSleep", "b", (self.is_preparing,))
        elif command == "lock":
            self.emit(SESSION + argument, NAME + ".Session", "Lock", "", ())
        elif command == "hint":
            changes = (NAME + ".Session", {"LockedHint": ("b", True)}, [])
            self.emit(
                SESSION + argument, "org.freedesktop.DBus.Properties", "PropertiesChanged", "sa{sv}as", changes)

    def emit(self, path, interface, member, signature, body):
        emitter = DBusAddress(path, interface=interface)
        self.connection.send(new_signal(emitter, member, signature or None, body))


Logind(sys.argv[1]).run()
