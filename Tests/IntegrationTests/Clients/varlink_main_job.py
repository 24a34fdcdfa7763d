"""The main job through an independent Varlink client: the package "varlink" from PyPI.

Takes the sockets of the daemon and of a virtual reader, and reports the failure in its exit status.
"""

import base64
import socket
import sys

try:
    import varlink
except ImportError:
    sys.exit('The Python package "varlink" is missing: python3 -m pip install -r Tests/requirements.txt')

PIN = {"pin": "739154"}
SECRET = base64.b64encode(b"a token of the bank's").decode()


def scan(reader, finger):
    """Puts a finger on the reader and waits until the reader has taken it."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.connect(reader)
        connection.sendall(f"SCAN {finger}".encode())
        while connection.recv(64):
            pass


def ask(replies, reader, finger):
    """Touches the reader whenever that is wanted, and returns the last reply."""
    reply = None
    for reply in replies:
        progress = reply.get("progress")
        if progress and progress["event"] == "waitingForFinger":
            scan(reader, finger)
    assert reply and not reply.get("progress"), "the replies ended without a result"
    return reply


def refusal(call):
    """The name and the parameters of the error that a call ends with."""
    try:
        for _ in call():
            pass
    except varlink.VarlinkError as error:
        return error.error().rpartition(".")[2], error.parameters()
    raise AssertionError("it was not refused")


def main():
    address, reader = f"unix:{sys.argv[1]}", sys.argv[2]
    with varlink.Client(address) as client:
        with client.open("org.varlink.service") as service:
            assert "org.biometricgate.Gate" in service.GetInfo()["interfaces"]
        with client.open("org.biometricgate.Gate") as gate:
            assert gate.GetAvailability()["availability"]["state"] == "notEnrolled"
            gate.SetPIN("739154")
            enrolled = ask(gate.Enroll(finger="rightIndex", credential=PIN, _more=True), reader, "finger")
            assert enrolled["print"]["finger"] == "rightIndex"
            assert gate.GetAvailability()["availability"]["state"] == "available"
            access = {"factors": ["fingerprint", "pin"], "enrollment": "current", "maxAgeSeconds": 0}
            stored = ask(gate.StoreSecret(name="token", secret=SECRET, access=access, _more=True), reader, "finger")
            assert stored["item"]["openableBy"] == ["fingerprint", "pin"]

            opened = ask(gate.RetrieveSecret(name="token", reason="Sign in", _more=True), reader, "finger")
            assert opened["secret"] == SECRET
            assert opened["authentication"]["factor"] == "fingerprint"
            opened = gate.RetrieveSecret(name="token", reason="Sign in", credential=PIN)
            assert opened["authentication"]["factor"] == "pin"

        with client.open("org.biometricgate.Gate") as gate:
            def strange():
                for reply in gate.RetrieveSecret(name="token", reason="Sign in", _more=True):
                    if reply["progress"]["event"] == "waitingForFinger":
                        scan(reader, "strange")
                    yield reply

            name, parameters = refusal(strange)
            assert name == "AuthenticationFailed", name
            assert parameters["fallbacks"] == ["pin"], parameters

        with client.open("org.biometricgate.Gate") as gate:
            ask(gate.Enroll(finger="leftThumb", credential=PIN, _more=True), reader, "another finger")
            assert gate.ListItems()["items"][0]["openableBy"] == ["pin"]
            renewed = ask(gate.RenewItem(name="token", credential=PIN, _more=True), reader, "another finger")
            assert renewed["item"]["openableBy"] == ["fingerprint", "pin"]
            gate.DeleteItem("token")
            assert gate.ListItems()["items"] == []


main()
