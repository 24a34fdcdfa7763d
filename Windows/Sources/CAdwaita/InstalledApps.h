// Which program a desktop entry starts, and who can replace what a path leads to.
#pragma once

#include <dirent.h>
#include <gio/gio.h>
#include <string.h>
#include <sys/stat.h>

/// The path of the program that a desktop entry starts, looked for where systems install programs; NULL if there is none. The
/// caller frees it.
static inline char *gate_entry_program(const char *entry) {
    GKeyFile *file = g_key_file_new();
    char *line = NULL, **words = NULL, *path = NULL;
    if (g_key_file_load_from_file(file, entry, G_KEY_FILE_NONE, NULL))
        line = g_key_file_get_string(file, "Desktop Entry", "Exec", NULL);
    if (line != NULL && g_shell_parse_argv(line, NULL, &words, NULL)) {
        const char *places[] = {"/usr/local/bin", "/usr/bin", "/bin", "/usr/local/games", "/usr/games"};
        if (g_path_is_absolute(words[0])) path = g_strdup(words[0]);
        for (guint place = 0; path == NULL && strchr(words[0], '/') == NULL && place < G_N_ELEMENTS(places); place += 1) {
            char *found = g_build_filename(places[place], words[0], NULL);
            if (g_file_test(found, G_FILE_TEST_IS_EXECUTABLE)) path = found; else g_free(found);
        }
    }
    g_strfreev(words);
    g_free(line);
    g_key_file_free(file);
    return path;
}

/// The name in what readdir(3) returns.
static inline const char *gate_entry_name(const struct dirent *entry) { return entry->d_name; }

/// Whether only root can write a file or directory, the directories above it, and the links on the way.
static inline gboolean gate_is_roots(const char *path) {
    if (!g_path_is_absolute(path)) return FALSE;
    gboolean holds = TRUE;
    char *now = g_strdup(path);
    // As many links as the kernel follows.
    for (int link = 0; holds && now != NULL; link += 1) {
        struct stat status;
        holds = link < 40 && lstat(now, &status) == 0 && status.st_uid == 0
            && (S_ISLNK(status.st_mode) || (status.st_mode & 022) == 0);
        char *above = g_path_get_dirname(now);
        if (holds && strcmp(above, now) != 0) holds = gate_is_roots(above);
        char *next = NULL;
        if (holds && S_ISLNK(status.st_mode)) {
            char *target = g_file_read_link(now, NULL);
            if (target != NULL) next = g_path_is_absolute(target) ? g_strdup(target) : g_build_filename(above, target, NULL);
            holds = target != NULL;
            g_free(target);
        }
        g_free(above);
        g_free(now);
        now = next;
    }
    g_free(now);
    return holds;
}
