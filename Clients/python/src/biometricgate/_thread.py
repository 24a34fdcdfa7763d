"""Runs a plain function beside an event loop."""

from __future__ import annotations

import asyncio
import contextvars
import os
import threading
from collections.abc import Callable
from typing import Any

from ._wire import wipe


async def in_thread(function: Callable[..., Any], *arguments: object) -> Any:
    """Awaits a blocking function, for example one that reads a terminal.

    Neither the loop nor the interpreter waits for its thread at the end, so Ctrl-C ends a program whose user does not
    answer. If the function had turned off a terminal's echo, it is restored."""
    loop = asyncio.get_running_loop()
    ended: asyncio.Future[None] = loop.create_future()
    # Of the function that has ended. Taken out, because a failure that anything here kept would keep its traceback's
    # frames, and they the caller's objects, until the thread has ended or the cyclic collector runs.
    outcome: list[tuple[Any, BaseException | None]] = []
    context = contextvars.copy_context()

    def forget() -> None:
        value, _ = outcome.pop()
        if isinstance(value, bytearray):
            wipe(value)

    def settle() -> None:
        if ended.done():
            forget()
        else:
            ended.set_result(None)

    def run() -> None:
        try:
            outcome.append((context.run(function, *arguments), None))
        except StopIteration as error:  # a coroutine cannot raise it
            failure = RuntimeError("the function that was asked raised StopIteration")
            failure.__cause__ = error
            outcome.append((None, failure))
            del failure
        except BaseException as error:
            outcome.append((None, error))
        try:
            loop.call_soon_threadsafe(settle)
        except RuntimeError:  # the loop has been closed
            forget()

    with _Terminal() as terminal:
        threading.Thread(target=run, daemon=True).start()
        try:
            await ended
        except asyncio.CancelledError:
            terminal.restore()
            if ended.done():
                forget()
            raise
    value, failure = outcome.pop()
    try:
        if failure:
            raise failure
        return value
    finally:
        del failure


class _Terminal:
    """The settings of the process's terminal, if it has one."""

    def __enter__(self) -> _Terminal:
        self._file: int | None = None
        import termios

        try:
            self._file = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
            self._settings = termios.tcgetattr(self._file)
        except (OSError, termios.error):
            self.__exit__()
        return self

    def restore(self) -> None:
        if self._file is None:
            return
        import termios

        try:
            termios.tcsetattr(self._file, termios.TCSADRAIN, self._settings)
        except termios.error:
            pass

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None
