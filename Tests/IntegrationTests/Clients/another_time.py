"""Runs a program that sees another boot, a longer time since it, or both: in private namespaces, which takes root."""

import argparse
import ctypes
import os

# <linux/sched.h>, <linux/mount.h>
CLONE_NEWTIME, CLONE_NEWNS = 0x80, 0x20000
MS_BIND, MS_REC, MS_PRIVATE = 0x1000, 0x4000, 0x40000

libc = ctypes.CDLL(None, use_errno=True)


def check(result):
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def run_later(seconds):
    """time_namespaces(7): offsets can be set only while no process has entered the namespace."""
    check(libc.unshare(CLONE_NEWTIME))
    with open("/proc/self/timens_offsets", "w") as offsets:
        offsets.write(f"boottime {seconds} 0\n")
    namespace = os.open("/proc/self/ns/time_for_children", os.O_RDONLY | os.O_CLOEXEC)
    check(libc.setns(namespace, CLONE_NEWTIME))


def boot_again(path):
    check(libc.unshare(CLONE_NEWNS))
    check(libc.mount(None, b"/", None, MS_REC | MS_PRIVATE, None))
    check(libc.mount(path.encode(), b"/proc/sys/kernel/random/boot_id", None, MS_BIND, None))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--later", type=int, default=0, metavar="SECONDS")
    parser.add_argument("--boot", metavar="FILE", help="holds the boot's id")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    if options.later:
        run_later(options.later)
    if options.boot:
        boot_again(options.boot)
    os.execvp(options.command[0], options.command)


main()
