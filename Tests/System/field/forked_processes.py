"""A Python app uses a Gate, then forks workers that use the same one at once, and each process gets its own answers."""

from world import *

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../../Clients/python/src"))
from biometricgate import GateError, blocking  # noqa: E402

w = World()
w.store("b", "B")
gate = blocking.Gate(w.gate_path)


def strangers(name):
    """How many of fifty answers belonged to another process."""
    try:
        return sum(gate.item(name).name != name for _ in range(50))
    except GateError:
        return 99


workers = []


def late(*_):
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
    fault("A process waits for an answer that another one has read.")


signal.signal(signal.SIGALRM, late)
strangers("a")
for _ in range(3):
    if not (worker := os.fork()):
        os._exit(strangers("b"))
    workers.append(worker)
signal.alarm(30)
wrong = [strangers("a"), *(os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]) for worker in workers)]
if any(wrong):
    fault("Processes read each other's answers, or get none; parent and workers:", wrong)
