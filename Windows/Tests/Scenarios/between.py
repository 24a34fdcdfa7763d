"""A socket between a window and the daemon, whose faults a scenario chooses."""

import json
import os
import socket
import threading

CLOSE, SILENCE = "close", "silence"


class Between:
    """Passes calls on to the daemon, except those of a method with a fault: the connection is closed, nothing is answered, or
    that error is."""

    def __init__(self, path):
        self.path, self.listener, self.open = path, None, []
        # The faults by method, and the methods that met theirs.
        self.faults, self.met = {}, set()

    def listen(self):
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.path)
        self.listener.listen()
        threading.Thread(target=self.accept, args=[self.listener], daemon=True).start()

    def refuse(self):
        """Serves nothing any more."""
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        os.unlink(self.path)
        self.cut()

    def cut(self):
        """Closes every connection."""
        for pair in list(self.open):
            self.close(pair)

    def accept(self, listener):
        while True:
            try:
                window, _ = listener.accept()
            except OSError:
                return
            daemon = socket.socket(socket.AF_UNIX)
            daemon.connect(os.environ["BIOGATE_SOCKET"])
            pair = window, daemon
            self.open.append(pair)
            threading.Thread(target=self.ask, args=[pair], daemon=True).start()
            threading.Thread(target=self.answer, args=[pair], daemon=True).start()

    def ask(self, pair):
        """Passes the window's calls on."""
        rest = b""
        while part := self.received(pair[0]):
            *calls, rest = (rest + part).split(b"\0")
            for call in calls:
                method = json.loads(call)["method"].rpartition(".")[2]
                fault = self.faults.get(method)
                if fault is None:
                    pair[1].sendall(call + b"\0")
                    continue
                self.met.add(method)
                if fault == CLOSE:
                    return self.close(pair)
                if fault != SILENCE:
                    pair[0].sendall(json.dumps({"error": fault, "parameters": {}}).encode() + b"\0")
        return self.close(pair)

    def answer(self, pair):
        """Passes the daemon's answers on."""
        while part := self.received(pair[1]):
            try:
                pair[0].sendall(part)
            except OSError:
                break
        self.close(pair)

    @staticmethod
    def received(connection):
        try:
            return connection.recv(65536)
        except OSError:
            return b""

    def close(self, pair):
        if pair in self.open:
            self.open.remove(pair)
        for end in pair:
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                # The other thread was faster.
                pass
