"""Opens a sealed secret with a finger: python3 client.py NAME"""
import base64, json, os, socket, sys

path = os.environ.get("BIOGATE_SOCKET", "/run/biogate/org.biometricgate.Gate")
call = {"method": "org.biometricgate.Gate.RetrieveSecret", "more": True,
        "parameters": {"name": sys.argv[1], "reason": "Sign in to the example"}}
with socket.socket(socket.AF_UNIX) as gate:
    gate.connect(path)
    gate.sendall(json.dumps(call).encode() + b"\0")
    buffer = b""
    while True:
        while b"\0" not in buffer:
            chunk = gate.recv(65536)
            if not chunk:
                sys.exit("the daemon closed the connection")
            buffer += chunk
        message, buffer = buffer.split(b"\0", 1)
        reply = json.loads(message)
        if "error" in reply:
            words = reply["parameters"].pop("guidance", None)
            words = f"{words['title']}. {words['body']}" if words else json.dumps(reply["parameters"])
            sys.exit(f"{reply['error']}: {words}")
        if not reply.get("continues"):
            break
        print(reply["parameters"]["progress"]["message"], file=sys.stderr)
sys.stdout.buffer.write(base64.b64decode(reply["parameters"]["secret"]))
