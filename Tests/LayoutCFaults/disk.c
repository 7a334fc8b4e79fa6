// The content of a disk if the power went: for each file its synced bytes, and each change since.

#include "disk.h"
#include "LayoutCFaults.h"
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// A change that was not synced: bytes written at a place, or a new size without bytes.
typedef struct Change {
    struct Change *next;
    sqlite3_int64 offset;
    int count; // -1: a truncation to `offset`
    unsigned char bytes[];
} Change;

typedef struct {
    unsigned char *bytes;
    sqlite3_int64 count;
} Image;

struct LayoutDisk {
    LayoutDisk *next;
    char *path;
    /// As of the last sync.
    Image synced;
    Change *first, *last;
    /// Whether the directory certainly names it.
    int isDurable;
    /// Whether it was deleted since, without the directory being synced.
    int isDeleted;
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
/// In the order in which they were noted.
static LayoutDisk *disks, **end = &disks;
static int forgetsSyncs;

void layout_faults_forget_syncs(int forgets) { forgetsSyncs = forgets; }

// Campaigns run on small files; if memory runs out, nothing can be learned about the disk.
static void *require(void *pointer) {
    if (!pointer) abort();
    return pointer;
}

static void resize(Image *image, sqlite3_int64 count) {
    if (count > image->count) {
        image->bytes = require(realloc(image->bytes, (size_t)count + 1));
        memset(image->bytes + image->count, 0, (size_t)(count - image->count));
    }
    image->count = count;
}

static void put(Image *image, const unsigned char *bytes, sqlite3_int64 count, sqlite3_int64 offset) {
    if (count <= 0) return;
    if (offset + count > image->count) resize(image, offset + count);
    memcpy(image->bytes + offset, bytes, (size_t)count);
}

static void apply(Image *image, const Change *change) {
    if (change->count < 0) {
        resize(image, change->offset);
    } else {
        put(image, change->bytes, change->count, change->offset);
    }
}

static void dropChanges(LayoutDisk *disk) {
    for (Change *change = disk->first; change;) {
        Change *next = change->next;
        free(change);
        change = next;
    }
    disk->first = disk->last = 0;
}

static LayoutDisk *find(const char *path) {
    for (LayoutDisk *disk = disks; disk; disk = disk->next) {
        if (!disk->isDeleted && strcmp(disk->path, path) == 0) return disk;
    }
    return 0;
}

static LayoutDisk *note(const char *path, int existed) {
    LayoutDisk *disk = require(calloc(1, sizeof(LayoutDisk)));
    disk->path = require(strdup(path));
    disk->isDurable = existed;
    FILE *file = existed ? fopen(path, "rb") : 0;
    if (file) {
        unsigned char buffer[65536];
        for (size_t count; (count = fread(buffer, 1, sizeof buffer, file)) > 0;) {
            put(&disk->synced, buffer, (sqlite3_int64)count, disk->synced.count);
        }
        fclose(file);
    }
    *end = disk;
    end = &disk->next;
    return disk;
}

LayoutDisk *layout_disk_open(const char *path, int existed) {
    pthread_mutex_lock(&mutex);
    LayoutDisk *disk = find(path);
    if (!disk) disk = note(path, existed);
    pthread_mutex_unlock(&mutex);
    return disk;
}

void layout_disk_change(LayoutDisk *disk, const void *bytes, int count, sqlite3_int64 offset) {
    Change *change = require(malloc(sizeof(Change) + (size_t)(count > 0 ? count : 0)));
    *change = (Change) { .offset = offset, .count = count };
    if (count > 0) memcpy(change->bytes, bytes, (size_t)count);
    pthread_mutex_lock(&mutex);
    if (disk->last) disk->last->next = change; else disk->first = change;
    disk->last = change;
    pthread_mutex_unlock(&mutex);
}

void layout_disk_sync(LayoutDisk *disk) {
    if (forgetsSyncs) return;
    pthread_mutex_lock(&mutex);
    for (Change *change = disk->first; change; change = change->next) apply(&disk->synced, change);
    dropChanges(disk);
    disk->isDurable = 1;
    pthread_mutex_unlock(&mutex);
}

void layout_disk_delete(const char *path, int isSynced) {
    pthread_mutex_lock(&mutex);
    LayoutDisk *disk = find(path);
    if (!disk && access(path, F_OK) == 0) disk = note(path, 1);
    if (disk) disk->isDeleted = 1;
    if (isSynced) {
        // Neither this one nor an earlier one of the name can come back.
        for (LayoutDisk *other = disks; other; other = other->next) {
            if (other->isDeleted && strcmp(other->path, path) == 0) other->isDeleted = 2;
        }
    }
    pthread_mutex_unlock(&mutex);
}

void layout_disk_reset(void) {
    pthread_mutex_lock(&mutex);
    for (LayoutDisk *disk = disks; disk;) {
        LayoutDisk *next = disk->next;
        dropChanges(disk);
        free(disk->synced.bytes);
        free(disk->path);
        free(disk);
        disk = next;
    }
    disks = 0;
    end = &disks;
    pthread_mutex_unlock(&mutex);
}

// MARK: The loss of power

static uint64_t draw(uint64_t *state) {
    uint64_t mixed = *state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

static int oneIn(uint64_t *state, uint64_t count) { return draw(state) % count == 0; }

/// The ways in which a disk may lose unsynced changes.
enum { DROPS_ALL, KEEPS_ALL, KEEPS_SOME, TEARS_SOME, KEEPS_LATER, POLICIES };

static void survive(Image *image, const Change *change, int policy, int isInLaterHalf, uint64_t *state) {
    switch (policy) {
    case DROPS_ALL: return;
    case KEEPS_ALL: apply(image, change); return;
    case KEEPS_LATER:
        if (isInLaterHalf) apply(image, change);
        return;
    case TEARS_SOME:
        if (change->count > 0 && oneIn(state, 2)) {
            // Sectors reach the disk, or do not, one by one.
            for (int start = 0; start < change->count; start += 512) {
                int count = change->count - start < 512 ? change->count - start : 512;
                if (oneIn(state, 2)) put(image, change->bytes + start, count, change->offset + start);
            }
            return;
        }
    }
    if (oneIn(state, 2)) apply(image, change);
}

static int store(const char *path, const Image *image) {
    FILE *file = fopen(path, "wb");
    if (!file) return errno;
    int isWhole = fwrite(image->bytes, 1, (size_t)image->count, file) == (size_t)image->count;
    return fclose(file) == 0 && isWhole ? 0 : errno;
}

int layout_faults_lose_power(uint64_t seed) {
    uint64_t state = seed;
    int code = 0;
    pthread_mutex_lock(&mutex);
    for (LayoutDisk *disk = disks; disk; disk = disk->next) unlink(disk->path);
    // From the oldest to the latest of a name, each deciding what the path holds.
    for (LayoutDisk *disk = disks; disk && code == 0; disk = disk->next) {
        // A deletion that was synced is final; one that was not may not have happened.
        if (disk->isDeleted == 2 || (disk->isDeleted && oneIn(&state, 2))) {
            unlink(disk->path);
            continue;
        }
        // A name that was never synced may be missing.
        if (!disk->isDurable && oneIn(&state, 2)) continue;
        Image image = { 0, 0 };
        resize(&image, disk->synced.count);
        put(&image, disk->synced.bytes, disk->synced.count, 0);
        int policy = (int)(draw(&state) % POLICIES);
        int changes = 0, number = 0;
        for (Change *change = disk->first; change; change = change->next) changes++;
        for (Change *change = disk->first; change; change = change->next) {
            survive(&image, change, policy, 2 * number++ >= changes, &state);
        }
        code = store(disk->path, &image);
        free(image.bytes);
        // The shared memory was memory.
        char shared[4096];
        snprintf(shared, sizeof shared, "%s-shm", disk->path);
        unlink(shared);
    }
    pthread_mutex_unlock(&mutex);
    return code;
}
