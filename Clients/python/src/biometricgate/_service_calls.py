"""The methods that every Varlink service has, each as a value."""

from __future__ import annotations

from ._call import Call
from ._parts import member, present, whole
from .types import ServiceInfo


def info() -> Call[ServiceInfo]:
    """The name and version of the service at the socket."""
    return Call(method="org.varlink.service.GetInfo", read=whole(ServiceInfo))


def interface_description(interface: str = "org.biometricgate.Gate") -> Call[str]:
    """The contract, as its text."""
    return Call(
        method="org.varlink.service.GetInterfaceDescription",
        read=member(str, "description"),
        parameters=present(interface=interface),
    )
