"""What the client for Python asks its user, how often, and how the question ends."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import termios

import biometricgate
import pytest
from biometricgate import Event, Factor, Gate, Progress, Question, blocking
from biometricgate.sandbox import Sandbox
from conftest import INDEX, NAME, PIN, SECRET, WRONG, Shown, run

#: No asker of these tests is asked as often by a client that knows an end.
MANY = 50


class Asker:
    """Gives the same answer each time, and records the questions."""

    def __init__(self, answer: str | None) -> None:
        self.answer = answer
        self.questions: list[Question] = []

    def __call__(self, question: Question) -> str | None:
        self.questions.append(question)
        assert len(self.questions) < MANY, "asked for ever"
        return self.answer

    async def asynchronously(self, question: Question) -> str | None:
        return self(question)


async def until_wrong(gate: Gate, times: int, pin: biometricgate.Asker) -> None:
    """Opens the item, and gives up after this many wrong answers, once the client has handled the last one."""
    wrong = asyncio.Semaphore(0)

    def show(progress: Progress) -> None:
        if progress.event == Event.CREDENTIAL_WRONG:
            wrong.release()

    opening = asyncio.create_task(gate.open(NAME, reason="Sign in", on_progress=show, pin=pin))
    for _ in range(times):
        await wrong.acquire()
    await asyncio.sleep(0)
    opening.cancel()
    with pytest.raises(asyncio.CancelledError):
        await opening


@pytest.mark.parametrize("answer", [None, ""])
def test_an_empty_answer_is_not_now_and_the_finger_goes_on(sandbox: Sandbox, answer: str | None) -> None:
    asker = Asker(answer)

    async def test(gate: Gate) -> None:
        shown = Shown()
        with sandbox.touch(INDEX):
            assert await gate.open(NAME, reason="Sign in", on_progress=shown, pin=asker.asynchronously) == SECRET
        assert Event.CREDENTIAL_WRONG not in shown.events

    run(test)
    assert len(asker.questions) == 1
    with blocking.Gate() as gate, pytest.raises(biometricgate.TimedOut):
        gate.open(NAME, reason="Sign in", timeout=1, pin=asker)
    assert len(asker.questions) == 2


def test_a_malformed_pin_is_told_and_a_third_one_is_the_last(sandbox: Sandbox) -> None:
    asker = Asker("12ab")

    run(lambda gate: until_wrong(gate, 3, asker.asynchronously))
    assert [question.attempts_remaining for question in asker.questions] == [None, 5, 5]
    assert [type(question.refusal) for question in asker.questions[1:]] == [biometricgate.CredentialWrong] * 2
    asker.questions.clear()
    with blocking.Gate() as gate, pytest.raises(biometricgate.CredentialWrong):
        gate.open(NAME, reason="Sign in", timeout=1, pin=asker)
    assert [type(question.refusal).__name__ for question in asker.questions] == ["TimedOut"] + ["CredentialWrong"] * 2


@pytest.mark.parametrize("is_asynchronous", [False, True])
def test_a_question_says_what_was_wrong_and_how_many_tries_are_left(sandbox: Sandbox, is_asynchronous: bool) -> None:
    answers = [WRONG, WRONG, PIN]
    questions: list[Question] = []

    def ask(question: Question) -> str:
        questions.append(question)
        return answers.pop(0)

    async def ask_asynchronously(question: Question) -> str:
        return ask(question)

    async def test(gate: Gate) -> None:
        pin = ask_asynchronously if is_asynchronous else ask
        # A plain function is asked once the time limit has passed.
        assert await gate.open(NAME, reason="Sign in", timeout=30 if is_asynchronous else 1, pin=pin) == SECRET

    run(test)
    first, second, third = questions
    assert first.factor is Factor.PIN and first.attempts_remaining is None and first.endswith("PIN: ")
    assert (second.attempts_remaining, third.attempts_remaining) == (4, 3)
    assert isinstance(second.refusal, biometricgate.CredentialWrong)
    assert "4" in second and second.endswith("PIN: ")
    if is_asynchronous:
        assert first == "PIN: " and first.refusal is None
    else:
        assert isinstance(first.refusal, biometricgate.TimedOut)


def test_a_constant_spends_one_try(sandbox: Sandbox) -> None:
    with blocking.Gate() as gate, pytest.raises(biometricgate.CredentialWrong) as caught:
        gate.open(NAME, reason="Sign in", timeout=1, pin=lambda: WRONG)
    assert caught.value.attempts_remaining == 4

    asked = 0

    async def wrong() -> str:
        nonlocal asked
        asked += 1
        return WRONG

    run(lambda gate: until_wrong(gate, 1, wrong))
    assert asked == 1
    with blocking.Gate() as gate:
        gate.authenticate(reason="Forget the wrong ones", pin=PIN)


@pytest.mark.parametrize("answer", [1234, "\ud800", b"\xff", "1" * 513, object()])
@pytest.mark.parametrize("is_asynchronous", [False, True])
def test_an_answer_that_cannot_be_sent_cancels_the_call(sandbox: Sandbox, answer: object, is_asynchronous: bool) -> None:
    async def ask(_: Question) -> object:
        return answer

    async def test(gate: Gate) -> None:
        pin: object = ask if is_asynchronous else lambda _: answer
        with pytest.raises((ValueError, TypeError), match="^a PIN "):
            await gate.open(NAME, reason="Sign in", timeout=1, pin=pin)  # type: ignore[arg-type]
        assert (await gate.settings()).items == 1

    run(test)


# ---- At a terminal ----

OPENING = """
import asyncio, getpass, sys
from biometricgate import Gate, blocking

async def main():
    async with Gate() as gate:
        print(await gate.open(sys.argv[1], reason="Sign in", timeout=1, pin=getpass.getpass))

def plainly():
    with blocking.Gate() as gate:
        print(gate.open(sys.argv[1], reason="Sign in", timeout=1, pin=getpass.getpass))

asyncio.run(main()) if sys.argv[2] == "asyncio" else plainly()
"""


class Terminal:
    """A program at a terminal of its own."""

    def __init__(self, *arguments: str) -> None:
        self._user, program = os.openpty()
        self._program = program
        self._said = ""
        self.process = subprocess.Popen(
            [sys.executable, "-c", OPENING, NAME, *arguments], preexec_fn=lambda: os.login_tty(os.dup(program))
        )

    def until(self, words: str) -> str:
        while words not in self._said:
            self._said += os.read(self._user, 4096).decode()
        said, self._said = self._said, ""
        return said

    def type(self, text: str) -> None:
        os.write(self._user, text.encode())

    @property
    def has_echo(self) -> bool:
        return bool(termios.tcgetattr(self._program)[3] & termios.ECHO)


@pytest.mark.parametrize("how", ["asyncio", "plainly"])
def test_a_wrong_pin_at_a_terminal_is_told_with_the_tries_left(sandbox: Sandbox, how: str) -> None:
    terminal = Terminal(how)
    assert "in time" in terminal.until("PIN: ")
    terminal.type(f"{WRONG}\n")
    assert "4" in terminal.until("PIN: ")
    terminal.type(f"{PIN}\n")
    terminal.until(f"<Secret of {len(SECRET)} bytes>")
    assert terminal.process.wait() == 0


@pytest.mark.parametrize("how", ["asyncio", "plainly"])
def test_control_c_ends_a_program_that_asks_at_a_terminal(sandbox: Sandbox, how: str) -> None:
    terminal = Terminal(how)
    terminal.until("PIN: ")
    assert not terminal.has_echo
    terminal.type("\x03")
    assert terminal.process.wait() != 0
    assert terminal.has_echo
