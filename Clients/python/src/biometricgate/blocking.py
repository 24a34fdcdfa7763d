"""The client for programs without an event loop."""

from __future__ import annotations

import inspect
import socket
import threading
from collections.abc import Callable, Iterable, Generator
from typing import Concatenate, ParamSpec, Self, TypeVar

from . import _call, _calls, _service_calls
from ._asking import Asker, Questions, Typed, typed_bytes
from ._call import Call
from ._failures import refusal
from ._fork import forgets_in_child
from ._methods import BlockingMethods
from ._presented import asks
from ._socket import GRACE, check_server, default_socket, has_ended, not_running, unconnected
from ._wire import Inbox, Reply, wipe
from .errors import Closed, Disconnected, ProtocolViolation, Refused
from .types import Factor

R = TypeVar("R")


class Gate(BlockingMethods):
    """Like `biometricgate.Gate`, with blocking calls. Ctrl-C cancels the call, then is raised.

    Only one thread may make calls; other threads may use `cancel`, `answer` and `close`. A function that asks for a PIN
    is a plain one, and is called once the finger can no longer decide.
    """

    def __init__(
        self, socket: str | None = None, *, locale: str | None = None, trusted_uids: Iterable[int] = ()
    ) -> None:
        """Without `socket`, the client uses `BIOGATE_SOCKET`, or the system's socket if that is not set, or if this
        program has more rights than its caller. `locale` is a BCP 47 tag for texts; `trusted_uids` are user numbers
        that may serve the socket besides the daemon's account, root and the program's own."""
        self.socket = socket or default_socket()
        self.locale = locale
        self._trusted = frozenset(trusted_uids)
        self._is_closed = False
        self._begin()
        forgets_in_child(self)

    def _begin(self) -> None:
        self._turn = threading.Lock()
        self._connection: _Connection | None = None
        #: Holds what says which call waits: nothing may come to stand behind the next one.
        self._sending = threading.Lock()
        self._current: _Connection | None = None
        self._watched: set[_Connection] = set()

    def _forget_connections(self) -> None:
        """In a forked process: closes its copies without sending anything to the daemon. A thread of the parent may
        hold the locks."""
        for connection in {*self._watched, *filter(None, [self._connection, self._current])}:
            connection.socket.close()
        self._begin()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the connection. A call that waits in another thread ends with `Closed`, and so does every later one."""
        self._is_closed = True
        for connection in [*self._watched, *filter(None, [self._current])]:
            connection.hang_up()
        with self._turn:
            self._disconnect()

    def cancel(self) -> None:
        """Ends the call that waits in another thread, with `Cancelled`; without one, does nothing."""
        self._send_behind(_call.cancellation())

    def answer(self, *, pin: Typed | None = None, password: Typed | None = None) -> None:
        """Gives a PIN or a password to the call that waits for a finger, from another thread or from `on_progress`.

        A right one decides that call; after a wrong one the call goes on, with the progress `CREDENTIAL_WRONG`."""
        for factor, value in ((Factor.PIN, pin), (Factor.PASSWORD, password)):
            if value is not None:
                self._send_behind(_call.answer(factor, value))

    def _send_behind(self, frame: bytearray) -> None:
        with self._sending:
            if self._current:
                self._current.send_behind(frame)
            wipe(frame)

    info = asks(_service_calls.info)
    interface_description = asks(_service_calls.interface_description)

    # ---- A call ----

    def _perform(self, call: Call[R]) -> R:
        if call.needs_settings:
            call.choose_factors(self._perform(_calls.settings()))
        given = call.given()
        credential = given and (given[0], typed_bytes(*given))
        questions = Questions(call, self.locale)
        if call.needs_credential and not credential:
            credential = _typed(questions, questions.asker(Factor.PIN, Factor.PASSWORD))
            if not credential:
                raise _call.declined()
        while True:
            try:
                return self._exchange(call, credential)
            except Refused as error:
                credential = _typed(questions, questions.asker_after(error))
                if not credential:
                    raise

    def _exchange(self, call: Call[R], credential: tuple[Factor, bytearray] | None) -> R:
        with self._turn:
            connection = self._sent(call.frame(self.locale, credential, more=call.on_progress is not None))
            self._waits(connection)
            try:
                while (reply := connection.receive()).continues:
                    if call.on_progress is not None and (progress := call.progress(reply)):
                        call.on_progress(progress)
            except (Disconnected, ProtocolViolation) as error:
                self._disconnect()
                self._check_open(error)
                raise
            except BaseException:
                if not connection.abandon():
                    self._disconnect()
                raise
            finally:
                self._waits(None)
            if reply.error is not None:
                raise refusal(reply.error, reply.parameters)
            return call.result(reply)

    def _waits(self, connection: _Connection | None) -> None:
        with self._sending:
            self._current = connection

    def _sent(self, frame: bytearray) -> _Connection:
        """A connection that has sent the frame."""
        try:
            self._check_open()
            if self._connection and has_ended(self._connection.socket):
                self._disconnect()
            while True:
                if not self._connection:
                    self._connection = _Connection.open(self.socket, self._trusted)
                connection = self._connection
                try:
                    connection.socket.sendall(frame)
                    return connection
                except BaseException as error:
                    self._disconnect()
                    if not isinstance(error, OSError):
                        raise
                    # The daemon only reads whole calls, so it has not seen this one; but it may be a daemon that turns
                    # every caller away.
                    if not connection.has_served:
                        raise Disconnected("the connection ended before the call was sent") from error
        finally:
            wipe(frame)

    def _check_open(self, cause: Exception | None = None) -> None:
        if self._is_closed:
            raise Closed("this Gate was closed") from cause

    def _disconnect(self) -> None:
        if self._connection:
            self._connection.socket.close()
            self._connection = None

    def _watch(self, call: Call[R]) -> Generator[R, None, None]:
        frame = call.frame(self.locale, None, more=True)
        self._check_open()
        connection = _Connection.open(self.socket, self._trusted)
        self._watched.add(connection)
        try:
            try:
                connection.socket.sendall(frame)
            except OSError as error:
                raise Disconnected("the connection ended before the call was sent") from error
            while True:
                reply = connection.receive()
                if reply.error is not None:
                    raise refusal(reply.error, reply.parameters)
                yield call.result(reply)
        except Disconnected as error:
            self._check_open(error)
            raise
        finally:
            self._watched.discard(connection)
            connection.socket.close()


class _Connection:
    def __init__(self, connected: socket.socket) -> None:
        self.socket = connected
        self.has_served = False
        self._inbox = Inbox()

    @classmethod
    def open(cls, path: str, trusted: Iterable[int]) -> _Connection:
        connected = unconnected()
        try:
            connected.connect(path)
            check_server(connected, path, trusted)
        except OSError as error:
            connected.close()
            raise not_running(path, error) from error
        except BaseException:
            connected.close()
            raise
        return cls(connected)

    def send_behind(self, frame: bytearray) -> None:
        """Sends a few bytes after a whole call; does nothing if the connection has ended."""
        try:
            self.socket.send(frame, socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
        except OSError:
            pass
        finally:
            wipe(frame)

    def receive(self) -> Reply:
        while (reply := self._inbox.next()) is None:
            try:
                count = self.socket.recv_into(self._inbox.room())
            except TimeoutError:
                raise
            except OSError:
                count = 0
            if not count:
                raise Disconnected("the connection ended before the answer")
            self._inbox.received(count)
        self.has_served = True
        return reply

    def abandon(self) -> bool:
        """Cancels the waiting call and reads its remaining answers; returns whether the connection can still be used.
        """
        self.send_behind(_call.cancellation())
        try:
            self.socket.settimeout(GRACE)
            while self.receive().continues:
                pass
            self.socket.settimeout(None)
            return True
        except (Disconnected, ProtocolViolation, TimeoutError):
            return False
        except BaseException:
            self.hang_up()
            return False

    def hang_up(self) -> None:
        """Ends the connection, which wakes the thread that waits for it."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def _typed(questions: Questions, who: tuple[Factor, Asker] | None) -> tuple[Factor, bytearray] | None:
    """The user's answer instead of a finger."""
    arguments = who and questions.arguments(who)
    if not who or arguments is None:
        return None
    value = who[1](*arguments)
    if inspect.iscoroutine(value):
        value.close()
        raise TypeError("a blocking Gate asks plain functions only")
    # An empty line means "not now".
    if value is None or value in ("", b""):
        return None
    return who[0], typed_bytes(who[0], value)
