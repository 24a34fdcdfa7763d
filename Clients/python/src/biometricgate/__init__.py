"""The client of BiometricGate: secrets and signing keys that open with a fingerprint, a PIN or the password."""

from . import errors, types, values
from ._asynchronous import Gate
from ._call import Asker, Typed
from ._socket import SYSTEM_SOCKET
from ._wire import Secret
from .errors import *
from .types import *
from .values import *

__all__ = ["SYSTEM_SOCKET", "Asker", "Gate", "Secret", "Typed"]
__all__ += errors.__all__
__all__ += types.__all__
__all__ += values.__all__
