/* Made by Languages/generate.py from Languages/biogate.pot: change that file. */
static const struct words {
    const char *language, *prompt, *touch;
} words[] = {
    {"en", "Password, or touch the fingerprint reader: ", "Touch the fingerprint reader"},
    {"ko", "비밀번호를 입력하거나 지문 인식기에 손가락을 대 주세요: ", "지문 인식기에 손가락을 대 주세요"},
    {"nb", "Passord, eller legg fingeren på leseren: ", "Legg fingeren på leseren"},
};
