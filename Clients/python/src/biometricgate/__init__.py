"""The client of BiometricGate: secrets and signing keys that open with a fingerprint, a PIN or the password."""

from . import errors, types, values
from ._asynchronous import Gate
from ._asking import Asker, Question, Source, Typed
from ._call import Shower
from ._socket import SYSTEM_SOCKET
from ._wire import Secret
from .errors import *
from .types import *
from .values import *

__version__ = "0.2.0"
__all__ = ["SYSTEM_SOCKET", "Asker", "Gate", "Question", "Secret", "Shower", "Source", "Typed", "__version__"]
__all__ += errors.__all__
__all__ += types.__all__
__all__ += values.__all__
