// SQLite's functions as the rest of the library calls them, forwarded to the SQLite that has loaded the extension. A
// shell or a Python may have its own copy, and a connection of one copy must never meet another. They are hidden, so
// that the linker binds every call in this library to them, and no call in any other. Without the macros that stand for
// the functions in an extension.
#define SQLITE_CORE 1
#include "routines.h"

#include <stdarg.h>

#define HIDDEN __attribute__((visibility("hidden")))

/// A function that calls the routine of another name with the parameters that it gets.
#define FORWARD_TO(result, name, routine, parameters, arguments) \
    HIDDEN result sqlite3_##name parameters { return layout_routines->routine arguments; }
#define FORWARD(result, name, parameters, arguments) FORWARD_TO(result, name, name, parameters, arguments)

// In order of their names; "a" is the first parameter, and so on.

FORWARD(int, backup_finish, (sqlite3_backup *a), (a))
FORWARD(sqlite3_backup *, backup_init, (sqlite3 *a, const char *b, sqlite3 *c, const char *d), (a, b, c, d))
FORWARD(int, backup_pagecount, (sqlite3_backup *a), (a))
FORWARD(int, backup_remaining, (sqlite3_backup *a), (a))
FORWARD(int, backup_step, (sqlite3_backup *a, int b), (a, b))
FORWARD(int, bind_blob, (sqlite3_stmt *a, int b, const void *c, int d, void (*e)(void *)), (a, b, c, d, e))
FORWARD(int, bind_double, (sqlite3_stmt *a, int b, double c), (a, b, c))
FORWARD(int, bind_int64, (sqlite3_stmt *a, int b, sqlite3_int64 c), (a, b, c))
FORWARD(int, bind_null, (sqlite3_stmt *a, int b), (a, b))
FORWARD(int, bind_parameter_count, (sqlite3_stmt *a), (a))
FORWARD(int, bind_pointer, (sqlite3_stmt *a, int b, void *c, const char *d, void (*e)(void *)), (a, b, c, d, e))
FORWARD(int, bind_text, (sqlite3_stmt *a, int b, const char *c, int d, void (*e)(void *)), (a, b, c, d, e))
FORWARD(int, bind_value, (sqlite3_stmt *a, int b, const sqlite3_value *c), (a, b, c))
FORWARD(int, bind_zeroblob, (sqlite3_stmt *a, int b, int c), (a, b, c))
FORWARD(int, busy_handler, (sqlite3 *a, int (*b)(void *, int), void *c), (a, b, c))
FORWARD(sqlite3_int64, changes64, (sqlite3 *a), (a))
FORWARD(int, clear_bindings, (sqlite3_stmt *a), (a))
FORWARD(int, close_v2, (sqlite3 *a), (a))
FORWARD(const void *, column_blob, (sqlite3_stmt *a, int b), (a, b))
FORWARD(int, column_bytes, (sqlite3_stmt *a, int b), (a, b))
FORWARD(int, column_count, (sqlite3_stmt *a), (a))
FORWARD(double, column_double, (sqlite3_stmt *a, int b), (a, b))
FORWARD(sqlite3_int64, column_int64, (sqlite3_stmt *a, int b), (a, b))
FORWARD(const char *, column_name, (sqlite3_stmt *a, int b), (a, b))
FORWARD(const unsigned char *, column_text, (sqlite3_stmt *a, int b), (a, b))
FORWARD(int, column_type, (sqlite3_stmt *a, int b), (a, b))
FORWARD(sqlite3_value *, column_value, (sqlite3_stmt *a, int b), (a, b))
FORWARD(sqlite3 *, context_db_handle, (sqlite3_context *a), (a))
FORWARD(
    int, create_function_v2,
    (sqlite3 *a, const char *b, int c, int d, void *e, void (*f)(sqlite3_context *, int, sqlite3_value **),
     void (*g)(sqlite3_context *, int, sqlite3_value **), void (*h)(sqlite3_context *), void (*i)(void *)),
    (a, b, c, d, e, f, g, h, i))
FORWARD(
    int, create_module_v2,
    (sqlite3 *a, const char *b, const sqlite3_module *c, void *d, void (*e)(void *)),
    (a, b, c, d, e))
FORWARD(sqlite3_filename, db_filename, (sqlite3 *a, const char *b), (a, b))
FORWARD(sqlite3 *, db_handle, (sqlite3_stmt *a), (a))
FORWARD(int, db_readonly, (sqlite3 *a, const char *b), (a, b))
FORWARD(int, db_release_memory, (sqlite3 *a), (a))
FORWARD(int, db_status, (sqlite3 *a, int b, int *c, int *d, int e), (a, b, c, d, e))
FORWARD(int, declare_vtab, (sqlite3 *a, const char *b), (a, b))
FORWARD(int, errcode, (sqlite3 *a), (a))
FORWARD(const char *, errmsg, (sqlite3 *a), (a))
FORWARD(const char *, errstr, (int a), (a))
FORWARD(
    int, exec,
    (sqlite3 *a, const char *b, int (*c)(void *, int, char **, char **), void *d, char **e),
    (a, b, c, d, e))
FORWARD(int, extended_errcode, (sqlite3 *a), (a))
FORWARD(int, file_control, (sqlite3 *a, const char *b, int c, void *d), (a, b, c, d))
FORWARD(int, finalize, (sqlite3_stmt *a), (a))
FORWARD(void, free, (void *a), (a))
FORWARD(int, get_autocommit, (sqlite3 *a), (a))
FORWARD_TO(void, interrupt, interruptx, (sqlite3 *a), (a))
FORWARD(sqlite3_int64, last_insert_rowid, (sqlite3 *a), (a))
FORWARD(const char *, libversion, (void), ())
FORWARD(int, libversion_number, (void), ())
FORWARD(int, open_v2, (const char *a, sqlite3 **b, int c, const char *d), (a, b, c, d))
FORWARD(
    int, prepare_v3,
    (sqlite3 *a, const char *b, int c, unsigned int d, sqlite3_stmt **e, const char **f),
    (a, b, c, d, e, f))
FORWARD(void, progress_handler, (sqlite3 *a, int b, int (*c)(void *), void *d), (a, b, c, d))
FORWARD(int, reset, (sqlite3_stmt *a), (a))
FORWARD(void, result_double, (sqlite3_context *a, double b), (a, b))
FORWARD(void, result_error, (sqlite3_context *a, const char *b, int c), (a, b, c))
FORWARD(void, result_int64, (sqlite3_context *a, sqlite3_int64 b), (a, b))
FORWARD(void, result_null, (sqlite3_context *a), (a))
FORWARD(void, result_text, (sqlite3_context *a, const char *b, int c, void (*d)(void *)), (a, b, c, d))
FORWARD(
    void, result_text64,
    (sqlite3_context *a, const char *b, sqlite3_uint64 c, void (*d)(void *), unsigned char e),
    (a, b, c, d, e))
FORWARD(const char *, sql, (sqlite3_stmt *a), (a))
FORWARD(int, step, (sqlite3_stmt *a), (a))
FORWARD(int, system_errno, (sqlite3 *a), (a))
FORWARD(
    int, table_column_metadata,
    (sqlite3 *a, const char *b, const char *c, const char *d, char const **e, char const **f, int *g, int *h, int *i),
    (a, b, c, d, e, f, g, h, i))
FORWARD(sqlite3_int64, total_changes64, (sqlite3 *a), (a))
FORWARD(int, txn_state, (sqlite3 *a, const char *b), (a, b))
FORWARD(void *, user_data, (sqlite3_context *a), (a))
FORWARD(int, value_bytes, (sqlite3_value *a), (a))
FORWARD(double, value_double, (sqlite3_value *a), (a))
FORWARD(sqlite3_int64, value_int64, (sqlite3_value *a), (a))
FORWARD(void *, value_pointer, (sqlite3_value *a, const char *b), (a, b))
FORWARD(const unsigned char *, value_text, (sqlite3_value *a), (a))
FORWARD(int, value_type, (sqlite3_value *a), (a))
FORWARD(int, wal_autocheckpoint, (sqlite3 *a, int b), (a, b))
FORWARD(int, wal_checkpoint_v2, (sqlite3 *a, const char *b, int c, int *d, int *e), (a, b, c, d, e))
FORWARD(void *, wal_hook, (sqlite3 *a, int (*b)(void *, sqlite3 *, const char *, int), void *c), (a, b, c))

// Variadic ones: only as they are called here.

// The program that has loaded the extension decides; its SQLite is in use by now.
HIDDEN int sqlite3_config(int a, ...) {
    (void)a;
    return SQLITE_MISUSE;
}

/// Switches alone, which take an int and where to put what it is then.
HIDDEN int sqlite3_db_config(sqlite3 *a, int b, ...) {
    va_list list;
    va_start(list, b);
    int isOn = va_arg(list, int);
    int *state = va_arg(list, int *);
    va_end(list);
    return layout_routines->db_config(a, b, isOn, state);
}

HIDDEN int sqlite3_vtab_config(sqlite3 *a, int b, ...) {
    return layout_routines->vtab_config(a, b);
}

HIDDEN char *sqlite3_mprintf(const char *a, ...) {
    va_list list;
    va_start(list, a);
    char *text = layout_routines->vmprintf(a, list);
    va_end(list);
    return text;
}
