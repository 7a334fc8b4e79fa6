#ifndef LAYOUT_CFAULTS_H
#define LAYOUT_CFAULTS_H

#include <stdint.h>

// A disk and a memory that fail on command, for the campaigns.
//
// A VFS named "layout-fault" stands before the system's own and is the process's default; SQLite's allocator is
// wrapped. Both follow the plan between `layout_faults_arm` and `layout_faults_disarm`, and are out of the way
// otherwise. One plan at a time, for all connections of the process.

/// The kinds of calls that can fail. The calls of each kind are counted on their own.
enum {
    LAYOUT_FAULT_WRITE = 0,
    LAYOUT_FAULT_SYNC,
    LAYOUT_FAULT_TRUNCATE,
    LAYOUT_FAULT_OPEN,
    LAYOUT_FAULT_READ,
    LAYOUT_FAULT_SIZE,
    LAYOUT_FAULT_DELETE,
    LAYOUT_FAULT_ACCESS,
    /// Shared memory: the index of the write-ahead log.
    LAYOUT_FAULT_MAP,
    LAYOUT_FAULT_LOCK,
    LAYOUT_FAULT_ALLOCATION,
    /// Every call that changes the disk: writes, syncs, truncations, deletions and the making of files.
    LAYOUT_FAULT_POWER,
    LAYOUT_FAULT_KINDS
};

/// How a write fails.
enum {
    /// Nothing arrives, and the disk reports an error.
    LAYOUT_FAULT_ERROR = 0,
    /// The first half arrives, and the disk reports an error.
    LAYOUT_FAULT_TORN,
    /// Nothing arrives: the disk is full.
    LAYOUT_FAULT_FULL,
    /// The first half arrives, and then the disk is full.
    LAYOUT_FAULT_SHORT
};

/// Registers the VFS as the default, and wraps the allocator. Must come before any other use of SQLite.
/// Returns SQLite's result code.
int layout_faults_install(void);

/// Has the `nth` call of a kind fail, counted from now, or that and all later ones. With `nth` 0
/// nothing fails, and calls are counted.
///
/// For LAYOUT_FAULT_POWER no file may be open: the changes of each file after its last sync are noted, and from the
/// `nth` call on the disk is dead.
void layout_faults_arm(int kind, int64_t nth, int persists, int shape);

/// Makes the disk forget its syncs, to see whether a loss of power is noticed then.
void layout_faults_forget_syncs(int forgets);

/// Nothing fails any more.
void layout_faults_disarm(void);

/// How many calls of a kind there were since the plan was armed.
int64_t layout_faults_count(int kind);

/// Whether the planned call came.
int layout_faults_has_struck(void);

/// After a plan of LAYOUT_FAULT_POWER, when all files are closed: leaves the files as a disk may hold them after a loss
/// of power. Synced bytes are there. Of each write and truncation since then a draw from `seed` decides whether it is
/// there, in whole or by sectors of 512 bytes; also whether files made or deleted since are. Returns 0, or the system's
/// error number.
int layout_faults_lose_power(uint64_t seed);

/// Calls `body` once in the middle of the `nth` checkpoint from now, on the thread that checkpoints: SQLite has copied
/// the header of the log's index, and not compared it yet with what of the log is moved already. A commit that begins
/// the log again there meets SQLite's WAL-reset bug (https://sqlite.org/wal.html#walresetbug).
///
/// Connections that map the file are counted as well when they begin to read: set none up until `body` was called.
void layout_faults_at_checkpoint(int nth, void (*body)(void *), void *context);

#endif
