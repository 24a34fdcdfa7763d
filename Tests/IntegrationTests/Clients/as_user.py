"""Connects to a socket as another user, and passes bytes between it and standard input and output."""

import argparse
import os
import pathlib
import signal
import socket
import threading


def pass_on(source, target):
    while data := os.read(source, 65536):
        while data:
            data = data[os.write(target, data):]


def connected(path):
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.connect(path)
    return peer


def become(user):
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)


def is_stopped(thread):
    return (thread / "stat").read_text().rsplit(")", 1)[1].split()[0] == "T"


def connected_by_departed(path, user, daemon):
    """Connected by a process of the user that is gone before the daemon accepts it."""
    ours, theirs = socket.socketpair()
    os.kill(daemon, signal.SIGSTOP)
    while not all(map(is_stopped, pathlib.Path(f"/proc/{daemon}/task").iterdir())):
        os.sched_yield()
    child = os.fork()
    if child == 0:
        become(user)
        peer = connected(path)
        socket.send_fds(theirs, [b"-"], [peer.fileno()])
        os._exit(0)
    descriptors = socket.recv_fds(ours, 1, 1)[1]
    os.waitpid(child, 0)
    os.kill(daemon, signal.SIGCONT)
    return socket.socket(fileno=descriptors[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("uid", type=int)
    parser.add_argument("path")
    parser.add_argument("--group", help="the directory of a control group to be in")
    parser.add_argument("--departed", type=int, metavar="DAEMON", help="let a process connect that then is gone")
    options = parser.parse_args()
    if options.group:
        with open(f"{options.group}/cgroup.procs", "w") as group:
            group.write("0")
    peer = connected_by_departed(options.path, options.uid, options.departed) if options.departed else None
    become(options.uid)
    peer = peer or connected(options.path)

    def upstream():
        try:
            pass_on(0, peer.fileno())
        finally:
            os._exit(0)

    threading.Thread(target=upstream, daemon=True).start()
    try:
        pass_on(peer.fileno(), 1)
    finally:
        os._exit(0)


main()
