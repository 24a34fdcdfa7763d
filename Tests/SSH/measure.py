"""Measures biogate-ssh-agent beside OpenSSH's ssh-agent by one client, inside `biogate sandbox`.

    biogate sandbox -- python3 measure.py DIRECTORY-OF-PROGRAMS ROUNDS SAMPLES

Prints one line of JSON: for each row the agents' samples in microseconds, a list for each round. Both agents have eight
keys and are asked in turns. A touch counts again for what is measured.
"""

import ctypes
import json
import pathlib
import sys
import time

from scenario import (AGENT, ENVIRONMENT, IDENTITIES, SIGNATURE, WORK, Agent, Finger, Server, Wire, blob, check, end,
                      new_key, run, start, string)

OTHER = WORK / "ssh-agent.sock"
AGENTS = {"ssh-agent": OTHER, "biogate-ssh-agent": AGENT}
TEXT = b"SSHSIG" + string(b"git") + string(b"") + string(b"sha512") + string(bytes(64))


def call_oneself(name):
    """A touch counts again for ssh-keygen below git, by their processes' names."""
    ctypes.CDLL(None).prctl(15, name.encode(), 0, 0, 0)


def timed(body, count):
    samples = []
    for _ in range(count):
        begin = time.perf_counter_ns()
        body()
        samples.append((time.perf_counter_ns() - begin) / 1000)
    return samples


def by_turns(bodies, rounds, count):
    samples = {name: [] for name in bodies}
    names = list(bodies)
    for number in range(rounds):
        for name in names[number % 2:] + names[:number % 2]:
            samples[name].append(timed(bodies[name], count))
    return samples


def asking(name, path, message, answer):
    """A body that asks an agent on an open connection."""
    wire = Wire(path)

    def ask():
        check(wire.ask(message)[:1] == answer, name)
    return ask


def measure_requests(keys, agents, rounds, count):
    """As ssh-keygen; prints the rows of single requests."""
    call_oneself("ssh-keygen")
    lists = {name: asking(name, path, b"\x0b", IDENTITIES) for name, path in agents.items()}
    signatures = {
        name: asking(name, agents[name], b"\x0d" + string(blob(key)) + string(TEXT) + bytes(4), SIGNATURE)
        for name, key in keys.items()}
    for ask in [*lists.values(), *signatures.values()]:
        ask()
    print(json.dumps({"list": by_turns(lists, rounds, count), "signature": by_turns(signatures, rounds, count)}))


def main(rounds, count):
    call_oneself("git")
    for number in range(7):
        new_key(f"more-{number}", "--ed25519")
    keys = {"biogate-ssh-agent": new_key("work", "--ed25519", "--reuse", "5m")}
    behind = start("ssh-agent", "-D", "-a", OTHER)
    environment = {name: {**ENVIRONMENT, "SSH_AUTH_SOCK": str(path)} for name, path in AGENTS.items()}
    while not OTHER.exists():
        check(behind.poll() is None, "ssh-agent has ended")
    for number in range(8):
        other = WORK / f"plain-{number}"
        run("ssh-keygen", "-q", "-N", "", "-t", "ed25519", "-f", other).expect(0)
        run("ssh-add", "-q", other, env=environment["ssh-agent"]).expect(0)
    keys["ssh-agent"] = WORK / "plain-7.pub"
    finger = Finger()
    with Agent(), Server("ed25519", *keys.values()) as server:
        server.know()
        words = [sys.executable, __file__, *sys.argv[1:4], *(keys[name] for name in AGENTS), *AGENTS.values()]
        rows = json.loads(end(start(*words)).expect(0).out)

        def logging_in(name):
            return lambda: run(*server.ssh("true", key=keys[name]), env=environment[name]).expect(0)

        logins = {name: logging_in(name) for name in AGENTS}
        logins["biogate-ssh-agent"]()
        rows["login"] = by_turns(logins, rounds, max(1, count // 20))
        check(len(finger.asked) == 2, f"{len(finger.asked)} touches")
    behind.terminate()
    behind.communicate()
    print(json.dumps(rows))


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[2:4]]
    if len(sys.argv) > 4:
        paths = [pathlib.Path(word) for word in sys.argv[4:]]
        measure_requests(dict(zip(AGENTS, paths[:2])), dict(zip(AGENTS, paths[2:])), *numbers)
    else:
        main(*numbers)
