"""Plays scenarios of the security key with python-fido2's client and server, and with libfido2, inside `biogate sandbox`.

    biogate sandbox -- python scenario.py DIRECTORY-OF-PROGRAMS NAME...

The Python is the tests' own, with fido2. Ends with 0 if everything was as expected, otherwise with a line that names the
difference.
"""

import base64
import contextlib
import hashlib
import json
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent.parent / "Keyring"), str(pathlib.Path(__file__).parent)]

from fido2.client import ClientError, DefaultClientDataCollector, Fido2Client, UserInteraction
from fido2.ctap import CtapError
from fido2.ctap2 import Ctap2
from fido2.ctap2.credman import CredentialManagement
from fido2.ctap2.extensions import CredProtectExtension, HmacSecretExtension
from fido2.ctap2.pin import ClientPin, PinProtocolV1, PinProtocolV2
from fido2.hid import CTAPHID, CtapHidDevice
from fido2.hid.base import CtapHidConnection, HidDescriptor
from fido2.server import Fido2Server
from fido2.webauthn import Aaguid
import webauthn
from webauthn.helpers import structs
from webauthn.helpers.exceptions import InvalidAuthenticationResponse

import door as keyring
import libfido2
from door import BIOGATE, BUILT, HANG, Finger, check, end, prepare, run, start

PASSKEYS = BUILT / "biogate-passkeys"
if not PASSKEYS.is_symlink():
    PASSKEYS.unlink(missing_ok=True)
    PASSKEYS.symlink_to("biogate")
HASH = hashlib.sha256(b"client data").digest()
ES, ED = {"type": "public-key", "alg": -7}, {"type": "public-key", "alg": -8}
MAKE, SIGN_IN, MANAGE = (ClientPin.PERMISSION(bit) for bit in [1, 2, 4])
RP, ORIGIN = {"id": "example.org", "name": "Example"}, "https://login.example.org"


class Packets(CtapHidConnection):
    """A device's reports, as packets of its socket."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.settimeout(HANG)
        self.socket.connect(path)

    def read_packet(self):
        packet = self.socket.recv(100)
        if not packet:
            raise EOFError
        check(len(packet) == 64, f"a report of {len(packet)} bytes")
        return packet

    def write_packet(self, data):
        self.socket.send(data)

    def close(self):
        self.socket.close()


class Passkeys(keyring.Gate):
    """A connection to the daemon, for calls that biogate-passkeys does not make."""

    def call(self, method, **parameters):
        call = {"method": f"org.biometricgate.Passkeys.{method}", "parameters": parameters}
        self.socket.sendall(json.dumps(call).encode() + b"\0")
        answer = self.receive()
        check("error" not in answer, f"{method}: {answer}")
        return answer["parameters"]


class Key:
    """A running biogate-passkeys."""

    def __init__(self, *options):
        prepare()
        self.path = str(pathlib.Path(tempfile.mkdtemp(dir=keyring.WORK)) / "passkeys")
        self.process = start(PASSKEYS, "--listen", self.path, *options, stdin=subprocess.DEVNULL, stderr=None)
        self.connections = []

    def connect(self):
        limit = time.monotonic() + HANG
        while True:
            check(self.process.poll() is None, "biogate-passkeys ended")
            with contextlib.suppress(FileNotFoundError, ConnectionRefusedError):
                self.connections.append(Packets(self.path))
                return self.connections[-1]
            check(time.monotonic() < limit, "biogate-passkeys does not listen")
            time.sleep(0.01)

    def device(self, connection=None):
        """A channel of the connection, or of a new one."""
        return CtapHidDevice(HidDescriptor(self.path, 0, 0, 64, 64, None, None), connection or self.connect())

    def ctap(self):
        return Ctap2(self.device())

    def client(self, extensions=()):
        return Fido2Client(self.device(), DefaultClientDataCollector(ORIGIN), UserInteraction(), extensions)

    def __enter__(self):
        return self

    def __exit__(self, *fault):
        for connection in self.connections:
            connection.close()
        self.process.kill()
        self.process.wait()


def refused(code, body, *arguments, **options):
    try:
        got = body(*arguments, **options)
    except CtapError as error:
        check(error.code == code, f"expected {code!r}, got {error!r}")
    else:
        raise AssertionError(f"expected {code!r}, got {got}")


def make(ctap, user, *, rp=None, **options):
    """A passkey, attested by itself."""
    made = ctap.make_credential(HASH, rp or RP, {"id": user, "name": user.decode(), "displayName": user.decode().title()},
                                options.pop("params", [ES]), **options)
    attested = made.auth_data.credential_data
    attested.public_key.verify(made.auth_data + HASH, made.att_stmt["sig"])
    check(made.fmt == "packed" and made.att_stmt["alg"] == attested.public_key[3], f"attestation: {made.att_stmt}")
    flags = made.auth_data.FLAG
    check(made.auth_data.flags & ~flags.ED == flags.UP | flags.UV | flags.AT, f"flags: {made.auth_data.flags}")
    return made


def names(*credentials):
    return [{"id": made.auth_data.credential_data.credential_id, "type": "public-key"} for made in credentials]


class Token:
    """A token of the user's verification."""

    def __init__(self, ctap, permissions, rp_id=None, protocol=PinProtocolV2):
        self.protocol = protocol()
        self.token = ClientPin(ctap, self.protocol).get_uv_token(permissions, rp_id)

    def proof(self, message=HASH):
        return {"pin_uv_param": self.protocol.authenticate(self.token, message), "pin_uv_protocol": self.protocol.VERSION}

    def management(self, ctap):
        return CredentialManagement(ctap, self.protocol, self.token)


@contextlib.contextmanager
def meanwhile(body):
    """Another thread does it."""
    thread = threading.Thread(target=body)
    thread.start()
    yield
    thread.join(HANG)


@contextlib.contextmanager
def touched(*fingers):
    """Each of the fingers touches once, whenever the reader wants one."""
    touching = start("sh", "-ec", "".join(f"{BIOGATE} sandbox touch {finger}\n" for finger in fingers))
    yield
    end(touching).expect()


# MARK: Scenarios


def info():
    """The device names itself and its abilities, and echoes reports."""
    with Key() as key:
        device = key.device()
        check(device.capabilities == 0x0C and device.version == 2, f"{device.capabilities} {device.version}")
        for count in [0, 1, 57, 58, 7609]:
            check(device.ping(b"x" * count) == b"x" * count, f"a ping of {count} bytes")
        facts = Ctap2(device).info
        check(facts.versions == ["FIDO_2_0", "FIDO_2_1"] and facts.max_msg_size == 7609, f"{facts}")
        check(facts.options == {"rk": True, "up": True, "uv": True, "plat": False, "credMgmt": True,
                                "pinUvAuthToken": True}, f"{facts.options}")
        check(facts.aaguid != Aaguid(bytes(16)), "no aaguid")
        refused(CtapError.ERR.INVALID_COMMAND, device.call, CTAPHID.MSG, b"\x00\x03\x00\x00\x00")
        check(device.call(CTAPHID.CBOR, b"\x07") == b"\x30" and device.call(CTAPHID.CBOR, b"\x08") == b"\x30", "reset")
        check(device.call(CTAPHID.CBOR, b"\x0c") == b"\x01" and device.call(CTAPHID.CBOR, b"\x01\xff") == b"\x12", "unknown")
        check(ClientPin(Ctap2(device)).get_uv_retries() > 0, "no tries")


def ceremonies():
    """Passkeys are made and sign in, each by one touch, and python-fido2's server believes them."""
    with Key() as key, Finger() as finger:
        ctap = key.ctap()
        first = make(ctap, b"kari")
        check(finger.asked[0]["onBehalfOf"]["command"].startswith("python"), f"who asks: {finger.asked}")
        second = make(ctap, b"ola", params=[{"type": "public-key", "alg": -257}, ED, ES], options={"rk": True})
        check(second.att_stmt["alg"] == -8 and finger.has_asked(2), f"{second.att_stmt} {finger.asked}")
        for made in [first, second]:
            got = ctap.get_assertion(RP["id"], HASH, names(made))
            got.verify(HASH, made.auth_data.credential_data.public_key)
            check(got.credential["id"] == made.auth_data.credential_data.credential_id, f"{got}")
            check(got.auth_data.counter >= made.auth_data.counter, f"{got.auth_data} {made.auth_data}")
        alone = ctap.get_assertion(RP["id"], HASH)
        check(alone.user == {"id": b"ola"} and alone.credential == got.credential, f"{alone}")
        check(finger.has_asked(5), f"touches: {finger.asked}")
        both = make(ctap, b"kari", options={"rk": True})
        several = ctap.get_assertion(RP["id"], HASH)
        check(several.user == {"id": b"kari", "name": "kari", "displayName": "Kari"}, f"the newest: {several}")
        several.verify(HASH, both.auth_data.credential_data.public_key)
        refused(CtapError.ERR.NOT_ALLOWED, ctap.get_next_assertion)


def accounts():
    """Among several accounts, the one that is chosen on the prompt signs in by one touch, with either client."""
    site = {"id": "bank.example", "name": "Bank"}
    with Key() as key, Finger() as finger:
        ctap = key.ctap()
        kari, ola = (make(ctap, user, rp=site, options={"rk": True}) for user in [b"kari", b"ola"])
        check(finger.has_asked(2), f"touches: {finger.asked}")
        finger.wanted = False

        def choosing(number, sign_in):
            """What a client gets while the user chooses kari's and touches once."""
            def choose():
                finger.await_asked(number)
                request = finger.asked[number - 1]
                (account,) = [one for one in request["accounts"] if one["userName"] == "kari"]
                gate = keyring.Gate()
                gate.send("AnswerRequest", {"requestId": request["id"], "credentialId": account["credentialId"]})
                check("error" not in gate.receive(), "the account is not chosen")
                run(BIOGATE, "sandbox", "touch", "right-index").expect()
            with meanwhile(choose):
                got = sign_in()
            check(finger.has_asked(number), f"touches: {finger.asked}")
            return got
        got = choosing(3, lambda: ctap.get_assertion(site["id"], HASH, **Token(ctap, SIGN_IN, site["id"]).proof()))
        check(got.user == {"id": b"kari", "name": "kari", "displayName": "Kari"} and got.user_selected, f"{got}")
        public = kari.auth_data.credential_data.public_key
        got.verify(HASH, public)
        point = public[-2] + public[-3]
        device = libfido2.Device(key.path)
        user = choosing(4, lambda: device.sign_in(rp=b"bank.example", verified_by=(point, libfido2.ES256)))
        check(user == b"kari", f"libfido2: {user}")
        # A client that names the passkeys knows the accounts.
        finger.wanted = True
        named = ctap.get_assertion(site["id"], HASH, names(ola, kari))
        check(named.user == {"id": b"ola"} and not named.user_selected, f"{named}")


def server():
    """python-fido2's client and server, as a browser and a site."""
    with Key() as key, Finger() as finger:
        site, client = Fido2Server(RP, attestation="direct"), key.client([CredProtectExtension(), HmacSecretExtension()])
        options, state = site.register_begin({"id": b"kari", "name": "kari"}, resident_key_requirement="required",
                                             user_verification="required")
        made = client.make_credential({**options["publicKey"], "extensions": {"prf": {}}})
        passkey = site.register_complete(state, made).credential_data
        check(made.client_extension_results.prf.enabled, f"{made.client_extension_results}")
        outputs = []
        for salt in [b"one", b"one", b"two"]:
            options, state = site.authenticate_begin(user_verification="required")
            answer = client.get_assertion({**options["publicKey"], "extensions": {"prf": {"eval": {"first": salt}}}})
            response = answer.get_response(0)
            site.authenticate_complete(state, [passkey], response)
            outputs.append(response.client_extension_results.prf.results.first)
        check(finger.has_asked(4), f"touches: {finger.asked}")
        check(outputs[0] == outputs[1] != outputs[2] and len(outputs[0]) == 32, f"{outputs}")
        # The client searches before it signs in, by its token.
        hidden = make(Ctap2(key.device()), b"ola", extensions={"credProtect": 3}).auth_data.credential_data
        options, state = site.authenticate_begin([hidden], user_verification="preferred")
        site.authenticate_complete(state, [hidden], client.get_assertion(options["publicKey"]).get_response(0))
        check(finger.has_asked(6), f"touches: {finger.asked}")
        # An excluded one is told after a touch.
        options, state = site.register_begin({"id": b"kari", "name": "kari"}, [passkey])
        try:
            client.make_credential(options["publicKey"])
            raise AssertionError("an excluded passkey is made again")
        except ClientError as error:
            check(error.code == ClientError.ERR.DEVICE_INELIGIBLE, f"{error}")
        check(finger.has_asked(7), f"touches: {finger.asked}")


def site():
    """A site with PyPI's webauthn, which passkeys of both algorithms satisfy, and another site's do not."""
    with Key() as key, Finger():
        client = key.client()
        for algorithm in [-7, -8]:
            options = webauthn.generate_registration_options(
                rp_id=RP["id"], rp_name=RP["name"], user_name="kari", supported_pub_key_algs=[algorithm],
                attestation=structs.AttestationConveyancePreference.DIRECT)
            made = client.make_credential(json.loads(webauthn.options_to_json(options)))
            expected = {"expected_rp_id": RP["id"], "expected_origin": ORIGIN, "require_user_verification": True}
            passkey = webauthn.verify_registration_response(
                credential=dict(made), expected_challenge=options.challenge, **expected)
            check(passkey.fmt == "packed" and passkey.user_verified and not passkey.credential_backed_up, f"{passkey}")
            options = webauthn.generate_authentication_options(
                rp_id=RP["id"], allow_credentials=[structs.PublicKeyCredentialDescriptor(id=passkey.credential_id)])
            got = client.get_assertion(json.loads(webauthn.options_to_json(options))).get_response(0)
            known = {"credential_public_key": passkey.credential_public_key,
                     "credential_current_sign_count": passkey.sign_count}
            webauthn.verify_authentication_response(
                credential=dict(got), expected_challenge=options.challenge, **expected, **known)
            with contextlib.suppress(InvalidAuthenticationResponse):
                webauthn.verify_authentication_response(
                    credential=dict(got), expected_challenge=b"another", **expected, **known)
                raise AssertionError("a sign-in for another challenge is right")


def secrets():
    """Secrets of the extension hmac-secret, by both protocols."""
    with Key() as key, Finger():
        ctap = key.ctap()
        made, other = (make(ctap, name, extensions={"hmac-secret": True}) for name in [b"kari", b"ola"])
        check(made.auth_data.extensions == {"hmac-secret": True}, f"{made.auth_data}")

        def derive(passkey, protocol, salts, change=lambda code: code):
            agreement, shared = ClientPin(ctap, protocol)._get_shared_secret()
            encrypted = protocol.encrypt(shared, salts)
            code = change(protocol.authenticate(shared, encrypted))
            got = ctap.get_assertion(RP["id"], HASH, names(passkey), extensions={"hmac-secret": {
                1: agreement, 2: encrypted, 3: code, 4: protocol.VERSION}})
            return protocol.decrypt(shared, got.auth_data.extensions["hmac-secret"])

        one, two = b"\1" * 32, b"\2" * 32
        both = derive(made, PinProtocolV1(), one + two)
        check(len(both) == 64 and both[:32] != both[32:], f"{both}")
        check(derive(made, PinProtocolV2(), two) == both[32:], "another protocol, another secret")
        check(derive(other, PinProtocolV2(), two) != both[32:], "another passkey, the same secret")
        refused(CtapError.ERR.PIN_AUTH_INVALID, derive, made, PinProtocolV2(), one, lambda code: bytes(32))
        check(derive(made, PinProtocolV2(), one) == both[:32], "after a wrong code")


def tokens():
    """A token costs no touch, and the command that it is for costs one. It is for that command alone."""
    with Key() as key, Finger() as finger:
        connection = key.connect()
        ctap = Ctap2(key.device(connection))
        for number, protocol in enumerate([PinProtocolV1, PinProtocolV2]):
            token = Token(ctap, MAKE | SIGN_IN, RP["id"], protocol)
            refused(CtapError.ERR.NO_CREDENTIALS, ctap.get_assertion, RP["id"], HASH, [{"id": b"x", "type": "public-key"}],
                    options={"up": False}, **token.proof())
            check(len(finger.asked) == 2 * number, f"touches: {finger.asked}")
            made = make(ctap, b"kari", **token.proof())
            check(finger.has_asked(2 * number + 1), f"touches: {finger.asked}")
            invalid = CtapError.ERR.PIN_AUTH_INVALID
            refused(invalid, make, ctap, b"kari", **token.proof())
            refused(invalid, ctap.get_assertion, RP["id"], HASH, names(made), **token.proof())
            token = Token(ctap, SIGN_IN, RP["id"], protocol)
            got = ctap.get_assertion(RP["id"], HASH, names(made), **token.proof())
            got.verify(HASH, made.auth_data.credential_data.public_key)
            check(finger.has_asked(2 * number + 2), f"touches: {finger.asked}")
        first, second = (Token(ctap, SIGN_IN, RP["id"]) for _ in range(2))
        refused(invalid, ctap.get_assertion, RP["id"], HASH, names(made), **first.proof())
        refused(invalid, ctap.get_assertion, "other.org", HASH, names(made), **second.proof())
        refused(invalid, ctap.get_assertion, RP["id"], HASH, names(made), **second.proof(b"x" * 32))
        refused(invalid, ctap.get_assertion, RP["id"], HASH, names(made), **{**second.proof(), "pin_uv_protocol": 1})
        refused(invalid, make, ctap, b"kari", **second.proof())
        refused(invalid, second.management(ctap).get_metadata)
        refused(invalid, second.management(ctap).enumerate_rps)
        for stranger in [Ctap2(key.device(connection)), key.ctap()]:
            refused(invalid, stranger.get_assertion, RP["id"], HASH, names(made), **second.proof())
        check(finger.has_asked(4), f"touches: {finger.asked}")
        ctap.get_assertion(RP["id"], HASH, names(made), **second.proof())
        for permission in [8, 16, 32]:
            refused(CtapError.ERR.UNAUTHORIZED_PERMISSION, Token, ctap, ClientPin.PERMISSION(permission), RP["id"])
        refused(CtapError.ERR.MISSING_PARAMETER, Token, ctap, SIGN_IN)
        check(finger.has_asked(5), f"touches: {finger.asked}")


def managing():
    """A client lists and deletes the discoverable passkeys after one touch, which says so, and not without."""
    with Key() as key, Finger() as finger:
        connection = key.connect()
        ctap, stranger = (Ctap2(key.device(connection)) for _ in range(2))
        site, other = {"id": "club.example", "name": "Club"}, {"id": "team.example", "name": "Team"}
        kari, ola = (make(ctap, user, rp=site, options={"rk": True}, params=[algorithm])
                     for user, algorithm in [(b"kari", ES), (b"ola", ED)])
        per = make(ctap, b"per", rp=other, options={"rk": True}, extensions={"credProtect": 3})
        make(ctap, b"kari", rp=other)
        for subcommand in [1, 2]:
            refused(CtapError.ERR.PUAT_REQUIRED, ctap.credential_mgmt, subcommand)
        none, invalid = CtapError.ERR.NOT_ALLOWED, CtapError.ERR.PIN_AUTH_INVALID
        refused(none, ctap.credential_mgmt, 3)
        check(finger.has_asked(4), f"touches: {finger.asked}")
        token = Token(ctap, MANAGE)
        check(finger.has_asked(5), f"touches: {finger.asked}")
        check(finger.asked[4]["reason"] == "Show and manage the passkeys on this computer", f"{finger.asked[4]}")
        managed, result = token.management(ctap), CredentialManagement.RESULT
        count = managed.get_metadata()
        sites = managed.enumerate_rps()
        check([one[result.RP] for one in sites if one[result.RP]["id"] in (site["id"], other["id"])] == [site, other], f"{sites}")
        hashes = {one[result.RP]["id"]: one[result.RP_ID_HASH] for one in sites}
        own = managed.enumerate_creds(hashes[site["id"]])
        check([one[result.CREDENTIAL_ID] for one in own] == names(kari, ola), f"{own}")
        check([one[result.USER]["displayName"] for one in own] == ["Kari", "Ola"], f"{own}")
        for one, made in zip(own, [kari, ola]):
            check(one[result.PUBLIC_KEY] == made.auth_data.credential_data.public_key, f"{one}")
        (theirs,) = managed.enumerate_creds(hashes[other["id"]])
        check(theirs[result.CREDENTIAL_ID] == names(per)[0] and theirs[result.CRED_PROTECT] == 3, f"{theirs}")
        check(managed.enumerate_creds(b"x" * 32) == [], "another's site has passkeys")
        refused(CtapError.ERR.INVALID_SUBCOMMAND, managed.update_user_info, names(kari)[0], {"id": b"kari", "name": "x"})
        # The rest of a list belongs to the channel that began it.
        managed.enumerate_creds_begin(hashes[site["id"]])
        refused(none, stranger.credential_mgmt, 5)
        refused(none, managed.enumerate_rps_next)
        refused(invalid, token.management(stranger).get_metadata)
        managed.enumerate_creds_next()
        refused(none, managed.enumerate_creds_next)
        managed.delete_cred(names(kari)[0])
        refused(CtapError.ERR.NO_CREDENTIALS, managed.delete_cred, names(kari)[0])
        left = managed.get_metadata()
        check(left[result.EXISTING_CRED_COUNT] == count[result.EXISTING_CRED_COUNT] - 1, f"{count} {left}")
        check(left[result.MAX_REMAINING_COUNT] == count[result.MAX_REMAINING_COUNT] + 1, f"{count} {left}")
        # A touch for managing is none for anything else.
        refused(invalid, ctap.get_assertion, site["id"], HASH, **token.proof())
        managed.enumerate_rps_begin()
        narrow = Token(ctap, MANAGE, site["id"])
        refused(none, managed.enumerate_rps_next)
        refused(invalid, managed.get_metadata)
        managed = narrow.management(ctap)
        for refusal in [managed.get_metadata, managed.enumerate_rps, lambda: managed.enumerate_creds(hashes[other["id"]]),
                        lambda: managed.delete_cred(names(per)[0])]:
            refused(invalid, refusal)
        check(len(managed.enumerate_creds(hashes[site["id"]])) == 1, "ola's")
        managed.delete_cred(names(ola)[0])
        check(finger.has_asked(6), f"touches: {finger.asked}")
        # Nobody touches.
        finger.wanted = False
        with meanwhile(lambda: (finger.await_asked(7), cancel(finger.asked[6]))):
            refused(CtapError.ERR.OPERATION_DENIED, Token, ctap, MANAGE)


def cancel(request):
    keyring.Gate().send("CancelRequest", {"requestId": request["id"]})


def libfido():
    """libfido2, which OpenSSH, systemd and pam_u2f use: its own checks, probes, secrets, touch and cancelling."""
    def fails(code, body, *arguments, **options):
        try:
            body(*arguments, **options)
        except libfido2.Failure as error:
            check(error.args == (code,), f"libfido2: expected {code:#x}, got {error}")
        else:
            raise AssertionError(f"libfido2: expected {code:#x}")

    with Key() as key, Finger() as finger:
        key.connect()
        device = libfido2.Device(key.path)
        es, es_key = device.make(b"kari", extensions=libfido2.HMAC_SECRET)
        ed, ed_key = device.make(b"ola", libfido2.EDDSA, discoverable=True, extensions=libfido2.PROTECT, protect=2)
        device.sign_in([es], verified_by=(es_key, libfido2.ES256))
        device.sign_in(verified_by=(ed_key, libfido2.EDDSA))
        secrets = [device.sign_in([es], salt=salt * 32, verified_by=(es_key, libfido2.ES256)) for salt in [b"1", b"1", b"2"]]
        check(secrets[0] == secrets[1] != secrets[2] and len(secrets[0]) == 32, f"{secrets}")
        # Two are made, two sign in and three secrets are derived.
        check(finger.has_asked(7), f"touches: {finger.asked}")
        fails(libfido2.EXCLUDED, device.make, b"kari", exclude=[es])
        device.touch()
        check(finger.has_asked(9), f"touches: {finger.asked}")
        # OpenSSH and systemd ask so which device has a key.
        device.sign_in([es], touch=libfido2.FALSE)
        fails(libfido2.NONE, device.sign_in, [b"x" * 32], touch=libfido2.FALSE)
        fails(libfido2.NONE, device.sign_in, [es], rp=b"other.example", touch=libfido2.FALSE)
        # A token costs none.
        device.sign_in([es], verified=True, verified_by=(es_key, libfido2.ES256))
        check(finger.has_asked(10), f"touches: {finger.asked}")
        before = device.count()
        check(b"ssh.example" in device.sites() and device.passkeys(b"ssh.example") == [(ed, b"ola")], "not listed")
        device.delete(ed)
        check(device.count() == before - 1 and finger.has_asked(15), f"touches: {finger.asked}")
        finger.wanted = False
        fails(libfido2.CANCELLED, device.make, b"kari", cancelled_by=lambda: finger.await_asked(16))


def silent():
    """What is only asked for is never signed, and takes no touch."""
    with Key() as key, Finger() as finger:
        ctap = key.ctap()
        made, hidden = make(ctap, b"kari"), make(ctap, b"ola", extensions={"credProtect": 3})
        check(hidden.auth_data.extensions == {"credProtect": 3}, f"{hidden.auth_data}")
        foreign = {"id": b"x" * 65, "type": "public-key"}
        probe = ctap.get_assertion(RP["id"], HASH, [foreign, *names(made)], options={"up": False})
        check(probe.credential == names(made)[0] and probe.auth_data.flags == 0, f"{probe}")
        with contextlib.suppress(Exception):
            probe.verify(HASH, made.auth_data.credential_data.public_key)
            raise SystemExit("a probe is signed")
        none = CtapError.ERR.NO_CREDENTIALS
        refused(none, ctap.get_assertion, RP["id"], HASH, names(hidden), options={"up": False})
        refused(none, ctap.get_assertion, RP["id"], HASH, [foreign], options={"up": False})
        refused(none, ctap.get_assertion, "other.org", HASH, names(made), options={"up": False})
        # Also without that option, where there is nothing to ask for.
        refused(none, ctap.get_assertion, RP["id"], HASH, [foreign])
        refused(none, ctap.get_assertion, "other.org", HASH)
        check(finger.has_asked(2), f"touches: {finger.asked}")


def touches():
    """Requests for a touch alone make no passkey."""
    with Key() as key, Finger() as finger:
        ctap = key.ctap()
        key.client().selection()
        ctap.selection()
        for rp, user in [(".dummy", b"x"), ("make.me.blink", b"x"), ("localhost", b"\1")]:
            refused(CtapError.ERR.PIN_NOT_SET, ctap.make_credential, HASH, {"id": rp}, {"id": user, "name": "dummy"}, [ES])
        check(finger.has_asked(5), f"touches: {finger.asked}")
        check(finger.asked[0]["reason"] == "Use this computer as the security key", f"{finger.asked[0]}")
        refused(CtapError.ERR.NO_CREDENTIALS, ctap.get_assertion, "localhost", HASH)
        make(ctap, b"kari", rp={"id": "localhost"})


def fingers():
    """A wrong finger is tried again within the command, three end it where there is no prompt, and the PIN takes their place."""
    with Key() as key:
        ctap = key.ctap()
        with touched("left-index", "right-index"):
            make(ctap, b"kari")
        with touched("left-index", "left-index", "left-index"):
            refused(CtapError.ERR.UV_INVALID, make, ctap, b"ola")
        with Finger(wanted=False) as finger:
            with meanwhile(lambda: (finger.await_asked(1), type_pin(finger.asked[0]))):
                make(ctap, b"ola")
        # The desktop's prompt keeps its request for the PIN.
        prompt = keyring.Gate()
        prompt.send("WatchRequests", {"prompts": True}, more=True)
        with meanwhile(lambda: type_pin(wanted(prompt, "credentialWanted"))):
            with touched("left-index", "left-index", "left-index"):
                make(ctap, b"per")


def wanted(gate, event):
    """The first request with that progress."""
    while True:
        request = gate.receive()["parameters"]["request"]
        if (request.get("progress") or {}).get("event") == event:
            return request


def type_pin(request):
    gate = keyring.Gate()
    gate.send("AnswerRequest", {"requestId": request["id"], "credential": {"pin": keyring.PIN}})
    answer = gate.receive()
    check("error" not in answer, f"the PIN: {answer}")


def blocked():
    """Where neither a finger nor the PIN can verify the user now, there is no token."""
    alone("blocking")


def blocking():
    with Key() as key:
        ctap = key.ctap()
        for count, status in [(3, CtapError.ERR.UV_INVALID), (2, CtapError.ERR.UV_BLOCKED)]:
            with touched(*["left-index"] * count):
                refused(status, make, ctap, b"kari")
        Token(ctap, SIGN_IN, RP["id"])
        for _ in range(5):
            gate = keyring.Gate()
            gate.send("Authenticate", {"reason": "Guess", "credential": {"pin": "918273"}})
            gate.receive()
        for permission in [SIGN_IN, MANAGE]:
            refused(CtapError.ERR.UV_BLOCKED, Token, ctap, permission, RP["id"])


def commands():
    """Passkeys are listed, renamed and deleted by site and account; a deleted one signs in no more."""
    with Key() as key, Finger():
        ctap = key.ctap()
        site = {"id": "shop.example", "name": "Shop"}
        made = make(ctap, b"kari", rp=site, options={"rk": True})
        (row,) = [row for row in run(BIOGATE, "passkeys", "list").expect().out.splitlines() if "shop.example" in row]
        check(row.split()[1] == "kari", row)
        run(BIOGATE, "passkeys", "rename", "shop.example", "Work").expect()
        check("Work" in run(BIOGATE, "passkeys", "list").expect().out, "no name")
        listed = json.loads(run(BIOGATE, "passkeys", "list", "--json").expect().out)["parameters"]["passkeys"]
        check([one["label"] for one in listed if one["rpId"] == "shop.example"] == ["Work"], f"{listed}")
        ctap.get_assertion(site["id"], HASH)
        run(BIOGATE, "passkeys", "export", "Work").expect(77, err="nothing exports them")
        item = f"passkey/{row.split()[0]}"
        run(BIOGATE, "get", item).expect(30, err="Next: biogate passkeys list\n")
        run(BIOGATE, "key", "sign", item, stdin="text").expect(77, err="passkeys for their sites only")
        run(BIOGATE, "passkeys", "rm", "Work").expect(64, err='passkey of "kari" at "shop.example"')
        run(BIOGATE, "passkeys", "rm", "Nothing", "--yes").expect(30, err="none of your passkeys")
        run(BIOGATE, "passkeys", "rm", "Work", "--yes").expect()
        refused(CtapError.ERR.NO_CREDENTIALS, ctap.get_assertion, site["id"], HASH, names(made))


def cancels():
    """A cancelled command ends at once, its request is gone, and the reader is free."""
    with Key() as key, Finger(wanted=False) as finger:
        ctap = key.ctap()
        for number, command in enumerate([lambda event: make(ctap, b"kari", event=event),
                                          lambda event: ctap.selection(event=event)]):
            event = threading.Event()
            with meanwhile(lambda: (finger.await_asked(number + 1), event.set())):
                refused(CtapError.ERR.KEEPALIVE_CANCEL, command, event)
        # The user, on the prompt: after three times within a minute, that site asks nobody for a while.
        for number in range(2, 5):
            with meanwhile(lambda: (finger.await_asked(number + 1), cancel(finger.asked[number]))):
                refused(CtapError.ERR.OPERATION_DENIED, make, ctap, b"kari", rp={"id": "storm.example"})
        refused(CtapError.ERR.OPERATION_DENIED, make, ctap, b"kari", rp={"id": "storm.example"})
        check(len(finger.asked) == 5, f"a storm asks: {finger.asked}")
        finger.wanted = True
        make(ctap, b"kari")


def locked():
    """When the screen is locked meanwhile, a site is told to offer another way."""
    with Key() as key, Finger(wanted=False) as finger:
        ctap = key.ctap()
        with meanwhile(lambda: (finger.await_asked(1), run(BIOGATE, "sandbox", "lock").expect())):
            refused(CtapError.ERR.UV_BLOCKED, make, ctap, b"kari")
        run(BIOGATE, "sandbox", "unlock").expect()
        finger.wanted = True
        make(ctap, b"kari")


def channels():
    """Another channel hears that the device is busy; a closed connection takes its request with it."""
    with Key() as key, Finger(wanted=False) as finger:
        connection = key.connect()
        first, second = key.device(connection), key.device(connection)
        number = struct.pack(">I", first._channel_id)
        connection.write_packet((number + b"\x90\x00\x01\x0b").ljust(64, b"\0"))
        finger.await_asked(1)
        other = struct.pack(">I", second._channel_id)
        connection.write_packet((other + b"\x90\x00\x01\x04").ljust(64, b"\0"))
        while (packet := connection.read_packet())[:4] == number:
            check(packet[4:8] == b"\xbb\0\1\2", f"{packet}")
        check(packet[:8] == other + b"\xbf\0\1\x06", f"{packet}")
        connection.close()
        # Its request has ended, or this one would wait behind it.
        finger.wanted = True
        make(key.ctap(), b"kari")
        # A packet of another length is no report.
        for length in [1, 63, 65, 4000]:
            wrong = key.connect()
            wrong.write_packet(b"\0" * length)
            with contextlib.suppress(ConnectionResetError):
                check(wrong.socket.recv(100) == b"", f"{length} bytes are a report")
        # There are eight devices at most.
        several = [key.connect() for _ in range(9)]
        check(several[-1].socket.recv(100) == b"", "a device too many")
        check(key.process.poll() is None, "a packet ended biogate-passkeys")


def killed():
    """Nothing hangs if a process dies: the security key here, and the daemon in a sandbox of its own."""
    with Key() as key, Finger(wanted=False) as finger:
        ctap = key.ctap()
        with meanwhile(lambda: (finger.await_asked(1), key.process.kill())):
            with contextlib.suppress(EOFError, ConnectionResetError):
                raise AssertionError(f"a killed device answers: {make(ctap, b'kari')}")
    # Its request has ended, or this one would wait behind it.
    with Key() as key, Finger():
        make(key.ctap(), b"kari")
    alone("dying", status=128 + signal.SIGKILL)


def readerless():
    """A reader's process that dies ends the command with an error, and the next one asks again."""
    with Key() as key, Finger() as finger:
        ctap = key.ctap()
        made = make(ctap, b"kari")
        finger.wanted, daemon = False, daemon_process()
        (reader,) = [int(one) for one in pathlib.Path(f"/proc/{daemon}/task/{daemon}/children").read_text().split()
                     if pathlib.Path(f"/proc/{one}/comm").read_text() == "biogate-reader\n"]
        with meanwhile(lambda: (finger.await_asked(2), os.kill(reader, signal.SIGKILL))):
            refused(CtapError.ERR.UV_BLOCKED, ctap.get_assertion, RP["id"], HASH, names(made))
        finger.wanted = True
        got = ctap.get_assertion(RP["id"], HASH, names(made))
        got.verify(HASH, made.auth_data.credential_data.public_key)


def alone(scenario, *, daemon=BUILT / "biogated", status=0, **variables):
    """Plays a scenario in a sandbox of its own."""
    playing = run(BUILT / "biogate-sandbox", "--daemon", daemon, "--", sys.executable, "-B", __file__, BUILT, scenario,
                  env={**os.environ, **variables})
    playing.expect(status, out=f"ok: {scenario}\n")


def dying():
    """A daemon that dies ends the command with an error, and so do those after it."""
    with Key() as key, Finger(wanted=False) as finger:
        ctap = key.ctap()
        daemon = daemon_process()
        with meanwhile(lambda: (finger.await_asked(1), os.kill(daemon, signal.SIGKILL))):
            refused(CtapError.ERR.OTHER, make, ctap, b"kari")
        check(ctap.get_info().options["uv"], "what is known is kept")
        refused(CtapError.ERR.OTHER, ctap.get_assertion, RP["id"], HASH)


def daemon_process():
    gate = keyring.Gate()
    credentials = gate.socket.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
    return struct.unpack("iII", credentials)[0]


def enrolled():
    """An added or removed finger does to passkeys what the prompt said when they were made. Adds fingers of its own."""
    alone("enrolling")


def enrolling():
    pin, told = prepare(), start(BIOGATE, "watch", stderr=subprocess.STDOUT)

    def touch_when_told(*sentences):
        lines = []
        while not all(sentence in "".join(lines) for sentence in sentences):
            lines.append(told.stdout.readline())
            check(lines[-1], f"the prompt did not say {sentences}: {lines}")
        run(BIOGATE, "sandbox", "touch", "right-index").expect()

    def telling(body, *sentences):
        """What is made by a touch that comes behind the prompt's sentences."""
        with meanwhile(lambda: touch_when_told(*sentences)):
            made = body()
        return made

    def change(*words):
        end(start(BIOGATE, "finger", *words, "--pin-from", pin, "--yes")).expect()

    with Key() as key, Finger(wanted=False) as user, contextlib.ExitStack() as ending:
        ending.callback(told.kill)
        ctap = key.ctap()
        every = telling(
            lambda: make(ctap, b"kari"), "Create a passkey for example.org as", "kari",
            "It works with every finger that you confirm with your PIN or password, now or later.")
        encoded = base64.b64encode(HASH).decode()
        these = telling(
            lambda: Passkeys().call(
                "MakeCredential", rpId=RP["id"], userId=encoded, userName="ola", algorithm="p256", clientDataHash=encoded,
                enrollment="current", interaction="prompt"),
            "If you add or remove a finger, no finger works with it until you renew it with your PIN.")
        user.wanted = True
        these = [{"id": base64.b64decode(these["credentialId"]), "type": "public-key"}]
        for credentials in [these, names(every)]:
            ctap.get_assertion(RP["id"], HASH, credentials)
        user.wanted = False
        adding = start(BIOGATE, "finger", "add", "left-index", "--pin-from", pin, "--yes")
        run(BIOGATE, "sandbox", "touch", "left-index", "--all").expect()
        end(adding).expect()
        user.wanted = True
        for user.name in ["right-index", "left-index"]:
            ctap.get_assertion(RP["id"], HASH, names(every)).verify(HASH, every.auth_data.credential_data.public_key)
        # A finger does not open it, so none is asked for.
        prompt = keyring.Gate()
        prompt.send("WatchRequests", {"prompts": True}, more=True)

        typed = []

        def type_once():
            while (request := wanted(prompt, "credentialWanted"))["id"] in typed:
                pass
            typed.append(request["id"])
            type_pin(request)

        def by_pin(body):
            with meanwhile(type_once):
                body()
        by_pin(lambda: ctap.get_assertion(RP["id"], HASH, these))
        listed = json.loads(run(BIOGATE, "passkeys", "list", "--json").expect().out)["parameters"]["passkeys"]
        (item,) = [one["item"] for one in listed if one["enrollment"] == "current"]
        run(BIOGATE, "renew", item, "--pin-from", pin).expect()
        for user.name in ["left-index", "right-index"]:
            ctap.get_assertion(RP["id"], HASH, these)
        # Without a finger, the prompt takes the PIN.
        change("remove", "left-index")
        ctap.get_assertion(RP["id"], HASH, names(every))
        change("remove", "right-index")
        check(ctap.get_info().options["uv"], "the PIN verifies the user")
        by_pin(lambda: make(ctap, b"per"))
        by_pin(lambda: ctap.get_assertion(RP["id"], HASH, names(every)))


# Between two runs of the daemon it keeps a copy of the state directory, which is the last argument, or puts it back.
COPYING = """#!/bin/sh -e
for state; do :; done
wish=$(cat {folder}/wish 2>&1 || true)
case $wish in
keep) cp -a "$state" {folder}/kept ;;
restore) rm -r "$state" && cp -a {folder}/kept "$state" ;;
esac
exec {daemon} "$@"
"""


def restored():
    """A database that is put back gives no counter again, once more seconds have passed than there were sign-ins."""
    folder = pathlib.Path(tempfile.mkdtemp(dir=keyring.WORK))
    daemon = folder / "daemon"
    daemon.write_text(COPYING.format(folder=folder, daemon=BUILT / "biogated"), encoding="utf-8")
    daemon.chmod(0o755)
    alone("restoring", daemon=daemon, COPIES=str(folder))


def restoring():
    def restart(wish):
        pathlib.Path(os.environ["COPIES"], "wish").write_text(wish, encoding="ascii")
        # As `biogate sandbox plug` does for a reader that is away: the daemon restarts.
        with socket.socket(socket.AF_UNIX) as control:
            control.settimeout(HANG)
            control.connect(os.environ["BIOGATE_SANDBOX"] + "/control")
            control.sendall(b"plug")
            check(control.recv(1000) == b"done", f"the daemon does not start to {wish}")

    with Key() as key, Finger():
        made = make(key.ctap(), b"kari")
    begun, seen = time.time(), [made.auth_data.counter]

    def sign_in(count):
        with Key() as key, Finger():
            ctap = key.ctap()
            for _ in range(count):
                seen.append(ctap.get_assertion(RP["id"], HASH, names(made)).auth_data.counter)
    sign_in(1)
    restart("keep")
    sign_in(2)
    with Key() as key, Finger():
        later = make(key.ctap(), b"ola")
    # The passkey's age is what a restored database goes by: it passes without an event.
    time.sleep(max(0, begun + max(seen) + 1 - time.time()))
    restart("restore")
    sign_in(2)
    check(seen == sorted(set(seen)), f"a counter does not grow: {seen}")
    with Key() as key:
        refused(CtapError.ERR.NO_CREDENTIALS, key.ctap().get_assertion, RP["id"], HASH, names(later))


SCENARIOS = {"info": info, "ceremonies": ceremonies, "accounts": accounts, "server": server, "site": site, "secrets": secrets, "tokens": tokens, "managing": managing, "libfido2": libfido, "silent": silent,
             "touches": touches, "fingers": fingers, "commands": commands, "cancels": cancels, "locked": locked, "channels": channels, "killed": killed, "readerless": readerless,
             "enrolled": enrolled, "blocked": blocked, "restored": restored}
# Those that another one plays in a sandbox of its own.
INNER = {"blocking": blocking, "dying": dying, "enrolling": enrolling, "restoring": restoring}

if __name__ == "__main__":
    for name in sys.argv[2:] or SCENARIOS:
        try:
            {**SCENARIOS, **INNER}[name]()
        except AssertionError as fault:
            sys.exit(f"{name}: {fault}")
        print(f"ok: {name}")
