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
    // The journal's pointer is the log's if there is one.
    return number != 0 ? number : errno_of(connection, SQLITE_FCNTL_JOURNAL_POINTER);
}

static int file_of(sqlite3 *connection, sqlite3_file **file) {
    *file = NULL;
    int code = sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, file);
    if (code != SQLITE_OK) {
        return code;
    }
    return *file == NULL || (*file)->pMethods == NULL ? SQLITE_CANTOPEN : SQLITE_OK;
}

int layout_read_file(sqlite3 *connection, unsigned char *bytes, int count, int64_t offset) {
    sqlite3_file *file;
    int code = file_of(connection, &file);
    return code != SQLITE_OK ? code : file->pMethods->xRead(file, bytes, count, offset);
}

int layout_sync_file(sqlite3 *connection) {
    sqlite3_file *file;
    int code = file_of(connection, &file);
    return code != SQLITE_OK ? code : file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

static int write_changed(sqlite3_file *file, const unsigned char *from, const unsigned char *to, int count) {
    for (int start = 0; start < count; start++) {
        int end = start;
        while (end < count && from[end] != to[end]) {
            end++;
        }
        if (end > start) {
            int code = file->pMethods->xWrite(file, to + start, end - start, start);
            if (code != SQLITE_OK) {
                return code;
            }
            start = end;
        }
    }
    return file->pMethods->xSync(file, SQLITE_SYNC_NORMAL);
}

int layout_change_header(sqlite3 *connection, const unsigned char *from, const unsigned char *to, int count) {
    sqlite3_file *file;
    int code = file_of(connection, &file);
    if (code != SQLITE_OK) {
        return code;
    }
    code = file->pMethods->xLock(file, SQLITE_LOCK_SHARED);
    if (code == SQLITE_OK) {
        code = file->pMethods->xLock(file, SQLITE_LOCK_RESERVED);
    }
    if (code == SQLITE_OK) {
        code = write_changed(file, from, to, count);
    }
    file->pMethods->xUnlock(file, SQLITE_LOCK_NONE);
    return code;
}
