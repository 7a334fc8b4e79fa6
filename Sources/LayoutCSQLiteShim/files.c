#include "LayoutCSQLiteShim.h"

#include <stddef.h>

static int errno_of(sqlite3 *connection, int operation) {
    sqlite3_file *file = NULL;
    if (sqlite3_file_control(connection, "main", operation, &file) != SQLITE_OK
        || file == NULL || file->pMethods == NULL || file->pMethods->xFileControl == NULL) {
        return 0;
    }
    int number = 0;
    return file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &number) == SQLITE_OK ? number : 0;
}

int layout_last_errno(sqlite3 *connection) {
    int number = sqlite3_system_errno(connection);
    if (number != 0) {
        return number;
    }
    number = errno_of(connection, SQLITE_FCNTL_FILE_POINTER);
    // The journal's pointer is the log's where there is one.
    return number != 0 ? number : errno_of(connection, SQLITE_FCNTL_JOURNAL_POINTER);
}

int layout_read_header(sqlite3 *connection, unsigned char *bytes, int count) {
    sqlite3_file *file = NULL;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file);
    if (code != SQLITE_OK) {
        return code;
    }
    if (file == NULL || file->pMethods == NULL) {
        return SQLITE_CANTOPEN;
    }
    return file->pMethods->xRead(file, bytes, count, 0);
}
