"""Finds the socket, and checks who serves it."""

from __future__ import annotations

import os
import socket
import struct
import sys
from collections.abc import Iterable

from .errors import NotRunning, Untrusted

SYSTEM_SOCKET = "/run/biogate/org.biometricgate.Gate"

#: How long a cancelled call may take to say so: a finger that was seen is judged for up to three seconds.
GRACE = 5.0


def default_socket() -> str:
    """The environment is the caller's, who may have fewer rights than this program."""
    if sys.platform != "linux":
        return os.environ.get("BIOGATE_SOCKET") or SYSTEM_SOCKET
    is_callers = (os.getuid(), os.getgid()) == (os.geteuid(), os.getegid())
    return is_callers and os.environ.get("BIOGATE_SOCKET") or SYSTEM_SOCKET


def unconnected() -> socket.socket:
    if sys.platform != "linux":
        raise NotRunning(f"BiometricGate is a service for Linux, and this is {sys.platform}")
    return socket.socket(socket.AF_UNIX, socket.SOCK_STREAM | socket.SOCK_CLOEXEC)


def not_running(path: str, error: OSError) -> NotRunning:
    return NotRunning(f"no service listens on {path}: {error.strerror or error}")


def check_server(connected: socket.socket, path: str, trusted: Iterable[int]) -> None:
    """The listener gets secrets and PINs, so it must be the daemon's account, root (systemd's sockets), or this user.
    """
    own, unnamed = os.geteuid(), _unnamed_user()
    size = struct.calcsize("iII")
    _, uid, _ = struct.unpack("iII", connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
    if uid == 0 or uid in trusted or (uid == own and uid != unnamed):
        return
    # If neither root nor the daemon's account has a number here, only root can have made the system's socket.
    if uid == unnamed and path == SYSTEM_SOCKET:
        return
    # Other systems, on which the package can be imported, do not have it.
    import pwd

    try:
        if uid == pwd.getpwnam("biogate").pw_uid:
            return
    except KeyError:
        pass
    raise Untrusted(f"{path} is served by the user number {uid}, which is none to trust with secrets")


def _unnamed_user() -> int | None:
    """The kernel's stand-in for every user without a number in this process's namespace."""
    try:
        with open("/proc/sys/kernel/overflowuid") as number:
            return int(number.read())
    except (OSError, ValueError):
        return None


def has_ended(idle: socket.socket) -> bool:
    """Whether a connection without a waiting call has become unusable."""
    try:
        idle.recv(1, socket.MSG_PEEK | socket.MSG_DONTWAIT)
    except BlockingIOError:
        return False
    except OSError:
        pass
    return True
