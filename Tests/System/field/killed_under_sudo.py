"""While sudo waits for a finger, a part of the service is killed: sudo goes on to the password at once, and the next
one works."""

from world import *

w = World(face=True)


def kill(process):
    process.kill()
    process.wait()


def kill_readers():
    found = subprocess.run(["pgrep", "-P", str(w.daemon.pid), "biogate-reader"], capture_output=True, text=True)
    for process in found.stdout.split():
        os.kill(int(process), signal.SIGKILL)


for end, begin in (
    (kill_readers, None), (lambda: kill(w.daemon), w.start_daemon), (lambda: kill(w.face), lambda: w.start_face("-t")),
):
    since = len(w.signals)
    environment = w.pam
    start = time.monotonic()
    sudo = subprocess.Popen(
        ["pamtester", "finger1", "root", "authenticate"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    w.needed(since)
    end()
    sudo.communicate(timeout=PATIENCE)
    # pam_fprintd's own limit here is 30 s.
    if sudo.returncode == 0 or time.monotonic() - start > 20:
        fault("sudo waits for a service that has ended:", sudo.returncode, time.monotonic() - start)
    if begin:
        begin()
    if (ended := w.authenticate("SCAN one"))[0]:
        fault("sudo takes no finger afterwards:", ended)
