"""What one program on the bus can do to another's login: fprintd_bus.py BINARIES

Programs that call endlessly, leave, or keep polkit asking for ever, on fprintd_bench.py. Each step prints its result,
and the first that fails ends with 1.
"""

import contextlib
import glob
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading

from fprintd_bench import DEVICE, NAME, PATIENCE, Bench, check, until
from gi.repository import Gio, GLib

READER = "/net/reactivated/Fprint/Device/0"
MANAGER = "/net/reactivated/Fprint/Manager"
LIMITS_EXCEEDED = "org.freedesktop.DBus.Error.LimitsExceeded"
TOO_LONG = LIMITS_EXCEEDED + ": The call is too long: its arguments may have 4096 bytes"
OWN = GLib.Variant("(s)", ("",))


def connected(bench, user=0):
    """A connection of that user to the bus."""
    os.chmod(bench.folder, 0o755)
    os.seteuid(user)
    try:
        return bench.connect()
    finally:
        os.seteuid(0)


def answer(bench, method, arguments=None, connection=None):
    try:
        return bench.call(READER, DEVICE, method, arguments, connection=connection)
    except GLib.Error as error:
        return Gio.DBusError.get_remote_error(error) or str(error)


def refusal(bench, arguments, connection):
    """The error and the text of a refused claim."""
    try:
        return bench.call(READER, DEVICE, "Claim", arguments, connection=connection)
    except GLib.Error as error:
        return error.message.removeprefix("GDBus.Error:")


def calling(bench, method, connection, answers):
    """Makes a call in the background; its answer is added to the others."""
    threading.Thread(target=lambda: answers.append(answer(bench, method, OWN, connection)), daemon=True).start()


def send(connection, count, method="Claim"):
    """Calls that expect no reply, followed by one that is always answered."""
    for _ in range(count):
        message = Gio.DBusMessage.new_method_call(NAME, READER, DEVICE, method)
        message.set_flags(Gio.DBusMessageFlags.NO_REPLY_EXPECTED)
        message.set_body(OWN)
        connection.send_message(message, Gio.DBusSendMessageFlags.NONE)
    with contextlib.suppress(GLib.Error):
        connection.call_sync(
            NAME, MANAGER, "org.freedesktop.DBus.Peer", "Ping", None, None, Gio.DBusCallFlags.NONE, PATIENCE * 1000, None)


def let_go(bench):
    """Lets polkit answer all its open questions."""
    held, bench.held = bench.held, None
    for question in held:
        question.return_value(GLib.Variant("((bba{ss}))", ((False, False, {}),)))


def sixteen_calls_at_a_time(bench):
    """At most 16 calls of one connection run; the others are refused at once, for now."""
    bench.held = []
    client, answers = connected(bench), []
    for _ in range(20):
        calling(bench, "Claim", client, answers)
    until("the refusals", lambda: len(answers) == 4 and len(bench.held) == 16)
    check(answers == [LIMITS_EXCEEDED] * 4, answers)
    let_go(bench)
    until("the answers", lambda: len(answers) == 20)
    # polkit says no to the first question of each, and yes to the second.
    check(answers.count(()) == 1 and answers.count(NAME + ".Error.AlreadyInUse") == 15, answers)
    check(answer(bench, "Release", connection=client) == (), "its places are free again")
    client.close_sync(None)


def polkit_hangs_for_a_user(bench):
    """A user whose agent never answers has at most 16 open questions, and prevents no other user's login."""
    bench.held = held = []
    clients = [connected(bench, 1) for _ in range(10)]
    answers = []
    for client in clients:
        for _ in range(16):
            calling(bench, "Claim", client, answers)
    until("the user's last call is refused", lambda: len(answers) == 144)
    check(set(answers) == {LIMITS_EXCEEDED} and len(held) == 16, (set(answers), len(held)))
    # Another user is asked as well.
    other = connected(bench, 2)
    calling(bench, "ListEnrolledFingers", other, [])
    until("polkit is asked about another", lambda: len(held) == 17)
    bench.held = None
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)
    bench.held = held
    # A client that leaves is not asked any more.
    clients[0].close_sync(None)
    number = until("a question is cancelled", lambda: list(bench.cancelled))
    check(all(each.isdigit() for each in number), number)
    for client in [*clients[1:], other]:
        client.close_sync(None)
    until("all questions are cancelled", lambda: len(set(bench.cancelled)) == 17)
    let_go(bench)


def memory(process, line="VmRSS:"):
    """In KiB."""
    with open(f"/proc/{process.pid}/status", encoding="ascii") as file:
        return int(next(each for each in file if each.startswith(line)).split()[1])


def calls_without_reply(bench):
    """Calls that expect no reply are limited as well: nothing is kept of those beyond the limit, or of long ones."""
    bench.held = []
    client = connected(bench, 1)
    send(client, 1000)
    before = memory(bench.face)
    send(client, 30_000)
    grown = memory(bench.face) - before
    check(len(bench.held) <= 16, len(bench.held))
    check(grown < 10_000, f"{grown} KiB more")
    other = connected(bench)
    check(bench.call(MANAGER, NAME + ".Manager", "GetDevices", connection=other) == ([READER],), "others are served")
    client.close_sync(None)
    long = GLib.Variant("(s)", ("x" * 5000,))
    check(refusal(bench, long, other) == TOO_LONG, "a long message is refused")
    let_go(bench)
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)


def one_long_message(bench):
    """A message of some MiB, of which GDBus would make hundreds, is refused, nothing of it is kept, and later ones are
    served."""
    before = memory(bench.face, "VmHWM:")
    client = connected(bench, 1)
    count = 1 << 20
    # That many empty texts in GVariant's form: their ends follow them.
    ends = b"".join(end.to_bytes(4, "little") for end in range(1, count + 1))
    texts = GLib.Variant.new_from_bytes(GLib.VariantType("as"), GLib.Bytes.new(bytes(count) + ends), True)
    for kind in (Gio.DBusMessageFlags.NO_REPLY_EXPECTED, Gio.DBusMessageFlags.NONE):
        message = Gio.DBusMessage.new_method_call(NAME, READER, DEVICE, "Claim")
        message.set_flags(kind)
        message.set_body(GLib.Variant.new_tuple(texts))
        client.send_message(message, Gio.DBusSendMessageFlags.NONE)
    check(bench.call(MANAGER, NAME + ".Manager", "GetDevices", connection=client) == ([READER],), "it is served")
    # A caller does not wait in vain.
    for length in (130_000, 131_000, 200_000, 5_000_000):
        said = refusal(bench, GLib.Variant("(s)", ("x" * length,)), client)
        check(said == TOO_LONG, (length, said))
    grown = memory(bench.face, "VmHWM:") - before
    check(grown < 20_000, f"{grown} KiB more")
    before = memory(bench.face)
    for length in (30_000_000, 20_000_000, 10_000_000):
        said = refusal(bench, GLib.Variant("(s)", ("x" * length,)), client)
        check(said == TOO_LONG, (length, said))
    # Its answer comes before a message is freed, and the next one's after that.
    bench.call(MANAGER, NAME + ".Manager", "GetDevices", connection=client)
    grown = memory(bench.face) - before
    check(grown < 1000, f"{grown} KiB are kept")
    client.close_sync(None)


def many_clients_leave(bench):
    """A claim ends when its owner leaves, however many programs use the service: one match rule covers all."""
    lookers = [connected(bench) for _ in range(20)]
    for each in lookers:
        check(answer(bench, "ListEnrolledFingers", OWN, each) == (["right-index-finger"],), "a list")
    owner = connected(bench)
    check(answer(bench, "Claim", OWN, owner) == (), "a claim")
    check(answer(bench, "Claim", OWN) == NAME + ".Error.AlreadyInUse", "it is claimed")
    owner.close_sync(None)
    until("the claim is free", lambda: answer(bench, "Claim", OWN) == ())
    check(answer(bench, "Release") == (), "it is released")


def claims_and_leaves_at_once(bench):
    """A program that leaves just after its call claims nothing."""
    for _ in range(50):
        leaver = connected(bench)
        leaver.call(NAME, READER, DEVICE, "Claim", OWN, None, Gio.DBusCallFlags.NONE, -1, None, None)
        leaver.flush_sync(None)
        leaver.close_sync(None)
    until("the claim is free", lambda: answer(bench, "Claim", OWN) == ())
    check(answer(bench, "Release") == (), "it is released")


def daemon_stalls(bench):
    """A daemon that stands still fails neither a stop nor a release, and the next claim waits until it goes on"""
    client = connected(bench)
    check(answer(bench, "Claim", OWN, client) == (), "a claim")
    since = len(bench.signals)
    check(answer(bench, "VerifyStart", GLib.Variant("(s)", ("any",)), client) == (), "a scan")
    bench.needed(since)
    bench.daemon.send_signal(signal.SIGSTOP)
    for method in ("VerifyStop", "Release"):
        said = answer(bench, method, None, client)
        check(said == (), (method, said))
    claims = []
    client.call(NAME, READER, DEVICE, "Claim", OWN, None, Gio.DBusCallFlags.NONE, PATIENCE * 1000, None,
                lambda connection, result: claims.append(connection.call_finish(result).unpack()))
    # Answered behind the claim: no other connection's claim comes first.
    client.call_sync(NAME, READER, "org.freedesktop.DBus.Peer", "Ping", None, None, Gio.DBusCallFlags.NONE, -1, None)
    # The claim is there, and waits.
    until("the claim waits", lambda: answer(bench, "Claim", OWN) == NAME + ".Error.AlreadyInUse")
    check(claims == [], claims)
    bench.daemon.send_signal(signal.SIGCONT)
    until("the claim", lambda: (GLib.MainContext.default().iteration(False), claims == [()])[1])
    check(answer(bench, "Release", None, client) == (), "it is released")
    client.close_sync(None)
    status, said = bench.authenticate("SCAN right")
    check(status == 0, said)


class Listener:
    """A face socket without a daemon; it closes each connection, or keeps it."""

    def __init__(self, bench, closes):
        self.bench = bench
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(bench.face_path)
        self.listener.listen()
        self.kept = []
        # For each connection, whether the name was taken when it came.
        self.found = []
        threading.Thread(target=self.serve, args=[closes], daemon=True).start()

    def serve(self, closes):
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self.listener.accept()
                self.found.append(self.bench.has_owner(NAME))
                if closes:
                    connection.recv(4096)
                    connection.close()
                else:
                    self.kept.append(connection)

    def tell(self, readers):
        """Answers the first connection."""
        self.answer(0, {"readers": readers})

    def answer(self, number, parameters):
        """Answers the connection at that place in the order, and more may follow."""
        connection = until("somebody asks", lambda: self.kept[number:])[0]
        connection.recv(4096)
        connection.sendall(json.dumps({"parameters": parameters, "continues": True}).encode() + b"\0")


def devices(bench):
    return bench.call(MANAGER, NAME + ".Manager", "GetDevices")[0]


@contextlib.contextmanager
def without_daemon():
    with tempfile.TemporaryDirectory(prefix="biogate-bus-") as folder:
        bench = Bench(sys.argv[1], folder)
        try:
            bench.start_bus()
            yield bench
        finally:
            bench.stop()


def daemon_ends_at_once():
    """A daemon that ends at every connection delays no login: the name is taken before the third attempt."""
    with without_daemon() as bench:
        listener = Listener(bench, closes=True)
        bench.start_face("--no-timeout")
        check(devices(bench) == [], "no reader is known")
        until("the third try", lambda: len(listener.found) >= 3)
        check(listener.found[2], listener.found)
        listener.listener.close()
        os.unlink(bench.face_path)
        bench.start_daemon()
        until("the reader is there once the daemon is", lambda: devices(bench) == [READER])


def daemon_starts():
    """While the daemon starts, the name waits for its readers, so the first client that sees it finds them."""
    with without_daemon() as bench:
        listener = Listener(bench, closes=False)
        bench.face = bench.start(f"{bench.binaries}/biogate-fprintd", "--socket", bench.face_path, "--no-timeout")
        until("the daemon is asked", lambda: listener.kept)
        check(not bench.has_owner(NAME), "the name waits")
        listener.tell([{"id": "a", "name": "A", "scanType": "press", "enrollStages": 5, "identifies": False}])
        until("the name", lambda: bench.has_owner(NAME))
        check(devices(bench) == [READER], "the reader is there at first sight")


def daemon_hangs():
    """If the daemon hangs, a list and a claim fail while a login waits, and the call of the claim is given up."""
    with without_daemon() as bench:
        listener = Listener(bench, closes=False)
        bench.face = bench.start(f"{bench.binaries}/biogate-fprintd", "--socket", bench.face_path, "--no-timeout")
        listener.tell([{"id": "a", "name": "A", "scanType": "press", "enrollStages": 5, "identifies": False}])
        until("the name", lambda: bench.has_owner(NAME))
        client, lists, claims = connected(bench), [], []
        calling(bench, "ListEnrolledFingers", client, lists)
        until("the daemon is asked for fingers", lambda: len(listener.kept) == 2)
        calling(bench, "Claim", client, claims)
        until("both have failed", lambda: lists and claims)
        check(lists == claims == [NAME + ".Error.Internal"], (lists, claims))
        # It is cancelled, and ends with its connection once a question that needs no reader has no answer either.
        late = listener.kept[2]
        late.settimeout(PATIENCE)
        said = b""
        while part := late.recv(4096):
            said += part
        check(b"Cancel" in said, said)
        check(answer(bench, "Release", None, client) == NAME + ".Error.ClaimDevice", "it is not claimed")
        late.close()
        claims.clear()
        calling(bench, "Claim", client, claims)
        listener.answer(4, {"event": "opened"})
        until("the next claim", lambda: claims == [()])


def results_are_the_owners():
    """A finger's result goes to the program that claimed the reader, and to no other."""
    with playing(settings={"fprintd.broadcastStatuses": False}) as bench:
        bench.start_face("--no-timeout")
        status, said = bench.run("fprintd-verify", commands=["SCAN right"])
        check(status == 0 and "Verifying: right-index-finger" in said and "verify-match (done)" in said, said)
        status, said = bench.authenticate("SCAN left", "SCAN right", tries=3)
        check(status == 0 and "Failed to match fingerprint" in said, said)
        heard = []
        # Like GNOME's settings: a proxy of the reader, on the connection that claims.
        owner = connected(bench)
        context = GLib.MainContext.new()
        context.push_thread_default()
        proxy = Gio.DBusProxy.new_sync(owner, Gio.DBusProxyFlags.NONE, None, NAME, READER, DEVICE, None)
        proxy.connect("g-signal", lambda _proxy, _sender, name, arguments: heard.append((name, arguments.unpack())))

        def told(name, *arguments):
            while (name, arguments) not in heard:
                context.iteration(True)
        for arguments in (OWN, GLib.Variant("(s)", ("left-thumb",))):
            method = "Claim" if arguments is OWN else "EnrollStart"
            check(answer(bench, method, arguments, owner) == (), method)
        for number in range(5):
            until("a finger is needed", lambda: any(
                member == "PropertiesChanged" and of[1].get("finger-needed") for _, member, of in bench.signals))
            bench.reader("SCAN thumb")
            told("EnrollStatus", *(("enroll-completed", True) if number == 4 else ("enroll-stage-passed", False)))
            while number < 4 and heard.count(("EnrollStatus", ("enroll-stage-passed", False))) <= number:
                context.iteration(True)
        check(answer(bench, "EnrollStop", None, owner) == (), "it is stopped")
        since = len(bench.signals)
        check(answer(bench, "VerifyStart", GLib.Variant("(s)", ("left-thumb",)), owner) == (), "it starts")
        bench.needed(since)
        told("VerifyFingerSelected", "left-thumb")
        # The last result precedes the release that it is for.
        check(answer(bench, "Release", None, owner) == (), "it is released")
        told("VerifyStatus", "verify-no-match", True)
        bench.catch_up()
        members = {member for _, member, _ in bench.signals}
        check("PropertiesChanged" in members, members)
        check(not members & {"VerifyStatus", "VerifyFingerSelected", "EnrollStatus"}, members)


# A directory service that never answers for one account.
HANGING = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pwd.h>
#include <unistd.h>
int getpwuid_r(uid_t uid, struct passwd *entry, char *room, size_t size, struct passwd **found)
{
    int (*real)(uid_t, struct passwd *, char *, size_t, struct passwd **) = dlsym(RTLD_NEXT, "getpwuid_r");
    if (uid == 1) {
        close(open("%s", O_CREAT | O_WRONLY, 0600));
        for (;;) pause();
    }
    return real(uid, entry, room, size, found);
}
"""


def directory_hangs_for_a_user():
    """A user whose directory service hangs keeps no other user's login waiting."""
    with playing() as bench:
        asked, library = f"{bench.folder}/asked", f"{bench.folder}/hanging.so"
        subprocess.run(
            ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", library], input=HANGING % asked, text=True, check=True)
        bench.environment["LD_PRELOAD"] = library
        bench.start_face("--no-timeout")
        del bench.environment["LD_PRELOAD"]
        calling(bench, "ListEnrolledFingers", connected(bench, 1), [])
        until("the directory is asked", lambda: os.path.exists(asked))
        status, said = bench.authenticate("SCAN right")
        check(status == 0, said)


@contextlib.contextmanager
def playing(settings=None, **limits):
    with tempfile.TemporaryDirectory(prefix="biogate-bus-") as folder:
        bench = Bench(sys.argv[1], folder)
        bench.bus_limits = limits
        bench.settings = settings or {}
        try:
            bench.start_bus()
            bench.start_daemon()
            bench.set_pin()
            bench.enroll("rightIndex", "right")
            yield bench
        except BaseException:
            for log in sorted(glob.glob(f"{folder}/*.log")):
                with open(log, encoding="utf-8", errors="replace") as file:
                    sys.stderr.write(f"== {os.path.basename(log)}\n{file.read()[-4000:]}")
            raise
        finally:
            bench.stop()


def question_refused_by_the_bus():
    """A question that the bus refuses to pass on is an error for now, and not polkit's refusal."""
    with playing(max_replies_per_connection=4) as bench:
        bench.start_face("--no-timeout")
        clients = [connected(bench) for _ in range(5)]
        for client in clients:
            check(answer(bench, "ListEnrolledFingers", OWN, client) == (["right-index-finger"],), "polkit says yes")
        bench.held, answers = [], []
        for client in clients[:4]:
            calling(bench, "Claim", client, answers)
        until("polkit is asked", lambda: len(bench.held) == 4)
        said = answer(bench, "ListEnrolledFingers", OWN, clients[4])
        check(said == LIMITS_EXCEEDED, said)
        let_go(bench)


def no_word_of_who_leaves():
    """If the bus does not report who leaves, the name is not taken."""
    with playing(max_match_rules_per_connection=0) as bench:
        face = bench.start(f"{bench.binaries}/biogate-fprintd", "--socket", bench.face_path, "--no-timeout")
        check(face.wait(PATIENCE) != 0, "it ends")


if __name__ == "__main__":
    with playing(max_match_rules_per_connection=16) as shared:
        shared.start_face("--no-timeout")
        for step in (
            sixteen_calls_at_a_time, polkit_hangs_for_a_user, calls_without_reply, one_long_message,
            many_clients_leave, claims_and_leaves_at_once, daemon_stalls,
        ):
            step(shared)
            print(f"ok: {step.__doc__.splitlines()[0]}", flush=True)
    for step in (
        question_refused_by_the_bus, no_word_of_who_leaves, directory_hangs_for_a_user, daemon_ends_at_once,
        daemon_starts, daemon_hangs, results_are_the_owners,
    ):
        step()
        print(f"ok: {step.__doc__.splitlines()[0]}", flush=True)
