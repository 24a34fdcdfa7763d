"""A signal, Ctrl-C or Ctrl-Z ends or stops biogate at its PIN, also inside $(...), and the terminal echoes again."""

from world import *

w = World()


def shows(terminal):
    return bool(termios.tcgetattr(terminal.file)[3] & termios.ECHO)


for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
    terminal = Terminal(w.with_gate, "biogate", "get", "a", "--pin")
    terminal.until(b"PIN:")
    check(not shows(terminal), "a PIN is shown")
    os.kill(terminal.process, number)
    if (status := terminal.status()) != -number or not shows(terminal):
        fault("A signal leaves the terminal without echo:", number, status)

shell = Terminal({**w.with_gate, "PS1": "ready>"}, "bash", "--norc", "--noprofile", "--noediting", "-i")
place = shell.until(b"ready>")
shell.type(b"x=$(biogate get a --pin)\n")
place = shell.until(b"PIN:", place)
shell.type(b"\x03")
place = shell.until(b"ready>", place)
if not shows(shell):
    fault("Ctrl-C inside $(...) leaves the terminal without echo.")
shell.type(b"biogate get a --pin\n")
place = shell.until(b"PIN:", place)
shell.type(b"\x1a")
place = shell.until(b"ready>", place)
if not shows(shell):
    fault("Ctrl-Z leaves the terminal without echo.")
shell.type(b"fg\n")
place = shell.until(b"PIN:", place)
until("the PIN is hidden again", lambda: not shows(shell))
shell.type(PIN.encode() + b"\n")
shell.until(b"A\r\n", place)
os.kill(shell.process, signal.SIGKILL)
