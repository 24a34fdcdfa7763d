"""Connects to a socket as another user, and passes bytes between it and standard input and output."""

import argparse
import os
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


def connected_by_departed(path):
    """Connected by a process that is gone when this returns."""
    ours, theirs = socket.socketpair()
    child = os.fork()
    if child == 0:
        peer = connected(path)
        socket.send_fds(theirs, [b"-"], [peer.fileno()])
        os._exit(0)
    descriptors = socket.recv_fds(ours, 1, 1)[1]
    os.waitpid(child, 0)
    return socket.socket(fileno=descriptors[0])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("uid", type=int)
    parser.add_argument("path")
    parser.add_argument("--group", help="the directory of a control group to be in")
    parser.add_argument("--departed", action="store_true", help="let a process connect that is gone afterwards")
    options = parser.parse_args()
    if options.group:
        with open(f"{options.group}/cgroup.procs", "w") as group:
            group.write("0")
    os.setgroups([])
    os.setresgid(options.uid, options.uid, options.uid)
    os.setresuid(options.uid, options.uid, options.uid)
    peer = connected_by_departed(options.path) if options.departed else connected(options.path)

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
