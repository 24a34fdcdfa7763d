"""What login.py writes into its Debian: the settings, the greeter's configuration, and what the sessions run."""

import os

from installed import READER

USER, PASSWORD, SECRET = "kari", "correct horse battery", "what kari hides"
STATE = "/var/lib/biogate"
TPM = "/run/test-tpm"
# In the machine: the played programs, and gdm's files.
PLAYED, DEBS, REQUEST = "/opt/greeter_processes.py", "/opt/debs", "/run/greeting/request"
# The greeter waits for its request, in the process that greetd ends: one that survived would take the next request.
# There is no terminal in a container.
GREETD = f"""\
[terminal]
vt = "none"
[default_session]
user = "_greetd"
command = "/bin/sh -c 'exec /usr/bin/python3 -B {PLAYED} greetd --requests {REQUEST} >/run/greeting/said'"
"""
AUTOLOGIN = f"""\
[initial_session]
user = "{USER}"
command = "/bin/sh /opt/in-session look"
"""
# Looked up only where the keyring is open: a locked one would ask, and nobody answers.
SESSION = f"""\
#!/bin/sh
exec 2>/dev/null
locked=$(busctl --user get-property org.freedesktop.secrets /org/freedesktop/secrets/collection/login \\
    org.freedesktop.Secret.Collection Locked)
# What a user does at a terminal there.
[ "$1" != on ] || biogate login on --pin-from "$HOME/password" --json >"$HOME/said" 2>&1
[ "$1" != setup ] || python3 /opt/setup.py
[ "$1" != either ] || python3 /opt/either.py
[ "$1" != sudo ] || sudo -S id </dev/null >"$HOME/said" 2>&1
[ "$1" != store ] || printf %s '{SECRET}' | secret-tool store --label=x app test
{{
    echo "keyring: $locked"
    [ "$locked" != "b false" ] || echo "secret: $(secret-tool lookup app test)"
    loginctl show-session "$XDG_SESSION_ID" --property=Service --property=Name --property=Remote --property=Active
}} >"$HOME/found.new"
mv "$HOME/found.new" "$HOME/found"
"""
# With KWallet's daemon, which pam_kwallet5 starts, and which waits for the session's environment.
WALLET = """\
#!/bin/sh
exec 2>/dev/null
export QT_QPA_PLATFORM=offscreen
env | python3 -c 'import os, socket, sys
line = socket.socket(socket.AF_UNIX)
line.connect(os.environ["PAM_KWALLET5_LOGIN"])
line.sendall(sys.stdin.buffer.read())'
name=$(basename /usr/bin/kwalletd[56])
call() { busctl --user --auto-start=no call "org.kde.$name" "/modules/$name" org.kde.KWallet "$@"; }
timeout 30 sh -c "until busctl --user status org.kde.$name; do sleep 0.05; done" >/dev/null
is_open=$(call isOpen s kdewallet)
wallet=$(call open sxs kdewallet 0 test | cut -d' ' -f2)
if [ "$1" = store ]; then
    call createFolder iss "$wallet" things test
    call writePassword issss "$wallet" things key 'what kari hides' test
    call sync is "$wallet" test
fi >/dev/null
{
    echo "wallet: $is_open"
    [ "$is_open" != "b true" ] || echo "entry: $(call readPassword isss "$wallet" things key test)"
} >"$HOME/found.new"
mv "$HOME/found.new" "$HOME/found"
"""
# Lets libfprint's virtual reader in, and the emulated TPM.
ALLOWS = f"""\
[Service]
UnsetEnvironment=
Environment=FP_VIRTUAL_DEVICE={READER}
ReadWritePaths={os.path.dirname(READER)}
"""
SETTINGS = f"""\
readers.allowVirtual=true
sealing.tcti=swtpm:path={TPM}/socket
"""
# Asks on the module's socket, as the module does.
ASKS = """\
import socket
line = socket.socket(socket.AF_UNIX)
line.connect("/run/biogate/org.biometricgate.Face")
line.sendall(b'{"method":"org.biometricgate.Face.OpenLogin","parameters":{"uid":1000,"service":"login"}}\\0')
print(line.recv(65536))
"""
# `biogate setup` at a terminal, without a PIN and a try.
SETUP = f"""\
import os, pty
child, terminal = pty.fork()
if child == 0:
    os.execvp("biogate", ["biogate", "setup", "--plain"])
answered = 0
with open(os.environ["HOME"] + "/said", "wb", buffering=0) as said:
    text = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:
            break
        said.write(part)
        text += part
        asked = text[answered:]
        if asked.rstrip().endswith((b"[Y/n]", b"[y/N]")):
            refused = b"Set a PIN?" in asked or b"Try it?" in asked
            os.write(terminal, b"n\\n" if refused else b"y\\n")
            answered = len(text)
        elif asked.rstrip().lower().endswith(b"password:"):
            os.write(terminal, b"{PASSWORD}\\n")
            answered = len(text)
os.waitpid(child, 0)
"""
WALLET_OPEN = f'wallet: b true\nentry: s "{SECRET}"\n'
OPEN = f"keyring: b false\nsecret: {SECRET}\n"
