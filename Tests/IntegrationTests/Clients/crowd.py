"""Connects as many users at once: crowd.py SOCKET CONNECTIONS UID...

Calls once on each connection, prints for each user how many were served, and holds them until its input ends.
"""

import os
import socket
import sys

CALL = b'{"method":"org.varlink.service.GetInfo"}\0'


def serve(path, count, user):
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    connections = []
    for _ in range(count):
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(path)
        try:
            connection.sendall(CALL)
            answer = connection.recv(65536)
        except (BrokenPipeError, ConnectionResetError):
            answer = b""
        if answer and b"LimitExceeded" not in answer:
            connections.append(connection)
    os.write(1, f"{user} {len(connections)}\n".encode())
    sys.stdin.read()


def main():
    path, count = sys.argv[1], int(sys.argv[2])
    children = []
    for user in map(int, sys.argv[3:]):
        child = os.fork()
        if child == 0:
            serve(path, count, user)
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


main()
