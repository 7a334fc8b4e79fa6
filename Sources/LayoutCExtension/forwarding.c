// SQLite's functions as the rest of the library calls them, handed on to the SQLite that has loaded the extension:
// a shell or a Python may have a copy of its own, and a connection of one copy must never meet another. They are
// hidden, so that the linker binds every call in this library to them, and no call in any other.
#include "routines.h"

#include <stdarg.h>

#define HIDDEN __attribute__((visibility("hidden")))

// In order of their names; "a" is the first parameter, and so on.

#undef sqlite3_backup_finish
HIDDEN int sqlite3_backup_finish(sqlite3_backup *a) {
    return layout_routines->backup_finish(a);
}

#undef sqlite3_backup_init
HIDDEN sqlite3_backup *sqlite3_backup_init(sqlite3 *a, const char *b, sqlite3 *c, const char *d) {
    return layout_routines->backup_init(a, b, c, d);
}

#undef sqlite3_backup_pagecount
HIDDEN int sqlite3_backup_pagecount(sqlite3_backup *a) {
    return layout_routines->backup_pagecount(a);
}

#undef sqlite3_backup_remaining
HIDDEN int sqlite3_backup_remaining(sqlite3_backup *a) {
    return layout_routines->backup_remaining(a);
}

#undef sqlite3_backup_step
HIDDEN int sqlite3_backup_step(sqlite3_backup *a, int b) {
    return layout_routines->backup_step(a, b);
}

#undef sqlite3_bind_blob
HIDDEN int sqlite3_bind_blob(sqlite3_stmt*a, int b, const void*c, int d, void(*e)(void*)) {
    return layout_routines->bind_blob(a, b, c, d, e);
}

#undef sqlite3_bind_double
HIDDEN int sqlite3_bind_double(sqlite3_stmt*a, int b, double c) {
    return layout_routines->bind_double(a, b, c);
}

#undef sqlite3_bind_int64
HIDDEN int sqlite3_bind_int64(sqlite3_stmt*a, int b, sqlite3_int64 c) {
    return layout_routines->bind_int64(a, b, c);
}

#undef sqlite3_bind_null
HIDDEN int sqlite3_bind_null(sqlite3_stmt*a, int b) {
    return layout_routines->bind_null(a, b);
}

#undef sqlite3_bind_parameter_count
HIDDEN int sqlite3_bind_parameter_count(sqlite3_stmt*a) {
    return layout_routines->bind_parameter_count(a);
}

#undef sqlite3_bind_pointer
HIDDEN int sqlite3_bind_pointer(sqlite3_stmt*a, int b, void*c, const char*d, void(*e)(void*)) {
    return layout_routines->bind_pointer(a, b, c, d, e);
}

#undef sqlite3_bind_text
HIDDEN int sqlite3_bind_text(sqlite3_stmt*a, int b, const char*c, int d, void(*e)(void*)) {
    return layout_routines->bind_text(a, b, c, d, e);
}

#undef sqlite3_bind_value
HIDDEN int sqlite3_bind_value(sqlite3_stmt*a, int b, const sqlite3_value*c) {
    return layout_routines->bind_value(a, b, c);
}

#undef sqlite3_bind_zeroblob
HIDDEN int sqlite3_bind_zeroblob(sqlite3_stmt*a, int b, int c) {
    return layout_routines->bind_zeroblob(a, b, c);
}

#undef sqlite3_busy_handler
HIDDEN int sqlite3_busy_handler(sqlite3*a, int(*b)(void*,int), void*c) {
    return layout_routines->busy_handler(a, b, c);
}

#undef sqlite3_changes64
HIDDEN sqlite3_int64 sqlite3_changes64(sqlite3*a) {
    return layout_routines->changes64(a);
}

#undef sqlite3_clear_bindings
HIDDEN int sqlite3_clear_bindings(sqlite3_stmt*a) {
    return layout_routines->clear_bindings(a);
}

#undef sqlite3_close_v2
HIDDEN int sqlite3_close_v2(sqlite3*a) {
    return layout_routines->close_v2(a);
}

#undef sqlite3_column_blob
HIDDEN const void *sqlite3_column_blob(sqlite3_stmt*a, int b) {
    return layout_routines->column_blob(a, b);
}

#undef sqlite3_column_bytes
HIDDEN int sqlite3_column_bytes(sqlite3_stmt*a, int b) {
    return layout_routines->column_bytes(a, b);
}

#undef sqlite3_column_count
HIDDEN int sqlite3_column_count(sqlite3_stmt *a) {
    return layout_routines->column_count(a);
}

#undef sqlite3_column_double
HIDDEN double sqlite3_column_double(sqlite3_stmt*a, int b) {
    return layout_routines->column_double(a, b);
}

#undef sqlite3_column_int64
HIDDEN sqlite3_int64 sqlite3_column_int64(sqlite3_stmt*a, int b) {
    return layout_routines->column_int64(a, b);
}

#undef sqlite3_column_name
HIDDEN const char *sqlite3_column_name(sqlite3_stmt*a, int b) {
    return layout_routines->column_name(a, b);
}

#undef sqlite3_column_text
HIDDEN const unsigned char *sqlite3_column_text(sqlite3_stmt*a, int b) {
    return layout_routines->column_text(a, b);
}

#undef sqlite3_column_type
HIDDEN int sqlite3_column_type(sqlite3_stmt*a, int b) {
    return layout_routines->column_type(a, b);
}

#undef sqlite3_column_value
HIDDEN sqlite3_value *sqlite3_column_value(sqlite3_stmt*a, int b) {
    return layout_routines->column_value(a, b);
}

#undef sqlite3_context_db_handle
HIDDEN sqlite3 *sqlite3_context_db_handle(sqlite3_context*a) {
    return layout_routines->context_db_handle(a);
}

#undef sqlite3_create_function_v2
HIDDEN int sqlite3_create_function_v2(
    sqlite3 *a, const char *b, int c, int d, void *e, void (*f)(sqlite3_context*,int,sqlite3_value**),
    void (*g)(sqlite3_context*,int,sqlite3_value**), void (*h)(sqlite3_context*), void(*i)(void*)
) {
    return layout_routines->create_function_v2(a, b, c, d, e, f, g, h, i);
}

#undef sqlite3_create_module_v2
HIDDEN int sqlite3_create_module_v2(sqlite3 *a, const char *b, const sqlite3_module *c, void *d, void(*e)(void*)) {
    return layout_routines->create_module_v2(a, b, c, d, e);
}

#undef sqlite3_db_filename
HIDDEN sqlite3_filename sqlite3_db_filename(sqlite3 *a, const char *b) {
    return layout_routines->db_filename(a, b);
}

#undef sqlite3_db_handle
HIDDEN sqlite3 *sqlite3_db_handle(sqlite3_stmt*a) {
    return layout_routines->db_handle(a);
}

#undef sqlite3_db_readonly
HIDDEN int sqlite3_db_readonly(sqlite3 *a, const char *b) {
    return layout_routines->db_readonly(a, b);
}

#undef sqlite3_db_release_memory
HIDDEN int sqlite3_db_release_memory(sqlite3*a) {
    return layout_routines->db_release_memory(a);
}

#undef sqlite3_db_status
HIDDEN int sqlite3_db_status(sqlite3*a, int b, int *c, int *d, int e) {
    return layout_routines->db_status(a, b, c, d, e);
}

#undef sqlite3_declare_vtab
HIDDEN int sqlite3_declare_vtab(sqlite3*a, const char *b) {
    return layout_routines->declare_vtab(a, b);
}

#undef sqlite3_errcode
HIDDEN int sqlite3_errcode(sqlite3 *a) {
    return layout_routines->errcode(a);
}

#undef sqlite3_errmsg
HIDDEN const char *sqlite3_errmsg(sqlite3*a) {
    return layout_routines->errmsg(a);
}

#undef sqlite3_errstr
HIDDEN const char *sqlite3_errstr(int a) {
    return layout_routines->errstr(a);
}

#undef sqlite3_exec
HIDDEN int sqlite3_exec(sqlite3*a, const char *b, int (*c)(void*,int,char**,char**), void *d, char **e) {
    return layout_routines->exec(a, b, c, d, e);
}

#undef sqlite3_extended_errcode
HIDDEN int sqlite3_extended_errcode(sqlite3 *a) {
    return layout_routines->extended_errcode(a);
}

#undef sqlite3_extended_result_codes
HIDDEN int sqlite3_extended_result_codes(sqlite3*a, int b) {
    return layout_routines->extended_result_codes(a, b);
}

#undef sqlite3_file_control
HIDDEN int sqlite3_file_control(sqlite3*a, const char *b, int c, void*d) {
    return layout_routines->file_control(a, b, c, d);
}

#undef sqlite3_finalize
HIDDEN int sqlite3_finalize(sqlite3_stmt *a) {
    return layout_routines->finalize(a);
}

#undef sqlite3_free
HIDDEN void sqlite3_free(void*a) {
    layout_routines->free(a);
}

#undef sqlite3_get_autocommit
HIDDEN int sqlite3_get_autocommit(sqlite3*a) {
    return layout_routines->get_autocommit(a);
}

#undef sqlite3_interrupt
HIDDEN void sqlite3_interrupt(sqlite3*a) {
    layout_routines->interruptx(a);
}

#undef sqlite3_last_insert_rowid
HIDDEN sqlite3_int64 sqlite3_last_insert_rowid(sqlite3*a) {
    return layout_routines->last_insert_rowid(a);
}

#undef sqlite3_libversion
HIDDEN const char *sqlite3_libversion(void) {
    return layout_routines->libversion();
}

#undef sqlite3_malloc
HIDDEN void *sqlite3_malloc(int a) {
    return layout_routines->malloc(a);
}

#undef sqlite3_open_v2
HIDDEN int sqlite3_open_v2(const char *a, sqlite3 **b, int c, const char *d) {
    return layout_routines->open_v2(a, b, c, d);
}

#undef sqlite3_prepare_v2
HIDDEN int sqlite3_prepare_v2(sqlite3 *a, const char *b, int c, sqlite3_stmt **d, const char **e) {
    return layout_routines->prepare_v2(a, b, c, d, e);
}

#undef sqlite3_prepare_v3
HIDDEN int sqlite3_prepare_v3(sqlite3 *a, const char *b, int c, unsigned int d, sqlite3_stmt **e, const char **f) {
    return layout_routines->prepare_v3(a, b, c, d, e, f);
}

#undef sqlite3_progress_handler
HIDDEN void sqlite3_progress_handler(sqlite3*a, int b, int(*c)(void*), void*d) {
    layout_routines->progress_handler(a, b, c, d);
}

#undef sqlite3_reset
HIDDEN int sqlite3_reset(sqlite3_stmt *a) {
    return layout_routines->reset(a);
}

#undef sqlite3_result_blob64
HIDDEN void sqlite3_result_blob64(sqlite3_context*a, const void*b, sqlite3_uint64 c, void(*d)(void*)) {
    layout_routines->result_blob64(a, b, c, d);
}

#undef sqlite3_result_double
HIDDEN void sqlite3_result_double(sqlite3_context*a, double b) {
    layout_routines->result_double(a, b);
}

#undef sqlite3_result_error
HIDDEN void sqlite3_result_error(sqlite3_context*a, const char*b, int c) {
    layout_routines->result_error(a, b, c);
}

#undef sqlite3_result_int64
HIDDEN void sqlite3_result_int64(sqlite3_context*a, sqlite3_int64 b) {
    layout_routines->result_int64(a, b);
}

#undef sqlite3_result_null
HIDDEN void sqlite3_result_null(sqlite3_context*a) {
    layout_routines->result_null(a);
}

#undef sqlite3_result_text
HIDDEN void sqlite3_result_text(sqlite3_context*a, const char*b, int c, void(*d)(void*)) {
    layout_routines->result_text(a, b, c, d);
}

#undef sqlite3_result_text64
HIDDEN void sqlite3_result_text64(
    sqlite3_context*a, const char*b, sqlite3_uint64 c, void(*d)(void*), unsigned char e
) {
    layout_routines->result_text64(a, b, c, d, e);
}

#undef sqlite3_sql
HIDDEN const char *sqlite3_sql(sqlite3_stmt *a) {
    return layout_routines->sql(a);
}

#undef sqlite3_step
HIDDEN int sqlite3_step(sqlite3_stmt*a) {
    return layout_routines->step(a);
}

#undef sqlite3_system_errno
HIDDEN int sqlite3_system_errno(sqlite3*a) {
    return layout_routines->system_errno(a);
}

#undef sqlite3_table_column_metadata
HIDDEN int sqlite3_table_column_metadata(
    sqlite3 *a, const char *b, const char *c, const char *d, char const **e, char const **f, int *g, int *h, int *i
) {
    return layout_routines->table_column_metadata(a, b, c, d, e, f, g, h, i);
}

#undef sqlite3_total_changes64
HIDDEN sqlite3_int64 sqlite3_total_changes64(sqlite3*a) {
    return layout_routines->total_changes64(a);
}

#undef sqlite3_user_data
HIDDEN void *sqlite3_user_data(sqlite3_context*a) {
    return layout_routines->user_data(a);
}

#undef sqlite3_value_bytes
HIDDEN int sqlite3_value_bytes(sqlite3_value*a) {
    return layout_routines->value_bytes(a);
}

#undef sqlite3_value_double
HIDDEN double sqlite3_value_double(sqlite3_value*a) {
    return layout_routines->value_double(a);
}

#undef sqlite3_value_int64
HIDDEN sqlite3_int64 sqlite3_value_int64(sqlite3_value*a) {
    return layout_routines->value_int64(a);
}

#undef sqlite3_value_pointer
HIDDEN void *sqlite3_value_pointer(sqlite3_value*a, const char*b) {
    return layout_routines->value_pointer(a, b);
}

#undef sqlite3_value_text
HIDDEN const unsigned char *sqlite3_value_text(sqlite3_value*a) {
    return layout_routines->value_text(a);
}

#undef sqlite3_value_type
HIDDEN int sqlite3_value_type(sqlite3_value*a) {
    return layout_routines->value_type(a);
}

#undef sqlite3_wal_checkpoint_v2
HIDDEN int sqlite3_wal_checkpoint_v2(sqlite3 *a, const char *b, int c, int *d, int *e) {
    return layout_routines->wal_checkpoint_v2(a, b, c, d, e);
}

#undef sqlite3_wal_hook
HIDDEN void *sqlite3_wal_hook(sqlite3*a, int(*b)(void *,sqlite3*,const char*,int), void*c) {
    return layout_routines->wal_hook(a, b, c);
}

// Variadic ones: only as they are called here.

/// Switches alone, which take an int and where to put what it is then.
#undef sqlite3_config
// The program that has loaded the extension decides; its SQLite is in use by now.
HIDDEN int sqlite3_config(int a, ...) {
    (void)a;
    return SQLITE_MISUSE;
}

#undef sqlite3_db_config
HIDDEN int sqlite3_db_config(sqlite3 *a, int b, ...) {
    va_list list;
    va_start(list, b);
    int isOn = va_arg(list, int);
    int *state = va_arg(list, int *);
    va_end(list);
    return layout_routines->db_config(a, b, isOn, state);
}

#undef sqlite3_vtab_config
HIDDEN int sqlite3_vtab_config(sqlite3 *a, int b, ...) {
    return layout_routines->vtab_config(a, b);
}

#undef sqlite3_mprintf
HIDDEN char *sqlite3_mprintf(const char *a, ...) {
    va_list list;
    va_start(list, a);
    char *text = layout_routines->vmprintf(a, list);
    va_end(list);
    return text;
}
