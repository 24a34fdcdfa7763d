"""A server that knows a public key: python3 server.py register | challenge | verify"""
import pathlib, secrets, sys
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

key, asked = pathlib.Path("registered.der"), pathlib.Path("asked")
match sys.argv[1]:
    case "register": key.write_bytes(sys.stdin.buffer.read())
    case "challenge": asked.write_bytes(secrets.token_bytes(32)); sys.stdout.buffer.write(asked.read_bytes())
    case "verify":
        challenge = asked.rename("answered").read_bytes()  # each is accepted once: a signature serves one time
        public = serialization.load_der_public_key(key.read_bytes())
        public.verify(sys.stdin.buffer.read(), challenge, ec.ECDSA(hashes.SHA256()))  # or raises InvalidSignature
        print("Welcome.")
