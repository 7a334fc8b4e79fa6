// For faccessat's AT_EACCESS and realpath with a strict -std.
#define _GNU_SOURCE
#define _DARWIN_C_SOURCE

#include "LayoutSystem.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

static int kind_of(mode_t mode) {
    switch (mode & S_IFMT) {
    case S_IFREG: return layout_file_regular;
    case S_IFDIR: return layout_file_directory;
    case S_IFIFO: return layout_file_fifo;
    case S_IFCHR: case S_IFBLK: return layout_file_device;
    case S_IFSOCK: return layout_file_socket;
    default: return layout_file_other;
    }
}

LayoutFileStatus layout_file_status(const char *path) {
    LayoutFileStatus status = {0};
    struct stat found;
    if (stat(path, &found) != 0) {
        status.errorNumber = errno;
        return status;
    }
    status.kind = kind_of(found.st_mode);
    status.size = (int64_t)found.st_size;
    status.device = (uint64_t)found.st_dev;
    status.inode = (uint64_t)found.st_ino;
    status.isWritableByAnyone = (found.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) != 0;
    return status;
}

// With the effective ids, as open does.
int layout_may_read(const char *path) { return faccessat(AT_FDCWD, path, R_OK, AT_EACCESS) == 0; }
int layout_may_write(const char *path) { return faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0; }

int layout_remove_file(const char *path) { return unlink(path) == 0 || errno == ENOENT ? 0 : errno; }
int layout_rename_file(const char *path, const char *other) { return rename(path, other) == 0 ? 0 : errno; }

int layout_make_file(const char *path) {
    int descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
    if (descriptor < 0) return errno;
    close(descriptor);
    return 0;
}

int layout_is_taken(const char *path) {
    struct stat found;
    return lstat(path, &found) == 0;
}

int layout_is_on_read_only_disk(const char *path) {
    struct statvfs disk;
    return statvfs(path, &disk) == 0 && (disk.f_flag & ST_RDONLY) != 0;
}

int64_t layout_free_bytes(const char *path) {
    struct statvfs disk;
    if (statvfs(path, &disk) != 0 || disk.f_blocks == 0) return INT64_MAX;
    return (int64_t)disk.f_bavail * (int64_t)disk.f_frsize;
}

char *layout_real_path(const char *path) { return realpath(path, NULL); }
void layout_free(void *memory) { free(memory); }

void layout_describe_error(int number, char *text, int capacity) {
    // strerror_r comes in two kinds, and strerror is safe enough with the C library's own texts.
    snprintf(text, (size_t)capacity, "%s", strerror(number));
}

int layout_means_full(int number) {
    // EFBIG: a limit on the size of files, of the process or of the disk.
    return number == ENOSPC || number == EDQUOT || number == EFBIG;
}

int layout_means_failing_disk(int number) { return number == EIO || number == ENXIO || number == ESTALE; }
int layout_means_forbidden(int number) { return number == EACCES || number == EPERM; }
int layout_means_no_memory(int number) { return number == ENOMEM; }

uintptr_t layout_current_thread(void) { return (uintptr_t)pthread_self(); }

void layout_sleep(int64_t microseconds) {
    struct timespec time = {
        .tv_sec = (time_t)(microseconds / 1000000), .tv_nsec = (long)(microseconds % 1000000) * 1000
    };
    nanosleep(&time, NULL);
}

static int is_file(int descriptor, uint64_t device, uint64_t inode) {
    struct stat found;
    return fstat(descriptor, &found) == 0 && (uint64_t)found.st_dev == device && (uint64_t)found.st_ino == inode;
}

int layout_find_descriptor(uint64_t device, uint64_t inode) {
    long limit = sysconf(_SC_OPEN_MAX);
    // Descriptors are given out from below: a program with more than some thousands does without.
    if (limit < 0 || limit > 4096) {
        limit = 4096;
    }
    for (int descriptor = 3; descriptor < limit; descriptor++) {
        if (is_file(descriptor, device, inode)) {
            return descriptor;
        }
    }
    return -1;
}

int layout_lock_holder(int descriptor, uint64_t device, uint64_t inode) {
    if (descriptor < 0 || !is_file(descriptor, device, inode)) {
        return layout_lost_descriptor;
    }
    // Where SQLite's unix VFS has its shared lock (https://sqlite.org/src/file/src/os_unix.c, "PENDING_BYTE").
    // Asking takes no lock, and the own process's locks are never in the way.
    struct flock lock = {
        .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000000 + 2, .l_len = 510
    };
    if (fcntl(descriptor, F_GETLK, &lock) != 0 || lock.l_type == F_UNLCK) {
        return 0;
    }
    return lock.l_pid > 0 ? (int)lock.l_pid : -1;
}
