// dladdr is an extension of glibc's.
#define _GNU_SOURCE
#include <dlfcn.h>

#include "LayoutCExtension.h"
#include "routines.h"

const sqlite3_api_routines *layout_routines = 0;

/// Registers the functions on a connection: the part in Swift.
///
/// Returns a result code, with a message from `layout_extension_message` if it is not SQLITE_OK.
int layout_extension_register(sqlite3 *connection, char **message);

char *layout_extension_message(const char *text) {
    return layout_routines->mprintf("%s", text);
}

/// Keeps the library in the process. SQLite unloads one that it could not load under the name it tried, and the Swift
/// runtime cannot do without what it has seen once.
__attribute__((constructor)) static void layout_stay(void) {
    Dl_info library;
    if (dladdr(&layout_routines, &library) != 0 && library.dli_fname != 0) {
        dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
    }
}

/// The first version that has all functions called here.
enum { layout_least_version = 3038000 };

/// The entry point that SQLite calls when it loads the library, by a name that it derives from the file's:
/// liblayoutcache.so.
__attribute__((visibility("default"))) int sqlite3_layoutcache_init(
    sqlite3 *connection, char **message, const sqlite3_api_routines *routines
) {
    if (routines->libversion_number() < layout_least_version) {
        *message = routines->mprintf("layoutcache needs SQLite 3.38 or later, and this is %s", routines->libversion());
        return SQLITE_ERROR;
    }
    if (layout_routines != 0 && layout_routines != routines) {
        *message = routines->mprintf("layoutcache is in use by another copy of the SQLite library in this process");
        return SQLITE_ERROR;
    }
    layout_routines = routines;
    int code = layout_extension_register(connection, message);
    // The Swift runtime cannot be unloaded with the connection.
    return code == SQLITE_OK ? SQLITE_OK_LOAD_PERMANENTLY : code;
}

/// The same for libLayoutCacheExtension.so, the name of the built product.
__attribute__((visibility("default"))) int sqlite3_layoutcacheextension_init(
    sqlite3 *connection, char **message, const sqlite3_api_routines *routines
) {
    return sqlite3_layoutcache_init(connection, message, routines);
}
