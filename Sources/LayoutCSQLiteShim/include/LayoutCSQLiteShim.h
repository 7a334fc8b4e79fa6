#ifndef LAYOUT_CSQLITE_SHIM_H
#define LAYOUT_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdint.h>

// Parts of sqlite3.h that Swift cannot import: variadic functions, and macros that are casts.

/// `sqlite3_bind_text` with `SQLITE_TRANSIENT`: SQLite copies the bytes.
static inline int layout_bind_text_copying(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_text(statement, index, (const char *)bytes, count, SQLITE_TRANSIENT);
}

/// `sqlite3_bind_blob` with `SQLITE_TRANSIENT`: SQLite copies the bytes.
static inline int layout_bind_blob_copying(sqlite3_stmt *statement, int index, const void *bytes, int count) {
    return sqlite3_bind_blob(statement, index, bytes, count, SQLITE_TRANSIENT);
}

/// `sqlite3_result_text` with `SQLITE_TRANSIENT`: SQLite copies the bytes.
static inline void layout_result_text_copying(sqlite3_context *context, const void *bytes, int count) {
    sqlite3_result_text(context, bytes == 0 ? "" : (const char *)bytes, count, SQLITE_TRANSIENT);
}

/// Sets one of the on/off switches of `sqlite3_db_config`.
static inline int layout_set_switch(sqlite3 *connection, int option, int isOn) {
    return sqlite3_db_config(connection, option, isOn, (int *)0);
}

/// Has SQLite not count the memory that it uses; to be called before anything else of SQLite's.
static inline int layout_count_no_memory(void) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

/// Lets schemas that are not trusted name a virtual table.
static inline void layout_set_innocuous(sqlite3 *connection) {
    sqlite3_vtab_config(connection, SQLITE_VTAB_INNOCUOUS);
}

/// A copy of a text that SQLite frees, for messages.
static inline char *layout_message(const char *text) {
    return sqlite3_mprintf("%s", text);
}

// The virtual table `column_batch`: rows in memory as one array per column.
//
//     INSERT INTO t(a, b) SELECT c0, c1 FROM column_batch(?1)
//
// inserts them all in one statement. ?1 is a LayoutBatch bound with layout_bind_batch.

enum {
    /// The table has columns c0 to c47: more than the widest table this was made for. Column numbers
    /// above it would only need a longer declaration.
    layout_batch_column_limit = 48
};

enum layout_batch_kind {
    /// `values` are doubles; NaN is NULL.
    layout_batch_doubles = 0,
    /// `values` are 64-bit integers; the least of them is NULL.
    layout_batch_integers = 1,
    /// `values` are LayoutBatchRange into the batch's bytes; a negative start is NULL.
    layout_batch_text = 2
};

typedef struct LayoutBatchRange {
    int64_t start;
    int64_t end;
} LayoutBatchRange;

typedef struct LayoutBatchColumn {
    int64_t kind;
    const void *values;
} LayoutBatchColumn;

typedef struct LayoutBatch {
    int64_t rowCount;
    int64_t columnCount;
    const LayoutBatchColumn *columns;
    const void *bytes;
    int64_t byteCount;
} LayoutBatch;

/// A virtual table at one of its rows.
typedef struct LayoutCursor {
    sqlite3_vtab_cursor base;
    /// NULL for another table than `column_batch`.
    const LayoutBatch *batch;
    int64_t row;
    int64_t rowCount;
} LayoutCursor;

/// Returns a value of a batch, as `xColumn` of a module.
int layout_batch_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int index);

/// Binds a batch, which must stay where it is until the binding is cleared.
int layout_bind_batch(sqlite3_stmt *statement, int index, const LayoutBatch *batch);

/// The batch of a value; NULL if it is another value.
const LayoutBatch *layout_bound_batch(sqlite3_value *value);

#endif
