#ifndef LAYOUT_CFAULTS_INTERNAL_H
#define LAYOUT_CFAULTS_INTERNAL_H

#include "LayoutCFaults.h"
#include <sqlite3.h>

/// Counts a call of a kind; returns whether it is one that is to fail.
int layout_fault_strikes(int kind);

/// How the armed plan's writes fail.
int layout_fault_shape(void);

/// Whether the armed plan is a loss of power.
int layout_fault_is_power(void);

/// Counts a call that changes the disk; returns whether the disk is dead.
int layout_fault_power_is_gone(void);

/// A checkpoint has copied the log's header, and compared it with nothing yet.
void layout_fault_checkpoint_has_copied(void);

int layout_fault_install_memory(void);
int layout_fault_install_vfs(void);

// The disk as it would be without power: noted while a plan of that kind is armed.

typedef struct LayoutDisk LayoutDisk;

/// The notes on a file, begun with what it holds now if there are none. `existed`: before this opening.
LayoutDisk *layout_disk_open(const char *path, int existed);
void layout_disk_write(LayoutDisk *disk, const void *bytes, int count, sqlite3_int64 offset);
void layout_disk_truncate(LayoutDisk *disk, sqlite3_int64 size);
void layout_disk_sync(LayoutDisk *disk);
/// Notes that a path was deleted; `isSynced`: and its directory synced.
void layout_disk_delete(const char *path, int isSynced);
/// Forgets everything.
void layout_disk_reset(void);

#endif
