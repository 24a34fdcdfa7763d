"""The password or a finger at one prompt, in a session of login.py's Debian."""

import os

from login_sessions import PASSWORD, USER
from machine import wait_until

HELPER = "/usr/lib/polkit-1/polkit-agent-helper-1"
# polkit's helper as a unit of its own, as later versions have it: set-user-id, for an agent that connects.
UNITS = {
    "polkit-agent-helper.socket": "[Socket]\nListenStream=/run/test-helper\nAccept=yes\nSocketMode=0666\n",
    "polkit-agent-helper@.service": f"[Service]\nUser={USER}\nExecStart={HELPER} {USER}\nStandardInput=socket\n"
                                    "StandardError=journal\n",
}
# The user at a terminal of the session. It writes "touch" where a prompt waits for one, and then what it saw.
SCRIPT = f"""\
import os, pty, socket, subprocess, sys, threading
HELPER, PASSWORD, USER = {HELPER!r}, {PASSWORD!r}, {USER!r}

def saw(what, text):
    said.write(what + ": " + repr(text) + "\\n")

def at_terminal(what, script, answer=None):
    child, line = pty.fork()
    if child == 0:
        os.execvp("sh", ["sh", "-c", "sudo -k; " + script + "; echo status $?"])
    text, is_answered = b"", False
    while True:
        try:
            part = os.read(line, 4096)
        except OSError:
            break
        text += part
        if not is_answered and text.endswith((b"reader: ", b"for " + USER.encode() + b": ")):
            is_answered = True
            if answer is None:
                said.write("touch\\n")
            else:
                os.write(line, answer.encode() + b"\\n")
    os.waitpid(child, 0)
    saw(what, text.decode())

class Helper:
    def __init__(self, cookie, connects):
        if connects:
            self.line = socket.socket(socket.AF_UNIX)
            self.line.connect("/run/test-helper")
            self.input, self.output = self.line.makefile("w"), self.line.makefile("r")
        else:
            child = subprocess.Popen([HELPER, USER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.input, self.output = child.stdin, child.stdout
        self.input.write(cookie + "\\n")
        self.input.flush()

def at_dialog(what, connects):
    from gi.repository import Gio, GLib
    interface = '''<node><interface name="org.freedesktop.PolicyKit1.AuthenticationAgent"><method name="BeginAuthentication">
        <arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="a{{ss}}" direction="in"/>
        <arg type="s" direction="in"/><arg type="a(sa{{sv}})" direction="in"/></method></interface></node>'''
    lines, loop = [], GLib.MainLoop()
    def authenticate(invocation, cookie):
        for text in Helper(cookie, connects).output:
            lines.append(text.strip())
            if text.startswith("PAM_PROMPT_ECHO_OFF"):
                said.write("touch\\n")
        GLib.idle_add(lambda: invocation.return_value(None) and False)
    def called(connection, sender, path, interface, method, arguments, invocation):
        threading.Thread(target=authenticate, args=(invocation, arguments.unpack()[4])).start()
    bus = Gio.bus_get_sync(Gio.BusType.SYSTEM)
    path = "/agent" + what
    bus.register_object(path, Gio.DBusNodeInfo.new_for_xml(interface).interfaces[0], called, None, None)
    session = ("unix-session", {{"session-id": GLib.Variant("s", os.environ["XDG_SESSION_ID"])}})
    def authority(method, arguments):
        bus.call_sync("org.freedesktop.PolicyKit1", "/org/freedesktop/PolicyKit1/Authority",
                      "org.freedesktop.PolicyKit1.Authority", method, arguments, None, 0, 30000, None)
    authority("RegisterAuthenticationAgent", GLib.Variant("((sa{{sv}})ss)", (session, "C", path)))
    def ends():
        ended = subprocess.run(["pkexec", "id", "-u"], capture_output=True, text=True)
        lines.append(ended.stdout + ended.stderr)
        loop.quit()
    threading.Thread(target=ends).start()
    loop.run()
    authority("UnregisterAuthenticationAgent", GLib.Variant("((sa{{sv}})s)", (session, path)))
    saw(what, lines)

if len(sys.argv) > 1:
    # From afar: what the helper asks.
    helper = Helper("x", True)
    sys.exit(print(helper.output.readline()))
said = open(os.environ["HOME"] + "/said", "w", buffering=1)
at_terminal("touched", "sudo id -u")
at_terminal("typed", "sudo id -u", PASSWORD)
at_terminal("remote", "ssh -tt -o StrictHostKeyChecking=no 127.0.0.1 "
            "env -u SSH_CONNECTION -u SSH_CLIENT -u SSH_TTY sudo id -u", PASSWORD)
saw("remotehelper", subprocess.run(["ssh", "-o", "StrictHostKeyChecking=no", "127.0.0.1", "python3", "/opt/either.py", "afar"],
                                   capture_output=True, text=True).stdout)
at_dialog("dialog", False)
at_dialog("unit", True)
"""
EITHER = "Password, or touch the fingerprint reader: "


class EitherSteps:
    """The steps, for login.py's `Logins`."""

    def lays(self):
        """A finger, once the reader is open."""
        def is_open():
            try:
                self.touch("right")
            except (ConnectionRefusedError, FileNotFoundError):
                return False
            return True
        wait_until("the reader is open", is_open)

    def either(self):
        """the password or a finger at one prompt: sudo takes a touch without Enter, and a typed password at once; ssh asks for
        none; a polkit dialog ends with a touch; off gives PAM's files back"""
        before = self.pam_files()
        assert "pam_fprintd" in before["common-auth"], before["common-auth"]
        self.machine.run("biogate", "login", "either", "on", user=USER).expect(77, says="sudo biogate login either on")
        self.machine.run("biogate", "login", "either", "on").expect(says="On:")
        auth = self.pam_files()["common-auth"]
        assert "pam_biogate.so" in auth and "pam_fprintd" not in auth, auth
        self.machine.write("/opt/either.py", SCRIPT)
        for name, text in UNITS.items():
            self.machine.write(f"/etc/systemd/system/{name}", text)
        self.machine.run("usermod", "--append", "--groups=sudo", USER).expect()
        self.machine.run("systemctl", "daemon-reload").expect()
        self.machine.run("systemctl", "start", "polkit-agent-helper.socket").expect()
        said = self.machine.path(f"/home/{USER}/said")

        def text():
            if not os.path.exists(said):
                return ""
            with open(said, encoding="utf-8") as file:
                return file.read()

        def touches():
            count = 0
            while not os.path.exists(self.found()):
                wait_until("a prompt", lambda: text().count("touch\n") > count or os.path.exists(self.found()))
                if text().count("touch\n") > count:
                    count += 1
                    self.lays()
        if os.path.exists(said):
            os.unlink(said)
        # greetd's prompt takes a touch and Enter.
        self.greetd(password="", argument="look", touches=self.lays)
        self.greetd(password=PASSWORD, argument="either", touches=touches)
        saw = dict(line.split(": ", 1) for line in text().splitlines() if ": " in line)
        assert EITHER in saw["touched"] and r"\r\n0\r\n" in saw["touched"] and "status 0" in saw["touched"], saw
        assert EITHER in saw["typed"] and r"\r\n0\r\n" in saw["typed"], saw
        assert EITHER not in saw["remote"] and "[sudo] password for" in saw["remote"] and r"\r\n0\r\n" in saw["remote"], saw
        assert "PAM_PROMPT_ECHO_OFF Password: " in saw["remotehelper"], saw
        for name in "dialog", "unit":
            assert EITHER.strip() in saw[name] and "SUCCESS" in saw[name] and r"'0\n'" in saw[name], saw
        self.machine.run("biogate", "login", "either", "off").expect(says="Off:")
        assert self.pam_files() == before, self.pam_files()
        self.machine.run("systemctl", "stop", "polkit-agent-helper.socket").expect()
