"""The texts that the scenarios type, and those of the window."""

PIN = "274916"
WRONG = "830571"
PASSWORD = "opensesame"

HEADINGS = {
    "en": "Open “github”?",
    "ko": "“github” 항목을 열까요?",
    "nb": "Åpne «github»?",
}
TOUCH = {"en": "Touch the fingerprint reader", "ko": "지문으로 인증해 주세요", "nb": "leseren"}
WORDS = {
    "en": ("Cancel", "Open", "Or type your PIN", "Program file: "),
    "ko": ("취소", "열기", "또는 PIN을 입력해 주세요", "프로그램 파일: "),
    "nb": ("Avbryt", "Åpne", "Eller skriv inn PIN-koden", "Programfil: "),
}
