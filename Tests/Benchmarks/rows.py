"""The rows of the table. As a program, ends with 0 if its arguments are rows: rows.py [ROW...]"""

import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import statistics
import subprocess
import sys
import time

import image
from candidates import ITEM, TEXT_FINGER, Face, Finger, Fprintd, Gate, GateClient, environment

HERE = pathlib.Path(__file__).parent
VERIFIES = "FP_VIRTUAL_DEVICE"
IDENTIFIES = "FP_VIRTUAL_DEVICE_STORAGE"
IMAGES = "FP_VIRTUAL_IMAGE"


class Stage:
    """The daemon, fprintd and the floor on readers of one kind, set up with the same finger."""

    def __init__(self, bench, variable=VERIFIES, finger=Finger(TEXT_FINGER), items=100, **configuration):
        self.bench = bench
        self.room = pathlib.Path(bench.room / f"stage-{len(os.listdir(bench.room))}")
        self.variable, self.finger = variable, finger
        self.gate = Gate(self.room / "gate", bench.biogated, variable, finger, **configuration)
        self.gate.fill(items)
        self.fprintd = Fprintd(self.room / "fprintd", variable, finger)
        # Both daemons are on the same bus, without a logind.
        self.gate.bus_address = self.fprintd.address
        with self.fprintd:
            self.run("fprintd", "enroll")

    def environment(self, **more):
        gate, fprintd = self.gate, self.fprintd
        return environment(**{
            "FINGER": self.finger.text, "READER_VARIABLE": self.variable, "GATE_SOCKET": gate.socket,
            "GATE_READER": gate.reader, "GATE_ITEM": ITEM, "FPRINTD_READER": fprintd.reader,
            "FLOOR_READER": self.room / "floor", "DBUS_SYSTEM_BUS_ADDRESS": fprintd.address,
            "ECHO_SOCKET": self.room / "echo", **more,
        })

    def run(self, *words):
        subprocess.run([self.bench.measurer, *words], env=self.environment(), check=True)

    def sampling(self, candidate, what, samples, **more):
        """One round of a candidate."""
        samples = max(1, samples // 10) if self.bench.quick else samples
        return lambda: self.bench.measure(candidate, what, samples, self.environment(**more))

    @contextlib.contextmanager
    def running(self):
        with self.fprintd, self.gate:
            yield self


def armed(bench):
    with Stage(bench).running() as stage:
        bench.report("armed reader: touch to secret", bench.by_turns({
            "bare libfprint": stage.sampling("floor", "armed", 50),
            "fprintd": stage.sampling("fprintd", "armed", 50),
            "biogated": stage.sampling("gate", "armed", 50),
        }), goals=[("biogated", "bare libfprint", 1.5), ("biogated", "fprintd", 0.5)])


def yes(bench):
    """The same question to both: whether it is the user."""
    with Stage(bench).running() as stage:
        bench.report("armed reader: touch to yes", bench.by_turns({
            "fprintd": stage.sampling("fprintd", "armed", 50),
            "biogated": stage.sampling("gate", "yes", 50),
        }), goals=[("biogated", "fprintd", 1.2)])


def several(bench):
    """Eight secrets by one touch."""
    with Stage(bench).running() as stage:
        bench.report("armed reader: touch to eight secrets", bench.by_turns({
            "one": stage.sampling("gate", "armed", 50),
            "eight": stage.sampling("gate", "several", 50),
        }), goals=[("eight", "one", 2)])


def cold(bench):
    with Stage(bench).running() as stage:
        bench.report("cold call: connect to secret", bench.by_turns({
            "bare libfprint": stage.sampling("floor", "cold", 10),
            "fprintd": stage.sampling("fprintd", "cold", 10),
            # After each, the reader stays open for three seconds.
            "biogated": stage.sampling("gate", "cold", 4),
        }), goals=[("biogated", "fprintd", 1 / 3)])


def status(bench):
    with Stage(bench).running() as stage:
        with stage.gate.client() as client:
            client.send("GetAvailability")
            client.message()
            client.socket.sendall(b'{"method":"org.biometricgate.Gate.GetAvailability"}\0')
            answer = len(client.socket.recv(65536))
        bench.report("status on an open connection", bench.by_turns({
            "echo server in C": stage.sampling(
                "echo", "status", 3000, ECHO_REQUEST_BYTES=52, ECHO_ANSWER_BYTES=answer),
            "fprintd": stage.sampling("fprintd", "status", 1000),
            "biogated": stage.sampling("gate", "status", 3000),
        }), goals=[("biogated", "fprintd", 0.5), ("biogated", "echo server in C", 1.5)])


def hanging(bench):
    """Status while name services and the journal hang, and another user keeps asking for what needs them."""
    stage = Stage(bench)
    room, stranger = stage.room, 54321
    full, answer, library = room / "full", room / "answer", room / "names.so"
    # Other users must reach the socket.
    os.chmod(bench.room, 0o711)
    os.mkfifo(full)
    os.mkfifo(answer)
    names = HERE.parent / "IntegrationTests/Clients/hanging_names.c"
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, names, "-ldl"], check=True)
    journal = os.open(full, os.O_RDWR | os.O_NONBLOCK)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(journal, bytes(4096))
    with stage.fprintd, contextlib.ExitStack() as stack:
        stack.callback(os.close, journal)
        stage.gate.start(
            ["sh", "-c", 'exec "$@" 2>"$0"', full], LD_PRELOAD=library, HANGING_USER=stranger, HANGING_ANSWER=answer)
        stack.callback(stage.gate.end)
        samples = {"idle": [], "name services and journal hang": []}
        for _ in range(bench.rounds):
            samples["idle"].append(stage.sampling("gate", "status", 3000)())
            with Flood(stage.gate.socket, stranger):
                samples["name services and journal hang"].append(stage.sampling("gate", "status", 3000)())
    p99 = {name: [[statistics.quantiles(one, n=100)[98]] for one in rounds] for name, rounds in samples.items()}
    bench.report(
        "p99 of status while another user's calls wait for who that is", p99,
        goals=[("name services and journal hang", "idle", 1.5)])


class Flood:
    """Makes another user's calls that wait for name services, and messages that the journal records, until the end."""

    CALLS = [b'{"method":"org.biometricgate.Gate.%s"}\0' % method for method in [b"ListItems", b"GetAvailability"]]

    def __init__(self, path, user):
        self.path, self.user = path, user

    def __enter__(self):
        ready, told = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            try:
                os.setgroups([])
                os.setresgid(self.user, self.user, self.user)
                os.setresuid(self.user, self.user, self.user)
                self.ask(told)
            finally:
                os._exit(1)
        os.close(told)
        if not os.read(ready, 1):
            raise RuntimeError(f"nobody can ask as user {self.user}: that takes root")
        os.close(ready)

    def ask(self, told):
        waiting = [socket.socket(socket.AF_UNIX) for _ in range(16)]
        for number, one in enumerate(waiting):
            one.connect(str(self.path))
            one.sendall(self.CALLS[number % 2])
        os.write(told, b".")
        while True:
            with socket.socket(socket.AF_UNIX) as broken, contextlib.suppress(OSError):
                broken.connect(str(self.path))
                broken.sendall(b"no call\0")
                broken.recv(1)
            time.sleep(0.01)

    def __exit__(self, *exception):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)


def during_scan(bench):
    """Status while libfprint compares an image with an identical one, about a second in bozorth3."""
    picture = bench.room / "finger"
    image.write(picture)
    with Stage(bench, IMAGES, Finger(f"@{picture}"), items=1).running() as stage:
        samples = bench.by_turns({
            "fprintd, idle": stage.sampling("fprintd", "status", 300),
            "fprintd, comparing": stage.sampling("fprintd", "during-scan", 1),
            "biogated, idle": stage.sampling("gate", "status", 300),
            "biogated, comparing": stage.sampling("gate", "during-scan", 1),
        })
        bench.report("status while a scan computes", samples, goals=[
            ("biogated, comparing", "biogated, idle", 1.0), ("fprintd, comparing", "fprintd, idle", None)],
            notes={f"slowest of {name}": f"{max(map(max, rounds)) / 1000:.1f} ms" for name, rounds in samples.items()})


def start(bench):
    """exec to the first reply, with a database of 100 items."""
    stage = Stage(bench)
    stage.fprintd.start_bus()
    try:
        activation = stage.room / "activated"
        activator = [
            "/usr/bin/systemd-socket-activate", f"--listen={activation}",
            *[f"--setenv={name}={value}" for name, value in stage.gate.environment.items()], *stage.gate.command]
        lines = lambda command: "\n".join(map(str, command))
        exec_gate, exec_fprintd = stage.environment(), stage.environment()
        exec_gate |= stage.gate.environment | {"GATE_COMMAND": lines(stage.gate.command)}
        exec_gate |= {"GATE_ACTIVATOR": lines(activator), "GATE_ACTIVATION_SOCKET": str(activation)}
        exec_fprintd |= stage.fprintd.environment | {"FPRINTD_COMMAND": lines(stage.fprintd.command)}
        count = 2 if bench.quick else 10
        bench.report("exec to first reply", bench.by_turns({
            "fprintd": lambda: bench.measure("fprintd", "exec", count, exec_fprintd),
            "biogated": lambda: bench.measure("gate", "exec", count, exec_gate),
            "biogated, socket-activated": lambda: bench.measure("gate", "activated", count, exec_gate),
        }), goals=[("biogated", "fprintd", 1.0), ("biogated, socket-activated", "biogated", 1.5)])
    finally:
        stage.fprintd.end()


def private_memory(process):
    """Kilobytes that no other process shares, by whether they were written to."""
    fields = dict(
        line.split(":", 1) for line in pathlib.Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()[1:])
    kilobytes = {name: int(value.split()[0]) for name, value in fields.items()}
    return kilobytes["Private_Dirty"], kilobytes["Private_Clean"]


def memory(bench):
    """Private memory, idle and after 1,000 authentications."""
    with Stage(bench).running() as stage:
        first, last = (10, 100) if bench.quick else (100, 1000)
        figures = {}
        for name, candidate, processes in [
            ("fprintd", "fprintd", [stage.fprintd.process.id]), ("biogated", "gate", stage.gate.processes)]:
            memory = lambda: tuple(map(sum, zip(*map(private_memory, processes))))
            time.sleep(1)
            figures[f"{name}, idle"] = memory()
            if len(processes) > 1:
                figures[f"{name} alone, idle"] = private_memory(processes[0])
            stage.sampling(candidate, "armed", first)()
            stage.sampling(candidate, "armed", first)()
            figures[f"{name}, after the first"] = memory()
            for _ in range(last // first - 1):
                bench.measure(candidate, "armed", first, stage.environment())
            figures[f"{name}, after all"] = memory()
        written = {name: [[dirty]] for name, (dirty, _) in figures.items()}
        bench.report(
            f"memory written to, after {first} and {last} authentications", written, "KiB",
            [("biogated, idle", "fprintd, idle", 2.0), ("biogated, after all", "biogated, after the first", 1.0)],
            {f"mapped by nobody else, {name}": f"{clean} KiB"
             for name, (_, clean) in figures.items() if "idle" in name})


def waits(process):
    """How often each thread of the process, by number and name, waited."""
    found = {}
    for thread in pathlib.Path(f"/proc/{process}/task").iterdir():
        with contextlib.suppress(FileNotFoundError):
            lines = dict(line.split(":", 1) for line in (thread / "status").read_text().splitlines())
            found[int(thread.name), lines["Name"].strip()] = int(lines["voluntary_ctxt_switches"])
    return found


def wakeups(process):
    """How often any thread of the process waited."""
    return sum(waits(process).values())


def processor_time(process):
    """In milliseconds."""
    fields = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) * 1000 / os.sysconf("SC_CLK_TCK")


def idle(bench):
    """A minute without requests."""
    seconds = 10 if bench.quick else 60
    with Stage(bench).running() as stage:
        daemon, reader = stage.gate.processes
        processes = {"fprintd": stage.fprintd.process.id, "biogated": daemon, "biogate-reader": reader}
        # libdispatch ends threads that were idle for 5 s.
        time.sleep(15)
        before = {name: (waits(process), processor_time(process)) for name, process in processes.items()}
        time.sleep(seconds)
        notes, own = {}, 0
        for name, process in processes.items():
            threads, milliseconds = waits(process), processor_time(process) - before[name][1]
            woken = {key[1]: count - before[name][0].get(key, 0) for key, count in threads.items()}
            woken = {thread: count for thread, count in woken.items() if count}
            notes[f"{name} wakes up"] = f"{sum(woken.values())} times: " + ", ".join(
                f"{thread} {count}" for thread, count in woken.items())
            notes[f"{name} computes"] = f"{milliseconds:g} ms"
            own += sum(count for thread, count in woken.items() if name != "fprintd" and "usb" not in thread.lower())
        # libfprint's USB library wakes up every two seconds in every process that uses it.
        notes["biogated's and biogate-reader's own (goal: 0)"] = own
    bench.add({"row": f"idle for {seconds} s", "notes": notes})


def clients(bench):
    """Many connected clients, each of which asks again as soon as it is answered."""
    counts = [1, 8, 64] if bench.quick else [1, 2, 4, 8, 16, 32, 64, 128, 256, 512]
    limits = {"limits.connections": 600, "limits.connectionsPerUser": 600}
    gate = Gate(bench.room / "clients", bench.biogated, VERIFIES, Finger(TEXT_FINGER), **limits).fill()
    found = {count: [] for count in counts}
    with gate:
        for _ in range(bench.rounds):
            for count in counts:
                run = subprocess.run(
                    [bench.measurer, "load", str(count), "500"], env=environment(GATE_SOCKET=gate.socket),
                    capture_output=True, text=True, check=True)
                found[count].append(json.loads(run.stdout))
    rate = {
        f"{count} clients": [[1e6 * one["seconds"] / one["calls"]] for one in of] for count, of in found.items()}
    tails = {
        f"p99 with {count}": f"{statistics.median(one['p99'] for one in of) / 1e6:.2f} ms"
        for count, of in found.items()}
    few, many = f"{counts[0]} clients", f"{counts[-1]} clients"
    bench.report("time for each answer, with many clients", rate, goals=[(many, few, 1.0)], notes=tails)


def growth(bench):
    """Armed scans with much data, of the user and of others, beside the same with little."""
    finger = Finger(TEXT_FINGER)
    sizes = {"items": 100, "users": 100} if bench.quick else {"items": 1000, "users": 1000}
    make = lambda name, items: Gate(bench.room / name, bench.biogated, VERIFIES, finger).fill(items)
    little, own = make("little", 1), make("own", sizes["items"])
    # A reader that only verifies asks for the finger that matched last, however many there are.
    prints = Gate(bench.room / "prints", bench.biogated, VERIFIES, finger).fill(1, fingers=10)
    others = Gate(bench.room / "others", bench.biogated, VERIFIES, finger)
    shutil.copytree(little.state, others.state)
    add_users(others.state / "keystore.sqlite", sizes["users"])
    with contextlib.ExitStack() as stack:
        gates = {
            "1 item, 1 user": little, "10 prints": prints, f"{sizes['items']} items": own,
            f"{sizes['users']} users": others}
        for gate in gates.values():
            stack.enter_context(gate)
        sampling = lambda gate: lambda: bench.measure("gate", "armed", 5 if bench.quick else 50, environment(
            FINGER=finger.text, GATE_SOCKET=gate.socket, GATE_READER=gate.reader, GATE_ITEM=ITEM))
        bench.report(
            "armed reader, with much data", bench.by_turns({name: sampling(gate) for name, gate in gates.items()}),
            goals=[(name, "1 item, 1 user", 1.1) for name in gates if name != "1 item, 1 user"])


def add_users(path, count):
    """Gives other users as many rows as the user has; they are never read, so their MACs need not be right."""
    import sqlite3
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        tables = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            columns = [row[1] for row in database.execute(f'PRAGMA table_info("{table}")')]
            key = {"content": "item", "slot": "item"}.get(table)
            if "uid" not in columns and not key:
                continue
            values = []
            for column in columns:
                if column == "uid":
                    values.append("uid + :offset")
                elif column == key or (table == "item" and column == "id"):
                    values.append(f'"{column}" || :offset')
                else:
                    values.append(f'"{column}"')
            rows = database.execute(f'SELECT count(*) FROM "{table}"').fetchone()[0]
            for user in range(1, count):
                database.execute(
                    f'INSERT INTO "{table}" SELECT {", ".join(values)} FROM "{table}" ORDER BY rowid LIMIT {rows}',
                    {"offset": 100000 + user})
        database.commit()


def size(bench):
    """The size of an installed daemon on disk, and of its parts."""
    stripped = bench.room / "stripped"
    subprocess.run(["strip", "-o", stripped, bench.biogated], check=True)
    total = stripped.stat().st_size
    sections = {}
    table = subprocess.run(["size", "-A", stripped], capture_output=True, text=True, check=True).stdout
    for line in table.splitlines():
        words = line.split()
        if len(words) == 3 and words[1].isdigit() and words[0].startswith("."):
            sections[words[0]] = int(words[1])
    symbols = subprocess.run(["nm", "--print-size", bench.biogated], capture_output=True, text=True).stdout
    data = next((int(line.split()[1], 16) for line in symbols.splitlines() if "icudt" in line and "_dat" in line), 0)
    megabytes = lambda count: f"{count / 1e6:.1f} MB"
    sections = sorted(((name, count) for name, count in sections.items() if name != ".bss"), key=lambda pair: -pair[1])
    bench.add({"row": "installed size of biogated, stripped", "notes": {
        "all": megabytes(total), "of that ICU's data": megabytes(data)} | {
        name: megabytes(count) for name, count in sections[:5]}})


@contextlib.contextmanager
def logins(bench, variable=VERIFIES, finger=Finger(TEXT_FINGER)):
    """fprintd and biogate-fprintd, each on its own bus and reader, and how a round of either is measured."""
    stage = Stage(bench, variable, finger)
    face = Face(stage.room / "face", stage.gate)

    def by_turns(what, samples, bare=None):
        ours = {"FPRINTD_READER": face.reader, "DBUS_SYSTEM_BUS_ADDRESS": face.address}
        return bench.by_turns({
            **({"bare libfprint": stage.sampling("floor", bare, samples)} if bare else {}),
            "fprintd": stage.sampling("fprintd", what, samples),
            "biogate-fprintd": stage.sampling("fprintd", what, samples, **ours),
        })
    with stage.fprintd, face:
        yield by_turns


def login_armed(bench):
    with logins(bench) as by_turns:
        bench.report(
            "login, armed: touch to VerifyStatus", by_turns("armed", 50, bare="armed"),
            goals=[("biogate-fprintd", "fprintd", 1.6)])


def login_claim(bench):
    with logins(bench) as by_turns:
        bench.report(
            "login: Claim to VerifyStatus", by_turns("cold", 10), goals=[("biogate-fprintd", "fprintd", 1.0)])


def login_start(bench):
    with logins(bench) as by_turns:
        bench.report("login: VerifyStart", by_turns("begin", 100), goals=[("biogate-fprintd", "fprintd", 1.2)])


def login_devices(bench):
    with logins(bench) as by_turns:
        bench.report("login: GetDevices", by_turns("status", 1000), goals=[("biogate-fprintd", "fprintd", 1.0)])


def measured_by(script, *words):
    """The rounds, by what and by whom, that a script of another directory prints, in microseconds."""
    run = subprocess.run([sys.executable, HERE.parent / script, *map(str, words)], capture_output=True, text=True, timeout=600)
    if run.returncode:
        raise RuntimeError(f"{script}: {run.stdout} {run.stderr.strip()}")
    return json.loads(next(line for line in run.stdout.splitlines() if line.startswith("{")))


def in_sandbox(bench, script, *words):
    """The same inside a sandbox."""
    built = bench.biogated.parent
    run = subprocess.run(
        [built / "biogate-sandbox", "--daemon", bench.biogated, "--", sys.executable, HERE.parent / script, built,
         *map(str, words)], capture_output=True, text=True, timeout=600)
    if run.returncode:
        raise RuntimeError(f"{script}: {run.stderr.strip()}")
    return json.loads(run.stdout.splitlines()[-1])


def ssh(bench):
    """The agent for ssh beside OpenSSH's, each with eight keys."""
    measured = in_sandbox(bench, "SSH/measure.py", bench.rounds, 20 if bench.quick else 200)
    ours, other = "biogate-ssh-agent", "ssh-agent"
    bench.report("ssh: list of keys", measured["list"], goals=[(ours, other, 2)])
    # The goal is a difference: the daemon is another process behind the agent.
    signatures = {name: statistics.median(map(statistics.median, measured["signature"][name])) for name in (ours, other)}
    bench.report("ssh: signature without a touch", measured["signature"], goals=[(ours, other, None)], notes={
        "above ssh-agent": f"{signatures[ours] - signatures[other]:.0f} µs, goal 1000"})
    bench.report("ssh: ssh host true", measured["login"], goals=[(ours, other, 1.1)])


def keyring(bench):
    """The keyring's door beside the keyring alone."""
    measured = in_sandbox(bench, "Keyring/measure.py", bench.rounds, 10 if bench.quick else 100)
    medians = {what: {name: statistics.median(map(statistics.median, rounds)) for name, rounds in of.items()}
               for what, of in measured.items()}
    front, alone = "biogate-secrets", "keyring alone"
    for what in ("search", "reading"):
        bench.report(f"keyring: {what} of an item without protection", measured[what], goals=[(front, alone, None)], notes={
            "above the keyring alone": f"{medians[what][front] - medians[what][alone]:.0f} µs, goal 1000"})
    bench.report("keyring: reading of an opened item", measured["opened"])


def passkey(bench):
    """The security key before the daemon, whose sign-ins are without the touch."""
    measured = in_sandbox(bench, "Passkeys/measure.py", bench.rounds, 10 if bench.quick else 50)
    key, alone = "biogate-passkeys", "daemon alone"
    median = lambda rounds: statistics.median(map(statistics.median, rounds))
    signing = {name: median(rounds) for name, rounds in measured["sign-in"].items()}
    bench.report("passkey: GetInfo", measured["info"], notes={"goal": "2000 µs"})
    bench.report("passkey: sign-in without the touch", measured["sign-in"], goals=[(key, alone, None)], notes={
        "above the daemon alone": f"{signing[key] - signing[alone]:.0f} µs, goal 5000"})


def either(bench):
    """sudo at one prompt for the password or a finger, beside pam_unix alone."""
    module = HERE.parents[1] / ".build/pam/pam_biogate.so"
    subprocess.run(["make", "--silent", "pam"], cwd=HERE.parents[1], check=True)
    measured = measured_by("System/either.py", bench.biogated.parent, module, "measured")
    bench.report("sudo: touch to the command's output", measured["touch"])
    bench.report("sudo: Enter behind a password to it", measured["password"], goals=[("pam_biogate", "pam_unix", 1.3)])


ALL = {
    "armed": armed, "yes": yes, "several": several, "cold": cold, "status": status, "hanging": hanging, "during-scan": during_scan, "start": start,
    "memory": memory, "idle": idle, "clients": clients, "growth": growth, "size": size,
    "login-armed": login_armed, "login-claim": login_claim, "login-start": login_start, "login-devices": login_devices,
    "ssh": ssh, "keyring": keyring, "passkey": passkey, "either": either,
}


def chosen(names):
    """These rows, or all if none is named."""
    unknown = [name for name in names if name not in ALL]
    if unknown:
        sys.exit(f"there is no row {', '.join(unknown)}; the rows are: {' '.join(ALL)}")
    return [ALL[name] for name in names or ALL]


if __name__ == "__main__":
    chosen(sys.argv[1:])
