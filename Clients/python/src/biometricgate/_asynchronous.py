"""The client for asyncio."""

from __future__ import annotations

import asyncio
import inspect
import socket
from collections.abc import AsyncGenerator, Callable, Coroutine, Iterable
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

from . import _call, _calls, _service_calls
from ._asking import Asker, Questions, Typed, is_asynchronous, typed_bytes
from ._call import Call
from ._failures import refusal
from ._fork import forgets_in_child
from ._methods import AsynchronousMethods
from ._presented import asks_asynchronously
from ._socket import GRACE, check_server, default_socket, has_ended, not_running, unconnected
from ._thread import in_thread
from ._wire import Inbox, Reply, wipe
from .errors import Closed, Disconnected, ProtocolViolation, Refused
from .types import Event, Factor, Progress

R = TypeVar("R")


class Gate(AsynchronousMethods):
    """An app's way to the gate: one connection, made by the first call, and again after it was lost.

    Calls are sent one after the other. An authentication counts only for the Gate that it was given to. Cancelling the
    task of a call cancels the call and frees the reader. A Gate belongs to the event loop of its first call until that
    is closed; a call in another one raises a RuntimeError. Arguments that cannot be sent raise a ValueError or a
    TypeError before anything is sent.
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
        #: That of the first call.
        self._loop: asyncio.AbstractEventLoop | None = None
        self._turn = asyncio.Lock()
        self._connection: _Connection | None = None
        self._current: _Connection | None = None
        self._watched: set[_Connection] = set()

    def _forget_connections(self) -> None:
        """In a forked process: closes its copies without sending anything to the daemon."""
        for connection in {*self._watched, *filter(None, [self._connection, self._current])}:
            connection.socket.close()
        self._begin()

    def _check_loop(self) -> None:
        """A call in another loop would wait for ever for its turn, because the first loop cannot wake it."""
        loop = asyncio.get_running_loop()
        if self._loop and self._loop is not loop and self._loop.is_closed():
            if self._turn.locked():
                self._forget_connections()  # the loop ended within a call
            else:
                self._turn = asyncio.Lock()
            self._loop = None
        self._loop = self._loop or loop
        if self._loop is not loop:
            raise RuntimeError("this Gate is used in another event loop: make one Gate for each loop")

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Ends the connection. A waiting call ends with `Closed`, and so does every later one."""
        self._check_loop()
        self._is_closed = True
        for connection in [*self._watched, *filter(None, [self._current])]:
            connection.hang_up()
        async with self._turn:
            self._disconnect()

    def cancel(self) -> None:
        """Ends this Gate's waiting call with `Cancelled`; without one, does nothing."""
        if self._current:
            self._current.send_behind(_call.cancellation())

    def answer(self, *, pin: Typed | None = None, password: Typed | None = None) -> None:
        """Gives a PIN or a password to this Gate's call that waits for a finger.

        A right one decides that call; after a wrong one the call goes on, with the progress `CREDENTIAL_WRONG`."""
        if self._current:
            for factor, value in ((Factor.PIN, pin), (Factor.PASSWORD, password)):
                if value is not None:
                    self._current.send_behind(_call.answer(factor, value))

    info = asks_asynchronously(_service_calls.info)
    interface_description = asks_asynchronously(_service_calls.interface_description)

    # ---- A call ----

    async def _perform(self, call: Call[R]) -> R:
        self._check_loop()
        if call.needs_settings:
            call.choose_factors(await self._perform(_calls.settings()))
        given = call.given()
        credential = given and (given[0], typed_bytes(*given))
        asking = _Asking(call, self.locale)
        try:
            if call.needs_credential and not credential:
                credential = await asking.ask(asking.questions.asker(Factor.PIN, Factor.PASSWORD))
                if not credential:
                    raise _call.declined()
            while True:
                try:
                    return await self._exchange(call, credential, asking)
                except Refused as error:
                    credential = await asking.ask(asking.questions.asker_after(error))
                    if not credential:
                        raise
        finally:
            await asking.end()

    async def _exchange(
        self, call: Call[R], credential: tuple[Factor, bytearray] | None, asking: _Asking
    ) -> R:
        async with self._turn:
            frame = call.frame(self.locale, credential, more=call.on_progress is not None or asking.is_racing)
            connection = await self._sent(frame)
            self._current = connection
            try:
                while (reply := await connection.receive()).continues:
                    if progress := call.progress(reply):
                        if call.on_progress is not None and inspect.isawaitable(shown := call.on_progress(progress)):
                            await shown
                        if not credential:
                            asking.progress(progress, connection)
            except (Disconnected, ProtocolViolation) as error:
                self._disconnect()
                self._check_open(error)
                raise
            except BaseException:
                if not await connection.abandon():
                    self._disconnect()
                raise
            finally:
                self._current = None
                asking.answers = None
            if asking.failure:
                raise asking.taken_failure()
            if reply.error is not None:
                raise refusal(reply.error, reply.parameters)
            return call.result(reply)

    async def _sent(self, frame: bytearray) -> _Connection:
        """A connection that has sent the frame."""
        try:
            self._check_open()
            if self._connection and has_ended(self._connection.socket):
                self._disconnect()
            while True:
                if not self._connection:
                    self._connection = await _Connection.open(self.socket, self._trusted)
                connection = self._connection
                try:
                    await connection.send(frame)
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

    async def _watch(self, call: Call[R]) -> AsyncGenerator[R, None]:
        self._check_loop()
        frame = call.frame(self.locale, None, more=True)
        self._check_open()
        connection = await _Connection.open(self.socket, self._trusted)
        self._watched.add(connection)
        try:
            try:
                await connection.send(frame)
            except OSError as error:
                raise Disconnected("the connection ended before the call was sent") from error
            while True:
                reply = await connection.receive()
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
    async def open(cls, path: str, trusted: Iterable[int]) -> _Connection:
        connected = unconnected()
        try:
            connected.setblocking(False)
            try:
                connected.connect(path)
            except BlockingIOError:  # the daemon's queue of new connections is full
                connected.setblocking(True)
                await asyncio.to_thread(connected.connect, path)
                connected.setblocking(False)
            check_server(connected, path, trusted)
        except OSError as error:
            connected.close()
            raise not_running(path, error) from error
        except BaseException:
            connected.close()
            raise
        return cls(connected)

    async def send(self, frame: bytearray) -> None:
        await asyncio.get_running_loop().sock_sendall(self.socket, frame)

    def send_behind(self, frame: bytearray) -> None:
        """Sends a few bytes after a whole call; does nothing if the connection has ended."""
        try:
            self.socket.send(frame, socket.MSG_DONTWAIT | socket.MSG_NOSIGNAL)
        except OSError:
            pass
        finally:
            wipe(frame)

    async def receive(self) -> Reply:
        while (reply := self._inbox.next()) is None:
            try:
                count = self.socket.recv_into(self._inbox.room())
            except BlockingIOError:
                await self._readable()
                continue
            except OSError:
                count = 0
            if not count:
                raise Disconnected("the connection ended before the answer")
            self._inbox.received(count)
        self.has_served = True
        return reply

    async def _readable(self) -> None:
        """A task of its own, because cancelling a loop's `sock_recv_into` may lose bytes."""
        loop = asyncio.get_running_loop()
        readable = asyncio.Event()
        loop.add_reader(self.socket, readable.set)
        try:
            await readable.wait()
        finally:
            loop.remove_reader(self.socket)

    async def abandon(self) -> bool:
        """Cancels the waiting call and reads its remaining answers; returns whether the connection can still be used.
        """
        self.send_behind(_call.cancellation())
        try:
            async with asyncio.timeout(GRACE):
                while (await self.receive()).continues:
                    pass
            return True
        except (Disconnected, ProtocolViolation, TimeoutError):
            return False
        except BaseException:
            self.hang_up()
            return False

    def hang_up(self) -> None:
        """Ends the connection, which wakes the task that waits for it."""
        try:
            self.socket.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


class _Asking:
    """Asks for a credential, while the reader waits for a finger and after the finger failed."""

    def __init__(self, call: Call[Any], locale: str | None) -> None:
        self.questions = Questions(call, locale)
        racer = self.questions.asker(Factor.PIN, Factor.PASSWORD) if call.races else None
        # A blocking function would go on asking after the finger has decided.
        self._racer = racer if racer and is_asynchronous(racer[1]) else None
        self._task: asyncio.Task[Typed | None] | None = None
        self._has_declined = False
        #: The connection on which an answer goes at once.
        self.answers: _Connection | None = None
        #: The failure of the asker, or of its answer, while the finger was awaited.
        self.failure: BaseException | None = None

    @property
    def is_racing(self) -> bool:
        return self._racer is not None

    def progress(self, progress: Progress, connection: _Connection) -> None:
        """Asks as soon as the reader waits for a finger, and again after a wrong answer, unless the next would have to
        wait."""
        self.answers = connection
        self.questions.heard(progress)
        if not self._racer or self._task or self._has_declined or progress.retry_after:
            return
        if progress.event in (Event.QUEUED, Event.WAITING_FOR_FINGER, Event.CREDENTIAL_WRONG):
            if (arguments := self.questions.arguments(self._racer)) is not None:
                self._task = asyncio.ensure_future(_typed(self._racer[1], arguments))
                self._task.add_done_callback(self._asked)

    def _asked(self, task: asyncio.Task[Typed | None]) -> None:
        if not self.answers or not self._racer or task.cancelled():
            return  # `ask` starts a task that outlives the finger, and handles its failure
        if failure := task.exception():
            return self._fail(failure)
        value = task.result()
        if not _is_given(value):
            self._has_declined = True
            return
        self._task = None
        try:
            self.answers.send_behind(_call.answer(self._racer[0], value))
        except (ValueError, TypeError) as failure:
            self._fail(failure)

    def taken_failure(self) -> BaseException:
        """The failure, which its own traceback's frames must not keep."""
        assert self.failure
        failure, self.failure = self.failure, None
        return failure

    def _fail(self, failure: BaseException) -> None:
        self.failure, self._task, self._has_declined = failure, None, True
        if self.answers:
            self.answers.send_behind(_call.cancellation())

    async def ask(self, who: tuple[Factor, Asker] | None) -> tuple[Factor, bytearray] | None:
        """The user's answer instead of a finger. A question that is still open is not asked again."""
        if not who or self._has_declined:
            return None
        if self._task and self._racer == who:
            task, self._task = self._task, None
            try:
                value = await task
            finally:
                del task  # a failed one keeps its failure, whose traceback keeps this frame
        else:
            arguments = self.questions.arguments(who)
            value = None if arguments is None else await _typed(who[1], arguments)
        return (who[0], typed_bytes(who[0], value)) if _is_given(value) else None

    async def end(self) -> None:
        if self._task:
            task, self._task = self._task, None
            task.cancel()
            await asyncio.wait([task])


def _is_given(value: object) -> bool:
    """Whether this is an answer: None, and an empty line, mean "not now"."""
    return value is not None and not (isinstance(value, str | bytes | bytearray) and not value)


async def _typed(asker: Asker, arguments: tuple[object, ...]) -> Any:
    value = asker(*arguments) if is_asynchronous(asker) else await in_thread(asker, *arguments)  # type: ignore[arg-type]
    return await value if inspect.isawaitable(value) else value
