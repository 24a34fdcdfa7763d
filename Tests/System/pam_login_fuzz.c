/* pam_biogate_login's handling of passwords and replies, under AddressSanitizer: every length of a password there and
 * back, and replies that are changed at random. The seed is fixed, so that each run is the same. */
#include "../../Sources/Guests/Logins/pam_biogate_login/pam_biogate_login.c"

#include <assert.h>

static unsigned long long state = 0x9E3779B97F4A7C15ULL;

static unsigned next(unsigned below)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (unsigned)(state >> 32) % below;
}

/* A reply with the secret in base64; its length without the NUL. */
static size_t reply(char *room, const unsigned char *secret, size_t count)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    size_t length = (size_t)sprintf(room, "{\"parameters\":{\"secret\":\"");
    for (size_t place = 0; place < count; place += 3) {
        unsigned group = (unsigned)secret[place] << 16, more = place + 1 < count, most = place + 2 < count;
        group |= more ? (unsigned)secret[place + 1] << 8 : 0;
        group |= most ? secret[place + 2] : 0;
        room[length++] = letters[group >> 18];
        room[length++] = letters[group >> 12 & 63];
        room[length++] = more ? letters[group >> 6 & 63] : '=';
        room[length++] = most ? letters[group & 63] : '=';
    }
    return length + (size_t)sprintf(room + length, "\"}}");
}

int main(void)
{
    unsigned char secret[password_bytes + 1];
    char *answer = malloc(answer_bytes), *message = malloc(message_bytes);
    /* A password of each length. */
    for (size_t count = 1; count <= password_bytes; count++) {
        char *decoded;
        for (size_t place = 0; place < count; place++)
            secret[place] = (unsigned char)(1 + next(255));
        secret[count] = 0;
        assert(reply(answer, secret, count) < answer_bytes);
        decoded = decoded_secret(answer);
        assert(decoded != NULL && strlen(decoded) == count && memcmp(decoded, secret, count) == 0);
        assert(written_call(message, "PasswordTyped", (uid_t)-1, "password", (const char *)secret) <= message_bytes);
        assert(strlen(message) + 1 <= message_bytes);
    }
    /* The longest escapes. */
    memset(secret, 1, password_bytes);
    secret[password_bytes] = 0;
    assert(written_call(message, "PasswordTyped", (uid_t)-1, "password", (const char *)secret) <= message_bytes);
    /* Nothing is a secret without one, with a NUL in it, or with other letters. */
    for (size_t place = 0; place < 4; place++) {
        static const char *const none[] = {
            "", "{\"parameters\":{}}", "{\"parameters\":{\"secret\":\"QQBB\"}}", "{\"parameters\":{\"secret\":\"Q*==\"}}"};
        strcpy(answer, none[place]);
        assert(decoded_secret(answer) == NULL);
    }
    for (int round = 0; round < 200000; round++) {
        size_t count = next(64), length;
        char *decoded;
        for (size_t place = 0; place < count; place++)
            secret[place] = (unsigned char)next(256);
        length = reply(answer, secret, count);
        for (unsigned changes = next(4); changes > 0; changes--)
            answer[next((unsigned)length)] = (char)next(256);
        if (next(8) == 0)
            answer[next((unsigned)length)] = 0;
        decoded = decoded_secret(answer);
        assert(decoded == NULL || (*decoded != 0 && strlen(decoded) <= length));
    }
    free(answer);
    free(message);
    return 0;
}
