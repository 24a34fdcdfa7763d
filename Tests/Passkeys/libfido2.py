"""libfido2 by its own input and output functions: the library of OpenSSH, systemd and pam_u2f, without a device's file."""

import ctypes
import socket
import threading

EDDSA, ES256 = -8, -7
HMAC_SECRET, PROTECT = 1, 2
FALSE, TRUE = 1, 2
CANCELLED, EXCLUDED, NONE = 0x2D, 0x19, 0x2E
HASH = b"\7" * 32

_open = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_char_p)
_close = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_read = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t, ctypes.c_int)
_write = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.POINTER(ctypes.c_char), ctypes.c_size_t)


class _Functions(ctypes.Structure):
    _fields_ = [("open", _open), ("close", _close), ("read", _read), ("write", _write)]


class _Library:
    """Functions by their names without `fido_`; those of a result of another kind are listed."""

    def __init__(self):
        self.library = ctypes.CDLL("libfido2.so.1")
        self.library.fido_init(0)
        self.library.fido_credman_rk_existing.restype = ctypes.c_uint64

    def __getattr__(self, name):
        function = getattr(self.library, name if name.startswith("e") else "fido_" + name)
        if name.endswith(("_new", "_ptr")) or name == "credman_rk":
            function.restype = ctypes.c_void_p
        elif name == "credman_rp_id":
            function.restype = ctypes.c_char_p
        elif name.endswith(("_len", "_count")):
            function.restype = ctypes.c_size_t
        return lambda *given: function(*(ctypes.c_void_p(one) if isinstance(one, int) and one > 0xFFFF_FFFF else one
                                         for one in given))


class Failure(Exception):
    """Its argument is libfido2's number of the error."""


def _expect(code):
    if code:
        raise Failure(code)


class Device:
    """A device on a socket of packets."""

    def __init__(self, path):
        self.fido, self.path, self.socket = _Library(), path, None
        self.functions = _Functions(_open(self._open), _close(self._close), _read(self._read), _write(self._write))
        self.device = self.fido.dev_new()
        _expect(self.fido.dev_set_io_functions(self.device, ctypes.byref(self.functions)))
        _expect(self.fido.dev_open(self.device, path.encode()))

    def _open(self, _path):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.socket.connect(self.path)
        return 1

    def _close(self, _handle):
        self.socket.close()

    def _read(self, _handle, room, count, milliseconds):
        self.socket.settimeout(30 if milliseconds < 0 else milliseconds / 1000)
        try:
            report = self.socket.recv(count)
        except OSError:
            return -1
        ctypes.memmove(room, report, len(report))
        return len(report)

    def _write(self, _handle, report, count):
        # The first byte is the number of the report, which a device with one kind of report does not have.
        self.socket.send(report[1:count])
        return count

    def _bytes(self, kind, thing, *place):
        return ctypes.string_at(getattr(self.fido, kind + "_ptr")(thing, *place),
                                getattr(self.fido, kind + "_len")(thing, *place))

    def make(self, user, algorithm=ES256, *, discoverable=False, extensions=0, protect=0, exclude=(), cancelled_by=None):
        """Returns the passkey's id and public key; its attestation is verified."""
        fido = self.fido
        made = fido.cred_new()
        fido.cred_set_type(made, algorithm)
        fido.cred_set_clientdata_hash(made, HASH, len(HASH))
        fido.cred_set_rp(made, b"ssh.example", b"ssh")
        fido.cred_set_user(made, user, len(user), user, user, None)
        if discoverable:
            fido.cred_set_rk(made, TRUE)
        fido.cred_set_uv(made, TRUE)
        fido.cred_set_extensions(made, extensions)
        if protect:
            fido.cred_set_prot(made, protect)
        for one in exclude:
            fido.cred_exclude(made, one, len(one))
        if cancelled_by:
            threading.Thread(target=lambda: (cancelled_by(), fido.dev_cancel(self.device)), daemon=True).start()
        _expect(fido.dev_make_cred(self.device, made, None))
        _expect(fido.cred_verify_self(made))
        return self._bytes("cred_id", made), self._bytes("cred_pubkey", made)

    def sign_in(self, allow=(), *, rp=b"ssh.example", touch=None, verified=False, salt=None, verified_by=(None, ES256)):
        """Returns the derived secret if there is a salt, otherwise the site's handle of the account."""
        fido, (key, algorithm) = self.fido, verified_by
        got = getattr(fido, "assert_new")()
        fido.assert_set_clientdata_hash(got, HASH, len(HASH))
        fido.assert_set_rp(got, rp)
        for one in allow:
            fido.assert_allow_cred(got, one, len(one))
        if touch is not None:
            fido.assert_set_up(got, touch)
        if verified:
            fido.assert_set_uv(got, TRUE)
        if salt:
            fido.assert_set_extensions(got, HMAC_SECRET)
            fido.assert_set_hmac_salt(got, salt, len(salt))
        _expect(fido.dev_get_assert(self.device, got, None))
        if key:
            kind = "es256" if algorithm == ES256 else "eddsa"
            public = getattr(fido, kind + "_pk_new")()
            _expect(getattr(fido, kind + "_pk_from_ptr")(public, key, len(key)))
            _expect(fido.assert_verify(got, 0, algorithm, public))
        return self._bytes("assert_hmac_secret" if salt else "assert_user_id", got, 0)

    # MARK: Management, as fido2-token does it: each call takes a token, and so a touch

    def count(self):
        metadata = self.fido.credman_metadata_new()
        _expect(self.fido.credman_get_dev_metadata(self.device, metadata, None))
        return self.fido.credman_rk_existing(metadata)

    def sites(self):
        listed = self.fido.credman_rp_new()
        _expect(self.fido.credman_get_dev_rp(self.device, listed, None))
        return [self.fido.credman_rp_id(listed, number) for number in range(self.fido.credman_rp_count(listed))]

    def passkeys(self, rp):
        """The id and the user's handle of each."""
        listed = self.fido.credman_rk_new()
        _expect(self.fido.credman_get_dev_rk(self.device, rp, listed, None))
        found = [self.fido.credman_rk(listed, number) for number in range(self.fido.credman_rk_count(listed))]
        return [(self._bytes("cred_id", one), self._bytes("cred_user_id", one)) for one in found]

    def delete(self, passkey):
        _expect(self.fido.credman_del_dev_rk(self.device, passkey, len(passkey), None))

    def touch(self):
        """Waits for a touch, by which a user chooses this device among several."""
        touched = ctypes.c_int(0)
        _expect(self.fido.dev_get_touch_begin(self.device))
        while not touched.value:
            _expect(self.fido.dev_get_touch_status(self.device, ctypes.byref(touched), 1000))
