"""Calls as a user as fast as possible: flood.py SOCKET UID CONNECTIONS FRAME...

Sends the frames again and again on every connection, without waiting for answers. For each byte that it reads it prints
how many answers there were so far.
"""

import os
import select
import socket
import sys


def main():
    path, user, count = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    call = b"".join(frame.encode() + b"\0" for frame in sys.argv[4:])
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    calls = call * max(1, 65536 // len(call))
    poll = select.poll()
    poll.register(0, select.POLLIN)
    connections, sent = {}, {}
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        connection.setblocking(False)
        connections[connection.fileno()], sent[connection.fileno()] = connection, 0
        poll.register(connection, select.POLLIN | select.POLLOUT)
    answers = 0
    while True:
        for descriptor, event in poll.poll():
            if descriptor == 0:
                if not os.read(0, 1):
                    return
                os.write(1, f"{answers}\n".encode())
                continue
            connection = connections[descriptor]
            try:
                if event & select.POLLIN:
                    answers += connection.recv(1 << 20).count(0)
                if event & select.POLLOUT:
                    sent[descriptor] = (sent[descriptor] + connection.send(calls[sent[descriptor]:])) % len(calls)
            except BlockingIOError:
                pass


main()
