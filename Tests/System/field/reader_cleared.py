"""Root clears a reader that stores its prints itself. From then on no text says that the user's fingerprint works."""

from world import *

w = World("FP_VIRTUAL_DEVICE_STORAGE", face=True)
clearing = w.start_cli("--yes", "reader", "clear", "virtual_device_storage-0")


def cleared():
    # At each step of its storage the virtual reader waits half a second for a command, and fails without one. The
    # daemon may close and open the reader before clearing it, which loses an earlier command.
    w.offer("CONT ")
    return clearing.poll() is not None


until("the reader is cleared", cleared)
said = clearing.communicate(timeout=PATIENCE)
check(clearing.returncode == 0, said)
status = w.cli("status").stdout
if "works" in status:
    fault("The reader is empty, and biogate says that a fingerprint works:", status)
if fingers := w.cli("finger", "list").stdout.strip():
    fault("The reader is empty, and fingers are listed:", fingers)
if "right-index" in (listed := w.run("fprintd-list", "root")[1]):
    fault("The reader is empty, and fprintd-list has a finger:", listed)
