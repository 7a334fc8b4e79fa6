// The disk as it would be without power: noted while a plan of that kind is armed.

#include <sqlite3.h>

typedef struct LayoutDisk LayoutDisk;

/// The notes on a file, begun with what it holds now if there are none. `existed`: before this opening.
LayoutDisk *layout_disk_open(const char *path, int existed);
/// Notes a write, or with a count of -1 a truncation to `offset`.
void layout_disk_change(LayoutDisk *disk, const void *bytes, int count, sqlite3_int64 offset);
void layout_disk_sync(LayoutDisk *disk);
/// Notes that a path was deleted; `isSynced`: and its directory synced.
void layout_disk_delete(const char *path, int isSynced);
/// Forgets everything.
void layout_disk_reset(void);
