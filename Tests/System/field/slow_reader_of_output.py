"""Standard output is a pipe that does not block, as Node and others leave it, and is read slowly: the whole secret
arrives."""

from world import *

w = World()
w.store("big", "x" * 60000)
reading, writing = os.pipe()
os.set_blocking(writing, False)
os.write(writing, b"-" * 30000)
program = subprocess.Popen(
    [f"{BINARIES}/biogate", "get", "big", "--pin-from", w.pin], env=w.with_gate, stdin=subprocess.DEVNULL, stdout=writing,
    stderr=subprocess.PIPE)
os.close(writing)
# It has ended, or the pipe is full: 64 KiB less its earlier content.
until("the pipe is full", lambda: program.poll() is not None or pipe_bytes(reading) > 60000)
got = b""
while part := os.read(reading, 65536):
    got += part
if program.wait(PATIENCE) or len(got) != 90000:
    fault("A part of the secret is lost:", len(got) - 30000, program.returncode, program.stderr.read())
