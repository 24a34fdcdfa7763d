"""Programs that greeters' own PAM processes talk to, each played: greeter_processes.py gdm|sddm|lightdm|greetd WORDS

Without `--password` nobody types: the finger answers. Each ends with 0 if a session began.
"""

import argparse
import glob
import json
import os
import socket
import struct
import subprocess
import sys
import time


def libraries(debs):
    """The greeters' libraries, for the loader."""
    return ":".join(glob.glob(f"{debs}/x-lib*/usr/lib/*-linux-gnu") + glob.glob(f"{debs}/x-lib*/usr/lib/*-linux-gnu/libproxy"))


def play_gdm(words):
    """gdm, for its session worker."""
    from gi.repository import Gio, GLib

    interface = """<node><interface name="org.gnome.DisplayManager.WorkerManager"><method name="Hello"/>
        <method name="InfoQuery"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
        <method name="SecretInfoQuery"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="out"/></method>
        <method name="Info"><arg type="s" direction="in"/><arg type="s" direction="in"/></method>
        <method name="Problem"><arg type="s" direction="in"/><arg type="s" direction="in"/></method></interface></node>"""
    loop, connections, failed = GLib.MainLoop(), [], []
    variant = GLib.Variant
    start = {
        "service": variant("s", words.service), "username": variant("s", words.user),
        "is-program-session": variant("b", True), "display-is-local": variant("b", True),
        "display-seat-id": variant("s", "seat0"), "display-is-initial": variant("b", True),
    }
    steps = [("Initialize", variant("(a{sv})", (start,))), ("Authenticate", None), ("Authorize", None),
             ("EstablishCredentials", None)]
    if not words.reauth:
        if words.runtime:
            steps.append(("SetEnvironmentVariable", variant("(ss)", ("XDG_RUNTIME_DIR", words.runtime))))
        steps += [
            ("SetSessionDisplayMode", variant("(s)", ("reuse-vt",))), ("Open", None),
            ("StartProgram", variant("(s)", (words.command,))),
        ]

    def step(connection, index):
        if index == len(steps):
            print("done", flush=True)
            return loop.quit() if words.reauth else None
        method, arguments = steps[index]

        def answered(connection, result):
            try:
                connection.call_finish(result)
            except GLib.Error as error:
                print(method, error.message, flush=True)
                failed.append(method)
                return loop.quit()
            return step(connection, index + 1)
        connection.call(None, "/org/gnome/DisplayManager/Worker", "org.gnome.DisplayManager.Worker", method, arguments,
                        None, 0, 30000, None, answered)

    def heard(_connection, _sender, _path, _interface, member, arguments):
        print("worker:", member, arguments.unpack(), flush=True)
        if member == "SessionExited":
            loop.quit()

    def called(connection, _sender, _path, _interface, method, arguments, invocation):
        answer = words.password or "" if method == "SecretInfoQuery" else ""
        invocation.return_value(variant("(s)", (answer,)) if method.endswith("Query") else None)
        print("worker:", method, arguments.unpack(), flush=True)
        if method == "Hello":
            GLib.idle_add(lambda: step(connection, 0) and False)

    def connected(_server, connection):
        connection.register_object(
            "/org/gnome/DisplayManager/Session", Gio.DBusNodeInfo.new_for_xml(interface).interfaces[0], called, None, None)
        connection.signal_subscribe(
            None, "org.gnome.DisplayManager.Worker", None, None, None, Gio.DBusSignalFlags.NONE, heard)
        connections.append(connection)
        return True

    server = Gio.DBusServer.new_sync(
        f"unix:dir={words.folder}", Gio.DBusServerFlags.NONE, Gio.dbus_generate_guid(), None, None)
    server.connect("new-connection", connected)
    server.start()
    environment = {
        **os.environ, "GDM_SESSION_DBUS_ADDRESS": server.get_client_address(),
        "LD_LIBRARY_PATH": libraries(words.debs),
    }
    if words.reauth:
        environment["GDM_SESSION_FOR_REAUTH"] = "1"
    # Without a display it logs the session to files named (null), where it stands.
    worker = subprocess.Popen(
        [f"{words.debs}/x-gdm3/usr/libexec/gdm-session-worker", f"gdm-session-worker [{words.service}]"],
        env=environment, cwd=words.folder)
    GLib.timeout_add_seconds(60, lambda: failed.append("time is up") or loop.quit())
    loop.run()
    worker.kill()
    worker.wait()
    return not failed


def play_sddm(words):
    """sddm, for its helper: Qt's data streams."""
    path = f"{words.folder}/sddm"
    if os.path.exists(path):
        os.unlink(path)
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(path)
    listener.listen(1)
    program = glob.glob(f"{words.debs}/x-sddm/usr/lib/*/sddm/sddm-helper")[0]
    helper = subprocess.Popen(
        [program, "--socket", path, "--id", "1", "--start", words.command, "--user", words.user],
        env={**os.environ, "LD_LIBRARY_PATH": libraries(words.debs)})
    line, _ = listener.accept()
    line.settimeout(60)

    def take(count):
        data = b""
        while len(data) < count:
            part = line.recv(count - len(data))
            if not part:
                raise EOFError
            data += part
        return data

    def text(value):
        return struct.pack(">I", 2 * len(value)) + value.encode("utf-16-be")

    def send(data):
        line.sendall(struct.pack("=q", len(data)) + data)

    is_in = False
    try:
        while True:
            data = take(struct.unpack("=q", take(8))[0])
            message, rest = struct.unpack(">i", data[:4])[0], data[4:]
            if message == 4:
                print("asked", rest, flush=True)
                if words.password is None:
                    break
                # The form goes back as it came, with the answer in each field: a type, a text, whether it is hidden, the answer.
                place, form = 4, rest[:4]
                for _ in range(struct.unpack(">i", form)[0]):
                    end = place + 9 + struct.unpack(">I", rest[place + 4:place + 8])[0]
                    form += rest[place:end] + struct.pack(">I", len(words.password)) + words.password.encode()
                    length = struct.unpack(">I", rest[end:end + 4])[0]
                    place = end + 4 + (0 if length == 0xFFFFFFFF else length)
                send(struct.pack(">i", 4) + form)
            if message == 5:
                length = struct.unpack(">I", rest[:4])[0]
                if length in (0, 0xFFFFFFFF):
                    break
                variables = [f"XDG_RUNTIME_DIR={words.runtime}", "XDG_SESSION_TYPE=wayland", "XDG_SESSION_CLASS=user",
                             "XDG_SEAT=seat0", "PATH=/usr/bin:/bin"]
                send(struct.pack(">ii", 5, len(variables)) + b"".join(map(text, variables)) + struct.pack(">I", 0))
            if message == 6:
                is_in = rest[0] == 1
                send(struct.pack(">i", 6))
                break
    except EOFError:
        pass
    helper.wait()
    return is_in


def play_lightdm(words):
    """lightdm, for its session child: numbers in the machine's order, texts behind their lengths."""
    (reading, told), (heard, writing) = os.pipe(), os.pipe()
    child = subprocess.Popen(
        [f"{words.debs}/x-lightdm/usr/sbin/lightdm", "--session-child", str(reading), str(writing)],
        pass_fds=[reading, writing], env={**os.environ, "LD_LIBRARY_PATH": libraries(words.debs)})
    os.close(reading)
    os.close(writing)
    source = os.fdopen(heard, "rb")

    def number():
        return struct.unpack("=i", source.read(4))[0]

    def text():
        length = number()
        return None if length < 0 else source.read(length).decode()

    def send(*values):
        for value in values:
            data = b"" if not isinstance(value, str) else value.encode()
            os.write(told, struct.pack("=i", value if isinstance(value, int) else len(data) if data else -1) + data)

    nothing = ""
    try:
        # Its version 1; the user is to be authenticated, and answers; no class, terminal, host, display and cookie.
        send(1, "lightdm", words.user, 1, 1, *[nothing] * 5)
        while True:
            text()
            if number():
                break
            # Later versions count in eight bytes; no style is 0.
            count, style = number(), number()
            messages = []
            for place in range(count):
                messages.append((style if place == 0 and style else number(), text()))
            print("lightdm:", messages, flush=True)
            # A style of 1 asks for a hidden text.
            send(0)
            for style, _ in messages:
                send(words.password or nothing if style == 1 else nothing, 0)
        result, why = number(), text()
        print("lightdm:", why, flush=True)
        if result:
            return False
        # No log, terminal, file for cookies, display and cookie; then counts of 8 bytes.
        send(*[nothing] * 5)
        for texts in [f"XDG_RUNTIME_DIR={words.runtime}"] if words.runtime else [], words.command.split():
            os.write(told, struct.pack("=Q", len(texts)))
            send(*texts)
        return child.wait(60) == 0
    except struct.error:
        # It has ended.
        return False
    finally:
        child.kill()
        child.wait()


def play_greeter(words):
    """greetd's greeter. With `--requests` it first waits for that file, JSON with the members that are set by words."""
    if words.requests:
        while not os.path.exists(words.requests):
            time.sleep(0.02)
        with open(words.requests, encoding="utf-8") as file:
            vars(words).update(json.load(file))
        os.unlink(words.requests)
    line = socket.socket(socket.AF_UNIX)
    line.connect(os.environ["GREETD_SOCK"])

    def call(**message):
        data = json.dumps(message).encode()
        line.sendall(struct.pack("=I", len(data)) + data)
        length = struct.unpack("=I", line.recv(4))[0]
        answer = json.loads(line.recv(length))
        print("greetd:", answer, flush=True)
        return answer

    answer = call(type="create_session", username=words.user)
    while answer["type"] == "auth_message":
        is_secret = answer["auth_message_type"] == "secret"
        answer = call(type="post_auth_message_response", response=words.password if is_secret else None)
    if answer["type"] == "success":
        environment = words.environment + ([f"XDG_RUNTIME_DIR={words.runtime}"] if words.runtime else [])
        answer = call(type="start_session", cmd=words.command.split(), env=environment)
    return answer["type"] == "success"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("greeter", choices=["gdm", "sddm", "lightdm", "greetd"])
    parser.add_argument("--debs", help="where the greeters' packages are unpacked")
    parser.add_argument("--folder", help="for sockets")
    parser.add_argument("--user")
    parser.add_argument("--password")
    parser.add_argument("--command", help="in the session")
    parser.add_argument("--service", help="gdm's")
    parser.add_argument("--runtime", help="XDG_RUNTIME_DIR, where no pam_systemd sets it")
    parser.add_argument("--reauth", action="store_true", help="gdm unlocks the screen")
    parser.add_argument("--requests")
    parser.add_argument("--environment", nargs="*", default=[], help="greetd's, of the session")
    words = parser.parse_args()
    play = {"gdm": play_gdm, "sddm": play_sddm, "lightdm": play_lightdm, "greetd": play_greeter}[words.greeter]
    sys.exit(0 if play(words) else 1)


if __name__ == "__main__":
    main()
