#!/usr/bin/python3
"""Stands in for biogate-prompt: prompt.py --socket PATH --locale TAG

Gives the sandbox's PIN to the first call that wants a prompt, once no finger is asked for any more. If $PROMPT_STATUS
is set, ends with it at once.
"""

import json
import os
import socket
import sys


class Gate:
    """A connection to the daemon; `call` sends a call, `next` returns the next message."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def call(self, method, parameters, more=False):
        message = {"method": f"org.biometricgate.Gate.{method}", "parameters": parameters, "more": more}
        self.socket.sendall(json.dumps(message).encode() + b"\0")

    def next(self):
        while b"\0" not in self.rest:
            part = self.socket.recv(65536)
            if not part:
                raise EOFError
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)


def main():
    if "PROMPT_STATUS" in os.environ:
        sys.exit(int(os.environ["PROMPT_STATUS"]))
    path = sys.argv[sys.argv.index("--socket") + 1]
    with open(os.path.join(os.environ["BIOGATE_SANDBOX"], "pin"), encoding="utf-8") as file:
        pin = file.read().strip()
    watch, gate = Gate(path), Gate(path)
    watch.call("WatchRequests", {}, more=True)
    while True:
        try:
            change = watch.next()["parameters"]
        except EOFError:
            return
        request = change["request"]
        if request.get("interaction") != "prompt":
            continue
        if change["change"] == "ended":
            return
        if (request.get("progress") or {}).get("event") == "credentialWanted":
            gate.call("AnswerRequest", {"requestId": request["id"], "credential": {"pin": pin}})
            gate.next()


if __name__ == "__main__":
    main()
