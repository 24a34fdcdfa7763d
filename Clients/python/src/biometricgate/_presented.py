"""Makes a client's methods of the functions that make its calls, with their signatures and documentation."""

from __future__ import annotations

import inspect
from collections.abc import AsyncGenerator, Callable, Coroutine, Generator
from typing import Any, Concatenate, ParamSpec, TypeVar

from ._call import Call

P = ParamSpec("P")
R = TypeVar("R")


def asks(make: Callable[P, Call[R]]) -> Callable[Concatenate[Any, P], R]:
    def method(gate: Any, /, *arguments: P.args, **options: P.kwargs) -> R:
        result: R = gate._perform(make(*arguments, **options))
        return result

    _presented_as(make, method)
    return method


def watches(make: Callable[P, Call[R]]) -> Callable[Concatenate[Any, P], Generator[R, None, None]]:
    def method(gate: Any, /, *arguments: P.args, **options: P.kwargs) -> Generator[R, None, None]:
        result: Generator[R, None, None] = gate._watch(make(*arguments, **options))
        return result

    _presented_as(make, method, "Iterator[{}]")
    return method


def asks_asynchronously(make: Callable[P, Call[R]]) -> Callable[Concatenate[Any, P], Coroutine[Any, Any, R]]:
    async def method(gate: Any, /, *arguments: P.args, **options: P.kwargs) -> R:
        result: R = await gate._perform(make(*arguments, **options))
        return result

    _presented_as(make, method)
    return method


def watches_asynchronously(make: Callable[P, Call[R]]) -> Callable[Concatenate[Any, P], AsyncGenerator[R, None]]:
    def method(gate: Any, /, *arguments: P.args, **options: P.kwargs) -> AsyncGenerator[R, None]:
        result: AsyncGenerator[R, None] = gate._watch(make(*arguments, **options))
        return result

    _presented_as(make, method, "AsyncIterator[{}]")
    return method


def _presented_as(make: Callable[..., object], method: Callable[..., object], answers: str = "{}") -> None:
    own = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    signature = inspect.signature(make)
    method.__name__, method.__doc__ = make.__name__, make.__doc__
    answer = str(signature.return_annotation).removeprefix("Call[").removesuffix("]")
    method.__signature__ = signature.replace(  # type: ignore[attr-defined]
        parameters=[own, *signature.parameters.values()], return_annotation=answers.format(answer)
    )
