#ifndef LAYOUT_SYSTEM_H
#define LAYOUT_SYSTEM_H

#include <stdint.h>

// The operating system as LayoutSQLite uses it: the one door to the C library, with its macros and variadic functions
// on this side of it.

enum layout_file_kind {
    layout_file_missing = 0,
    layout_file_regular = 1,
    layout_file_directory = 2,
    layout_file_fifo = 3,
    layout_file_device = 4,
    layout_file_socket = 5,
    layout_file_other = 6
};

typedef struct LayoutFileStatus {
    /// One of `layout_file_kind`.
    int kind;
    /// Why nothing is known of it where the kind is missing; else 0.
    int errorNumber;
    int64_t size;
    uint64_t device;
    uint64_t inode;
    /// Whether the permissions let any user write.
    int isWritableByAnyone;
} LayoutFileStatus;

/// Looks at a file, behind links, without opening it.
LayoutFileStatus layout_file_status(const char *path);

/// Whether this process may read or write a file: its permissions, and whether its disk can be written.
int layout_may_read(const char *path);
int layout_may_write(const char *path);

/// Removes a file, if there is one; renames one; makes an empty one if there is none. Each returns an error number, or
/// 0.
///
/// Never for a file that SQLite has open, nor to make one that may be open: see layout_find_descriptor.
int layout_remove_file(const char *path);
int layout_rename_file(const char *path, const char *other);
int layout_make_file(const char *path);

/// Whether a name is taken, also by a link that leads nowhere.
int layout_is_taken(const char *path);

/// Whether a file is on a disk that is mounted read-only.
int layout_is_on_read_only_disk(const char *path);

/// The number of bytes that the disk of a file has left for this user; the largest number if the system does not know.
int64_t layout_free_bytes(const char *path);

/// The path without links, to be freed with `layout_free`; NULL if there is no such file.
char *layout_real_path(const char *path);
void layout_free(void *memory);

/// Puts the system's words for an error number into `text`.
void layout_describe_error(int number, char *text, int capacity);

/// Whether an error number means that there is no room left.
int layout_means_full(int number);
/// Whether an error number means that the disk fails.
int layout_means_failing_disk(int number);
/// Whether an error number means that the permissions forbid it.
int layout_means_forbidden(int number);
/// Whether an error number means that there is no memory left.
int layout_means_no_memory(int number);

/// A number that no other running thread has.
uintptr_t layout_current_thread(void);

/// Has the thread sleep; a signal may wake it earlier.
void layout_sleep(int64_t microseconds);

/// A descriptor that this process has open on a file already; -1 if there is none.
///
/// It belongs to other code, which may close it at any time.
int layout_find_descriptor(uint64_t device, uint64_t inode);

/// The process that holds SQLite's shared lock on the file behind a descriptor, other than this one: its id, or -1 if
/// the system does not report it; 0 if there is none.
///
/// `layout_lost_descriptor` where the descriptor is not that file's, or not any more.
enum { layout_lost_descriptor = INT32_MIN };
int layout_lock_holder(int descriptor, uint64_t device, uint64_t inode);

#endif
