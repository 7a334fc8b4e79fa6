// SQLite's allocator, wrapped: see https://sqlite.org/malloc.html, “Simulating OOM”.

#include "internal.h"

static sqlite3_mem_methods systemMemory;

static void *allocate(int count) {
    return layout_fault_strikes(LAYOUT_FAULT_ALLOCATION) ? 0 : systemMemory.xMalloc(count);
}

static void *reallocate(void *pointer, int count) {
    return layout_fault_strikes(LAYOUT_FAULT_ALLOCATION) ? 0 : systemMemory.xRealloc(pointer, count);
}

int layout_fault_install_memory(void) {
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &systemMemory);
    if (code != SQLITE_OK) return code;
    sqlite3_mem_methods methods = systemMemory;
    methods.xMalloc = allocate;
    methods.xRealloc = reallocate;
    return sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}
