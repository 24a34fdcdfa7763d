#include <sqlite3.h>

/// SQLITE_TRANSIENT, which is a macro that casts: SQLite copies what is bound.
static inline sqlite3_destructor_type csqlite_copied(void) {
    return SQLITE_TRANSIENT;
}
