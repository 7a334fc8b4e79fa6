#include "LayoutCSQLiteShim.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

// The name under which sqlite3_bind_pointer and sqlite3_value_pointer agree: SQL text can neither
// forge such a value nor read it.
static const char layout_batch_pointer_type[] = "layout_column_batch";

typedef struct BatchCursor {
    sqlite3_vtab_cursor base;
    const LayoutBatch *batch;
    int64_t row;
    int64_t rowCount;
} BatchCursor;

static int batch_connect(
    sqlite3 *connection, void *aux, int argc, const char *const *argv, sqlite3_vtab **table, char **message
) {
    (void)aux;
    (void)argc;
    (void)argv;
    char declaration[16 + layout_batch_column_limit * 5 + 16];
    size_t length = (size_t)snprintf(declaration, sizeof declaration, "CREATE TABLE x(");
    for (int column = 0; column < layout_batch_column_limit; column++) {
        length += (size_t)snprintf(declaration + length, sizeof declaration - length, "c%d,", column);
    }
    snprintf(declaration + length, sizeof declaration - length, "batch HIDDEN)");
    int code = sqlite3_declare_vtab(connection, declaration);
    if (code != SQLITE_OK) {
        // SQLite reports an interruption here as a plain error; its text shows the cause.
        *message = sqlite3_mprintf("%s", sqlite3_errmsg(connection));
        return code;
    }
    // It reads nothing but memory that its caller bound, so schemas may name it even where the
    // schema is not trusted.
    sqlite3_vtab_config(connection, SQLITE_VTAB_INNOCUOUS);
    *table = sqlite3_malloc(sizeof **table);
    if (*table == NULL) {
        return SQLITE_NOMEM;
    }
    memset(*table, 0, sizeof **table);
    return SQLITE_OK;
}

static int batch_disconnect(sqlite3_vtab *table) {
    sqlite3_free(table);
    return SQLITE_OK;
}

static int batch_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    (void)table;
    int found = -1;
    for (int index = 0; index < info->nConstraint; index++) {
        if (info->aConstraint[index].iColumn != layout_batch_column_limit
            || info->aConstraint[index].op != SQLITE_INDEX_CONSTRAINT_EQ) {
            continue;
        }
        if (!info->aConstraint[index].usable) {
            // The batch depends on a table that this plan would visit later: there is no such plan.
            return SQLITE_CONSTRAINT;
        }
        found = index;
    }
    if (found >= 0) {
        info->aConstraintUsage[found].argvIndex = 1;
        info->aConstraintUsage[found].omit = 1;
        info->idxNum = 1;
    }
    // Rows cannot be looked up, only walked: dear enough that a join walks them once, outermost.
    info->estimatedCost = 1e6;
    info->estimatedRows = 100000;
    return SQLITE_OK;
}

static int batch_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
    (void)table;
    BatchCursor *made = sqlite3_malloc(sizeof *made);
    if (made == NULL) {
        return SQLITE_NOMEM;
    }
    memset(made, 0, sizeof *made);
    *cursor = &made->base;
    return SQLITE_OK;
}

static int batch_close(sqlite3_vtab_cursor *cursor) {
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int batch_fail(sqlite3_vtab_cursor *cursor, const char *format, int column) {
    sqlite3_free(cursor->pVtab->zErrMsg);
    cursor->pVtab->zErrMsg = sqlite3_mprintf(format, column);
    return SQLITE_ERROR;
}

static int batch_filter(sqlite3_vtab_cursor *cursor, int plan, const char *name, int argc, sqlite3_value **argv) {
    (void)name;
    BatchCursor *self = (BatchCursor *)cursor;
    self->batch = plan == 1 && argc == 1 ? sqlite3_value_pointer(argv[0], layout_batch_pointer_type) : NULL;
    self->row = 0;
    self->rowCount = self->batch == NULL ? 0 : self->batch->rowCount;
    return SQLITE_OK;
}

static int batch_next(sqlite3_vtab_cursor *cursor) {
    ((BatchCursor *)cursor)->row += 1;
    return SQLITE_OK;
}

static int batch_is_at_end(sqlite3_vtab_cursor *cursor) {
    const BatchCursor *self = (const BatchCursor *)cursor;
    return self->row >= self->rowCount;
}

static int batch_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int index) {
    const BatchCursor *self = (const BatchCursor *)cursor;
    if (index == layout_batch_column_limit) {
        return SQLITE_OK;  // the hidden column reads as NULL
    }
    if (index >= self->batch->columnCount) {
        return batch_fail(cursor, "the batch has no column c%d", index);
    }
    const LayoutBatchColumn *column = &self->batch->columns[index];
    switch (column->kind) {
    case layout_batch_doubles:
        // sqlite3_result_double turns NaN into NULL.
        sqlite3_result_double(context, ((const double *)column->values)[self->row]);
        return SQLITE_OK;
    case layout_batch_integers: {
        int64_t value = ((const int64_t *)column->values)[self->row];
        if (value != INT64_MIN) {
            sqlite3_result_int64(context, value);
        }
        return SQLITE_OK;
    }
    case layout_batch_text: {
        LayoutBatchRange range = ((const LayoutBatchRange *)column->values)[self->row];
        if (range.start < 0) {
            return SQLITE_OK;
        }
        if (range.end < range.start || range.end > self->batch->byteCount) {
            return batch_fail(cursor, "a value of column c%d is outside the bytes of the batch", index);
        }
        // An empty buffer may have no address, and a null address would read as NULL.
        const char *start = self->batch->bytes == NULL ? "" : (const char *)self->batch->bytes + range.start;
        uint64_t count = (uint64_t)(range.end - range.start);
        // SQLITE_STATIC: the batch outlives the statement's execution, so no byte is copied here.
        sqlite3_result_text64(context, start, count, SQLITE_STATIC, SQLITE_UTF8);
        return SQLITE_OK;
    }
    default:
        return batch_fail(cursor, "column c%d of the batch is of no known kind", index);
    }
}

static int batch_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *rowid) {
    *rowid = ((const BatchCursor *)cursor)->row;
    return SQLITE_OK;
}

// No xCreate: the table exists under its own name only, and no CREATE VIRTUAL TABLE can name it.
static const sqlite3_module batch_module = {
    .iVersion = 0,
    .xConnect = batch_connect,
    .xBestIndex = batch_best_index,
    .xDisconnect = batch_disconnect,
    .xOpen = batch_open,
    .xClose = batch_close,
    .xFilter = batch_filter,
    .xNext = batch_next,
    .xEof = batch_is_at_end,
    .xColumn = batch_column,
    .xRowid = batch_rowid,
};

int layout_register_batch(sqlite3 *connection) {
    return sqlite3_create_module_v2(connection, "column_batch", &batch_module, NULL, NULL);
}

int layout_bind_batch(sqlite3_stmt *statement, int index, const LayoutBatch *batch) {
    return sqlite3_bind_pointer(statement, index, (void *)batch, layout_batch_pointer_type, NULL);
}
