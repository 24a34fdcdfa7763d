"""Plays a customer of the example bank, inside `biogate sandbox`: through pipes and a real daemon.

    biogate sandbox -- python3 bank.py BIOGATE BANK

Ends with 0 if everything was as expected, otherwise with a line that names the difference.
"""

import os
import select
import subprocess
import sys
import tempfile

BIOGATE, BANK = sys.argv[1:3]
PIN = "274916"
# Only ends a hang; nothing waits for it.
HANG = 60


def biogate(*arguments, stdin=b""):
    done = subprocess.run([BIOGATE, *arguments], input=stdin, capture_output=True, timeout=HANG)
    if done.returncode:
        sys.exit(f"biogate {' '.join(arguments)}: {done.returncode}, {done.stderr.decode()}")


def enrol(finger, pin):
    touches = subprocess.Popen([BIOGATE, "sandbox", "touch", finger, "--all"])
    biogate("finger", "add", finger, "--pin-from", pin, "--yes")
    if touches.wait(HANG):
        sys.exit(f"the touches of {finger} failed")


class Bank:
    def __init__(self):
        self.seen, self.at = "", 0
        self.process = subprocess.Popen([BANK], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.expect("> ")

    def expect(self, text):
        """Waits for the text after the one awaited before."""
        while (found := self.seen.find(text, self.at)) < 0:
            ready, _, _ = select.select([self.process.stdout], [], [], HANG)
            part = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not part:
                sys.exit(f"expected {text!r} behind {self.seen[self.at:]!r}")
            self.seen += part.decode()
        self.at = found + len(text)
        return self

    def type(self, line):
        self.process.stdin.write((line + "\n").encode())
        self.process.stdin.flush()
        return self

    def touch(self, finger):
        self.expect("ouch the fingerprint reader")
        biogate("sandbox", "touch", finger)
        return self

    def quit(self):
        self.type("quit")
        if self.process.wait(HANG):
            sys.exit("the bank failed")


def main():
    with tempfile.NamedTemporaryFile() as pin:
        pin.write((PIN + "\n").encode())
        pin.flush()
        biogate("pin", "set", "--pin-from", pin.name)
        enrol("right-index", pin.name)

        bank = Bank()
        bank.type("balance").expect("Sign in first.")
        bank.type("settings").expect("Fingerprint off\n")
        bank.type("sign-in").expect("Bank password: ").type("wrong").expect("The bank refuses")
        bank.type("sign-in").expect("Bank password: ").type("example").expect("Sign in faster with your fingerprint?")
        # Only a match turns it on.
        bank.type("turn-on").touch("right-index").expect("Fingerprint enabled\n")
        bank.type("sign-out").expect("Signed out.")
        # A stranger's finger, then the customer's.
        bank.type("sign-in").touch("stranger").expect("No match. 2 tries left.")
        bank.expect("Touch the fingerprint reader")
        biogate("sandbox", "touch", "right-index")
        bank.expect("Welcome back.")
        # A known recipient shortly after the sign-in needs no touch, and a new one does.
        bank.type("pay Kari 200").expect("Paid. 4800 kr are left.")
        bank.type("card").expect("4000 0000")
        bank.type("pay Ola 300").touch("right-index").expect("Paid. 4500 kr are left.")
        # The PIN if the finger does not match.
        bank.type("sign-out").expect("Signed out.").type("sign-in")
        for _ in range(3):
            bank.touch("stranger")
        bank.expect("\npin, or cancel: ").type("pin").expect("PIN: ").type("111222")
        bank.expect("\npin, or cancel: ").type("pin").expect("PIN: ").type(PIN).expect("Welcome back.")
        # Five misses in a row: a lockout, also for the next gate, which arms nothing. The PIN ends it.
        bank.type("sign-out").expect("Signed out.").type("sign-in")
        for _ in range(3):
            bank.touch("stranger")
        bank.expect("\npin, or cancel: ").type("cancel").expect("> ")
        bank.type("sign-in")
        for _ in range(2):
            bank.touch("stranger")
        bank.expect("Fingerprint is paused.").expect("\npin, or cancel: ").type("cancel").expect("> ")
        before = bank.at
        bank.type("sign-in").expect("Fingerprint is paused.")
        if "Touch" in bank.seen[before:bank.at]:
            sys.exit("a touch was asked for during the lockout")
        bank.expect("\npin, or cancel: ").type("pin").expect("PIN: ").type(PIN).expect("Welcome back.")
        bank.quit()

        # The bank has forgotten the token; the gate fails without a miss, and a new one is sealed.
        bank = Bank()
        bank.type("sign-in").touch("right-index").expect("The bank does not know this sign-in any more.")
        bank.expect("Bank password: ").type("example").expect("turn-on")
        bank.type("turn-on").touch("right-index").expect("Fingerprint enabled\n")
        # With another finger, the fingerprint's access is gone.
        enrol("left-index", pin.name)
        bank.type("settings").expect("Fingerprint off since your fingerprints changed\n")
        bank.type("turn-on").touch("left-index").expect("Fingerprint enabled\n")
        bank.type("turn-off").expect("The token is destroyed.")
        bank.type("settings").expect("Fingerprint off\n")
        bank.quit()


main()
