"""A program that `biogate run` starts ends by the signals that its caller sends, and has the caller's signal mask."""

from world import *

w = World()
run = ["run", "--pin-from", w.pin, "--env", "V=a", "--"]
status = dict(line.split(":\t") for line in w.cli(*run, "cat", "/proc/self/status").stdout.splitlines() if ":\t" in line)
if int(status["SigBlk"], 16):
    fault("The program starts with blocked signals:", status["SigBlk"])
for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
    program = w.start_cli(*run, "sh", "-c", "echo ready; exec sleep 300")
    program.stdout.readline()
    program.send_signal(number)
    if program.wait(PATIENCE) != -number:
        fault("A signal does not end the program:", number, program.returncode)
files = w.cli(*run, "sh", "-c", "exec ls -l /proc/$$/fd").stdout
if "socket:" in files or "anon_inode:" in files:
    fault("The program holds files of biogate's:", files)
