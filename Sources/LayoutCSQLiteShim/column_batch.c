#include "LayoutCSQLiteShim.h"

#include <stddef.h>

// The name under which sqlite3_bind_pointer and sqlite3_value_pointer agree: SQL text can neither
// forge such a value nor read it.
static const char layout_batch_pointer_type[] = "layout_column_batch";

static int batch_fail(sqlite3_vtab_cursor *cursor, const char *format, int column) {
    sqlite3_free(cursor->pVtab->zErrMsg);
    cursor->pVtab->zErrMsg = sqlite3_mprintf(format, column);
    return SQLITE_ERROR;
}

int layout_batch_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int index) {
    const LayoutCursor *self = (const LayoutCursor *)cursor;
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

int layout_bind_batch(sqlite3_stmt *statement, int index, const LayoutBatch *batch) {
    return sqlite3_bind_pointer(statement, index, (void *)batch, layout_batch_pointer_type, NULL);
}

const LayoutBatch *layout_bound_batch(sqlite3_value *value) {
    return sqlite3_value_pointer(value, layout_batch_pointer_type);
}
