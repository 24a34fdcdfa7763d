"""Connects to a socket as another user and passes bytes on between it and standard input and output."""

import os
import socket
import sys
import threading


def pass_on(source, target):
    while data := os.read(source, 65536):
        while data:
            data = data[os.write(target, data):]


def main():
    uid, path = int(sys.argv[1]), sys.argv[2]
    os.setgroups([])
    os.setresgid(uid, uid, uid)
    os.setresuid(uid, uid, uid)
    peer = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    peer.connect(path)

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
