"""The texts of the bank and its gate, by language: the bank's texts are here, the gate's in the package's golden texts.
"""

import os
import re

GOLDEN = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "GateScreenTests", "Golden")
# The golden texts' placeholders for the app's reason, for that of its offer, and for the name of its own alternative.
REASON, OFFERED, OWN = "Pay 200 kr to Kari", "Sign in to the bank", "Bank ID"
CHANGED = "row, fingers changed, "
NO_READER = "row, reader away, "

BANK = {
    "en": {
        "password": "Bank password", "sign in": "Sign in", "reason": "Sign in to Example Bank",
        "use password": "Sign in with password", "transfer": "Send 200 kr to Kari", "card": "Show card details",
        "transfer reason": "Send 200 kr to Kari", "card reason": "Show the details of your card",
        "settings": "Settings", "sign out": "Sign out", "leave": "Back", "paid": "Sent.",
        "wrong password": "That password did not match.",
        "offer reason": "Turn on fingerprint sign-in to Example Bank", "unknown": "The bank does not know this sign-in any more.",
    },
    "ko": {
        "password": "은행 비밀번호", "sign in": "로그인", "reason": "예시 은행에 로그인하려면 본인 확인이 필요합니다",
        "use password": "비밀번호로 로그인", "transfer": "카리에게 200 kr 송금", "card": "카드 정보 보기",
        "transfer reason": "송금을 위해 본인 확인이 필요합니다", "card reason": "카드 정보를 보려면 본인 확인이 필요합니다",
        "settings": "설정", "sign out": "로그아웃", "leave": "뒤로", "paid": "송금했어요.",
        "wrong password": "비밀번호가 일치하지 않아요.", "offer reason": "예시 은행의 지문 로그인 켜기",
        "unknown": "은행이 이 로그인을 더 이상 알지 못해요.",
    },
    "nb": {
        "password": "Passord til banken", "sign in": "Logg inn", "reason": "Logg inn i Eksempelbanken",
        "use password": "Logg inn med passord", "transfer": "Send 200 kr til Kari", "card": "Vis kortopplysninger",
        "transfer reason": "Send 200 kr til Kari", "card reason": "Vis opplysninger om kortet ditt",
        "settings": "Innstillinger", "sign out": "Logg ut", "leave": "Tilbake", "paid": "Sendt.",
        "wrong password": "Passordet stemte ikke.",
        "offer reason": "Slå på innlogging med fingeravtrykk i Eksempelbanken", "unknown": "Banken kjenner ikke denne innloggingen lenger.",
    },
}


class Golden:
    """One screen: its texts from top to bottom without the alert, which may be any if empty, and the names of the
    enabled buttons, the closing one last."""

    def __init__(self, line):
        self.alert, self.texts, self.buttons, self.field = None, [], [], None
        for piece in re.sub(r"^\([^)]*\) \| ", "", line).split(" | "):
            if piece in ("?", "! ?", "! !", "!"):
                self.alert = ""
            elif piece.startswith("! "):
                self.alert = piece[2:]
            elif piece.startswith("x "):
                self.buttons.append(piece[2:])
            elif piece.endswith(" ____"):
                self.field = piece.removesuffix(" ____")
            elif piece[0] in "[<":
                name = piece.strip("[]<>")
                if not name.startswith("-"):
                    self.buttons.append(name)
            else:
                self.texts.append(piece)


class Words:
    """The texts in one language."""

    def __init__(self, tag):
        self.lines = {}
        for name in ("gate", "gate-parts"):
            with open(os.path.join(GOLDEN, f"{name}.{tag}.txt"), encoding="utf-8") as file:
                self.lines.update(re.sub(r" \(o(n|ff)(, fixed)?\): ", ": ", line.rstrip("\n")).split(": ", 1) for line in file)
        self.said = {**BANK[tag], **self.of_the_gate()}

    def __getitem__(self, name):
        return self.said[name]

    def screen(self, name, reason=None):
        """The screen of that name in the golden texts, with the bank's reason and alternative."""
        line = self.lines[name].replace(OWN, self.said["use password"])
        return Golden(line.replace(REASON, reason).replace(OFFERED, reason) if reason else line)

    def banner(self, name):
        """The text and the button of the banner with that name."""
        text, button = re.match(r"(.*) \[([^\]]*)\]", self.lines[f"banner, {name}"]).groups()
        return text, button.replace(OWN, self.said["use password"])

    def of_the_gate(self):
        idle, typed = Golden(self.lines["idle, pin"]), Golden(self.lines["way around chosen, off, pin"])
        offer, failed = Golden(self.lines["explaining, pin"]), Golden(self.lines["offer, failed"])
        row, confirming = (Golden(self.lines["row, enabled, " + step]) for step in ("resting", "confirming"))
        return {
            "title": idle.texts[0], "use finger": idle.buttons[0], "use PIN": idle.buttons[1],
            "cancel": idle.buttons[2], "touch": Golden(self.lines["touch, pin"]).texts[-1],
            "offer": offer.texts[0], "turn on": offer.buttons[0], "not now": offer.buttons[1],
            "reader's touch": Golden(self.lines["offer, missed"]).texts[-1],
            "missed once": Golden(self.lines["missed once, own screen"]).alert,
            "missed": Golden(self.lines["missed, pin"]).alert, "type PIN": typed.field, "back": typed.buttons[1],
            "spent": Golden(self.lines["misses spent, own screen"]).alert,
            "confirmed": Golden(self.lines["offer, done"]).texts[-1],
            "paused": first(Golden(self.lines["paused, pin"]).alert),
            "wrong PIN": first(Golden(self.lines["wrong PIN, pin"]).alert),
            "turned off": first(Golden(self.lines["off, pin"]).alert),
            "no PIN": first(Golden(self.lines["no PIN, pin"]).alert),
            "retry": failed.buttons[0], "device": failed.buttons[2], "row": row.texts[0], "on": row.texts[1],
            "again": row.buttons[0], "off": Golden(self.lines["row, off, resting"]).texts[1],
            "off?": confirming.texts[2], "turn off": confirming.buttons[1],
            "changed": Golden(self.lines[CHANGED + "resting"]).texts[1],
            "cannot": Golden(self.lines[NO_READER + "resting"]).texts[1],
        }


def first(text):
    """The first sentence."""
    return text.split(". ")[0].removesuffix(".") + "."


def alike(text):
    """The text without its numbers and counted words, because the remaining tries and seconds depend on the moment."""
    return re.sub(r"\d+\w*( \w+)?", "0", text)
