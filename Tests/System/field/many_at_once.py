"""Ten programs of one user ask for a finger at once, and the user touches for each: all are served in turn."""

from world import *

w = World()
gates = [Gate(w.gate_path) for _ in range(10)]
for gate in gates:
    gate.send("RetrieveSecret", name="a", reason="Test")
waiting, answers = list(gates), []
while waiting:
    for gate in select.select([gate.socket for gate in waiting], [], [], PATIENCE)[0] or fault("No call is served:", len(waiting)):
        gate = next(one for one in waiting if one.socket is gate)
        answer = gate.next()
        # Several messages may have arrived at once.
        while True:
            if not answer.get("continues"):
                waiting.remove(gate)
                answers.append(answer)
                break
            if answer["parameters"]["progress"]["event"] == "waitingForFinger":
                w.reader("SCAN one")
            if b"\0" not in gate.rest:
                break
            answer = gate.next()
if refused := [answer["error"] for answer in answers if "error" in answer]:
    fault("Calls at once are refused:", refused)
