#!/usr/bin/env python3
"""An exploited reader process: it speaks the line's language (org.biometricgate.Reader), and answers as the file `play`
beside it says, {"Arm": [{"name": "Judged", …}]}; "start" is sent unasked. A message belongs to the operation that it
answers, unless it names another; "times" repeats it, "bytes" gives it a template of that size. Any other operation ends
without a result, a scan only once it is cancelled. Two names are no messages: "Feel" counts a finger for the operation
without a report, and "Exit" ends the process.

The messages that it receives are in the file `told`, one per line.
"""

import base64
import json
import os
import socket
import sys

HERE = os.path.dirname(os.path.abspath(sys.argv[0]))
SILENT = {"Identify", "Verify", "Arm"}
READER = {
    "id": "virtual_device-0", "name": "False", "driver": "virtual_device", "bus": "virtual", "scanType": "press",
    "enrollStages": 5, "matching": "onHost", "capabilities": ["identify", "verify"], "state": "ready"}


def played(line, felt, name, operation):
    """Sends the scripted messages; returns whether there are any."""
    with open(f"{HERE}/play", encoding="utf-8") as file:
        messages = json.load(file).get(name)
    for message in messages or []:
        said = {"operation": operation} | message
        if said["name"] == "Feel":
            os.eventfd_write(felt, operation)
            continue
        if said["name"] == "Exit":
            os._exit(1)
        times = said.pop("times", 1)
        if size := said.pop("bytes", None):
            said["templates"] = [base64.b64encode(b"x" * size).decode()]
        line.sendall((json.dumps(said) + "\0").encode() * times)
    return messages is not None


def main():
    line = socket.socket(fileno=0)
    _, [felt], _, _ = socket.recv_fds(line, 1, 1)
    with open(f"{HERE}/play", encoding="utf-8") as file:
        reader = READER | json.load(file).get("reader", {})
    line.sendall((json.dumps(
        {"operation": 0, "name": "Readers", "parameters": {"readers": [reader]}}) + "\0").encode())
    played(line, felt, "start", 0)
    received = b""
    while piece := line.recv(65536):
        received += piece
        while b"\0" in received:
            frame, received = received.split(b"\0", 1)
            with open(f"{HERE}/told", "ab") as file:
                file.write(frame + b"\n")
            message = json.loads(frame)
            name, operation = message["name"], message["operation"]
            if played(line, felt, name, operation) or name in SILENT:
                continue
            failed = {"name": "Failed", "parameters": {"error": "cancelled"}}
            end = failed if name == "Cancel" else {"name": "Done"}
            line.sendall((json.dumps({"operation": operation} | end) + "\0").encode())


try:
    main()
# The daemon no longer listens.
except OSError:
    pass
