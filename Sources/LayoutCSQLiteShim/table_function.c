#include "LayoutCSQLiteShim.h"

#include <stddef.h>
#include <string.h>

typedef struct FunctionTable {
    sqlite3_vtab base;
    const LayoutTableFunction *function;
    void *instance;
} FunctionTable;

typedef struct FunctionCursor {
    sqlite3_vtab_cursor base;
    void *rows;
    int isAtEnd;
    sqlite3_int64 row;
} FunctionCursor;

static int function_connect(
    sqlite3 *connection, void *aux, int argc, const char *const *argv, sqlite3_vtab **table, char **message
) {
    (void)argc;
    (void)argv;
    (void)message;
    const LayoutTableFunction *function = aux;
    int code = sqlite3_declare_vtab(connection, function->declaration);
    if (code != SQLITE_OK) {
        return code;
    }
    FunctionTable *made = sqlite3_malloc(sizeof *made);
    if (made == NULL) {
        return SQLITE_NOMEM;
    }
    memset(made, 0, sizeof *made);
    made->function = function;
    made->instance = function->connect(function->context, connection);
    *table = &made->base;
    return SQLITE_OK;
}

static int function_disconnect(sqlite3_vtab *table) {
    FunctionTable *made = (FunctionTable *)table;
    made->function->disconnect(made->instance);
    sqlite3_free(made);
    return SQLITE_OK;
}

static int function_best_index(sqlite3_vtab *table, sqlite3_index_info *info) {
    const LayoutTableFunction *function = ((FunctionTable *)table)->function;
    // Which arguments are given: a bit each.
    int given = 0;
    for (int index = 0; index < info->nConstraint; index++) {
        int argument = info->aConstraint[index].iColumn - function->columnCount;
        if (argument < 0 || info->aConstraint[index].op != SQLITE_INDEX_CONSTRAINT_EQ || (given >> argument & 1)) {
            continue;
        }
        if (!info->aConstraint[index].usable) {
            // It depends on a table that this plan would visit later: there is no such plan.
            return SQLITE_CONSTRAINT;
        }
        info->aConstraintUsage[index].argvIndex = argument + 1;
        info->aConstraintUsage[index].omit = 1;
        given |= 1 << argument;
    }
    int required = (1 << function->argumentCount) - 1;
    if ((given & required) != required) {
        sqlite3_free(table->zErrMsg);
        table->zErrMsg = sqlite3_mprintf(
            "it takes %d arguments: %s", function->argumentCount, function->argumentNames);
        return SQLITE_ERROR;
    }
    // Some dozens are what a screen shows.
    info->estimatedCost = 100;
    info->estimatedRows = 50;
    return SQLITE_OK;
}

static int function_open(sqlite3_vtab *table, sqlite3_vtab_cursor **cursor) {
    (void)table;
    FunctionCursor *made = sqlite3_malloc(sizeof *made);
    if (made == NULL) {
        return SQLITE_NOMEM;
    }
    memset(made, 0, sizeof *made);
    made->isAtEnd = 1;
    *cursor = &made->base;
    return SQLITE_OK;
}

static void end_rows(FunctionCursor *cursor) {
    if (cursor->rows != NULL) {
        ((FunctionTable *)cursor->base.pVtab)->function->close(cursor->rows);
        cursor->rows = NULL;
    }
}

static int function_close(sqlite3_vtab_cursor *cursor) {
    end_rows((FunctionCursor *)cursor);
    sqlite3_free(cursor);
    return SQLITE_OK;
}

static int fail(FunctionCursor *cursor, char *message) {
    sqlite3_free(cursor->base.pVtab->zErrMsg);
    cursor->base.pVtab->zErrMsg = message;
    cursor->isAtEnd = 1;
    return SQLITE_ERROR;
}

static int function_next(sqlite3_vtab_cursor *cursor) {
    FunctionCursor *made = (FunctionCursor *)cursor;
    char *message = NULL;
    int found = ((FunctionTable *)cursor->pVtab)->function->next(made->rows, &message);
    if (found < 0) {
        return fail(made, message);
    }
    made->isAtEnd = found == 0;
    made->row++;
    return SQLITE_OK;
}

static int function_filter(
    sqlite3_vtab_cursor *cursor, int number, const char *string, int argc, sqlite3_value **argv
) {
    (void)number;
    (void)string;
    FunctionCursor *made = (FunctionCursor *)cursor;
    FunctionTable *table = (FunctionTable *)cursor->pVtab;
    end_rows(made);
    made->row = 0;
    char *message = NULL;
    made->rows = table->function->open(table->instance, argv, argc, &message);
    if (made->rows == NULL) {
        return fail(made, message);
    }
    return function_next(cursor);
}

static int function_eof(sqlite3_vtab_cursor *cursor) {
    return ((FunctionCursor *)cursor)->isAtEnd;
}

static int function_column(sqlite3_vtab_cursor *cursor, sqlite3_context *context, int column) {
    const LayoutTableFunction *function = ((FunctionTable *)cursor->pVtab)->function;
    if (column < function->columnCount) {
        function->column(((FunctionCursor *)cursor)->rows, column, context);
    }
    return SQLITE_OK;
}

static int function_rowid(sqlite3_vtab_cursor *cursor, sqlite3_int64 *row) {
    *row = ((FunctionCursor *)cursor)->row;
    return SQLITE_OK;
}

// Without xCreate it can be used by its name alone, and by no CREATE VIRTUAL TABLE.
static const sqlite3_module function_module = {
    .iVersion = 0,
    .xConnect = function_connect,
    .xBestIndex = function_best_index,
    .xDisconnect = function_disconnect,
    .xOpen = function_open,
    .xClose = function_close,
    .xFilter = function_filter,
    .xNext = function_next,
    .xEof = function_eof,
    .xColumn = function_column,
    .xRowid = function_rowid,
};

static void function_destroy(void *aux) {
    LayoutTableFunction *function = aux;
    function->destroy(function->context);
    sqlite3_free(function);
}

int layout_create_table_function(sqlite3 *connection, const char *name, const LayoutTableFunction *function) {
    size_t length = strlen(function->declaration) + 1;
    size_t nameLength = strlen(function->argumentNames) + 1;
    LayoutTableFunction *copy = sqlite3_malloc((int)(sizeof *copy + length + nameLength));
    if (copy == NULL) {
        function->destroy(function->context);
        return SQLITE_NOMEM;
    }
    *copy = *function;
    char *texts = (char *)(copy + 1);
    copy->declaration = memcpy(texts, function->declaration, length);
    copy->argumentNames = memcpy(texts + length, function->argumentNames, nameLength);
    return sqlite3_create_module_v2(connection, name, &function_module, copy, function_destroy);
}

char *layout_message(const char *text) {
    return sqlite3_mprintf("%s", text);
}
