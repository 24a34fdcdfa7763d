"""A process that a call names."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningProcess:
    """A process by its number and the time it started, so that a later one of the same number is not taken for it."""

    process_id: int
    #: In clock ticks since the machine started: field 22 of /proc/PID/stat.
    start_time: int

    @classmethod
    def of(cls, process_id: int) -> RunningProcess:
        """The process that has this number now; ProcessLookupError or FileNotFoundError if there is none."""
        with open(f"/proc/{process_id}/stat", "rb") as file:
            # The name in parentheses may itself have spaces and parentheses.
            fields = file.read().rpartition(b")")[2].split()
        return cls(process_id=process_id, start_time=int(fields[19]))
