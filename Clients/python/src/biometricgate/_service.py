"""What every Varlink service tells about itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ServiceInfo:
    vendor: str
    product: str
    version: str
    url: str
    interfaces: tuple[str, ...]
