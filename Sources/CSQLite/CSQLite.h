#include <sqlite3.h>

/// Turns triggers and views of the file's schema off: the keystore has none, so that any is somebody else's.
/// sqlite3_db_config() takes variable arguments.
static inline int csqlite_forbid_triggers_and_views(sqlite3 *connection) {
    int code = sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, (int *)0);
    return code == SQLITE_OK ? sqlite3_db_config(connection, SQLITE_DBCONFIG_ENABLE_VIEW, 0, (int *)0) : code;
}

/// SQLITE_TRANSIENT, which is a macro that casts: SQLite copies what is bound.
static inline sqlite3_destructor_type csqlite_copied(void) {
    return SQLITE_TRANSIENT;
}
