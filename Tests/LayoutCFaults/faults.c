// A disk and a memory that fail as planned.

#include "disk.h"
#include "LayoutCFaults.h"
#include <stdatomic.h>

// MARK: The plan: which call fails, and what was counted

static atomic_int armedKind = -1;
static atomic_llong armedCall;
static atomic_int armedPersists;
static atomic_int armedShape;
static atomic_int hasStruck;
static atomic_llong counts[LAYOUT_FAULT_KINDS];

void layout_faults_arm(int kind, int64_t nth, int persists, int shape) {
    layout_faults_disarm();
    for (int index = 0; index < LAYOUT_FAULT_KINDS; index++) atomic_store(&counts[index], 0);
    if (kind == LAYOUT_FAULT_POWER) layout_disk_reset();
    atomic_store(&hasStruck, 0);
    atomic_store(&armedCall, nth);
    atomic_store(&armedPersists, persists);
    atomic_store(&armedShape, shape);
    atomic_store(&armedKind, kind);
}

void layout_faults_disarm(void) { atomic_store(&armedKind, -1); }

int64_t layout_faults_count(int kind) { return atomic_load(&counts[kind]); }

int layout_faults_has_struck(void) { return atomic_load(&hasStruck); }

static int isPower(void) { return atomic_load(&armedKind) == LAYOUT_FAULT_POWER; }

/// Counts a call of a kind; returns whether it is one that is to fail.
static int strikes(int kind) {
    int armed = atomic_load(&armedKind);
    if (armed < 0) return 0;
    long long number = atomic_fetch_add(&counts[kind], 1) + 1;
    long long call = atomic_load(&armedCall);
    if (kind != armed || call == 0) return 0;
    int strikes = atomic_load(&armedPersists) ? number >= call : number == call;
    if (strikes) atomic_store(&hasStruck, 1);
    return strikes;
}

/// Counts a call that changes the disk; returns whether the disk is dead. Once it is, it stays so.
static int powerIsGone(void) { return strikes(LAYOUT_FAULT_POWER) || (isPower() && atomic_load(&hasStruck)); }

static void (*checkpointBody)(void *);
static void *checkpointContext;
static atomic_int checkpointsLeft;

void layout_faults_at_checkpoint(int nth, void (*body)(void *), void *context) {
    checkpointBody = body;
    checkpointContext = context;
    atomic_store(&checkpointsLeft, nth);
}

// MARK: SQLite's allocator, wrapped: see https://sqlite.org/malloc.html, “Simulating OOM”

static sqlite3_mem_methods systemMemory;

static void *allocate(int count) { return strikes(LAYOUT_FAULT_ALLOCATION) ? 0 : systemMemory.xMalloc(count); }

static void *reallocate(void *pointer, int count) {
    return strikes(LAYOUT_FAULT_ALLOCATION) ? 0 : systemMemory.xRealloc(pointer, count);
}

// MARK: The VFS: the system's own files, with other methods where a call can fail

/// The fault's part of a file, which follows the system's own in memory.
typedef struct {
    const sqlite3_io_methods *system;
    sqlite3_io_methods methods;
    /// Null for temporary files, and while no loss of power is planned.
    LayoutDisk *disk;
} FaultFile;

static sqlite3_vfs *systemVFS;
static sqlite3_vfs faultVFS;

static FaultFile *fault(sqlite3_file *file) {
    return (FaultFile *)((char *)file + faultVFS.szOsFile - sizeof(FaultFile));
}

static int faultRead(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    if (strikes(LAYOUT_FAULT_READ)) return SQLITE_IOERR_READ;
    return fault(file)->system->xRead(file, bytes, count, offset);
}

static int faultWrite(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    LayoutDisk *disk = fault(file)->disk;
    if (powerIsGone()) {
        // It was on its way.
        if (disk) layout_disk_change(disk, bytes, count, offset);
        return SQLITE_IOERR_WRITE;
    }
    if (strikes(LAYOUT_FAULT_WRITE)) {
        int shape = atomic_load(&armedShape);
        if (shape == LAYOUT_FAULT_TORN || shape == LAYOUT_FAULT_SHORT) {
            // Its own result does not matter: the call fails in any case.
            (void)fault(file)->system->xWrite(file, bytes, count / 2, offset);
        }
        return shape == LAYOUT_FAULT_FULL || shape == LAYOUT_FAULT_SHORT ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    int code = fault(file)->system->xWrite(file, bytes, count, offset);
    if (code == SQLITE_OK && disk) layout_disk_change(disk, bytes, count, offset);
    return code;
}

static int faultTruncate(sqlite3_file *file, sqlite3_int64 size) {
    LayoutDisk *disk = fault(file)->disk;
    int isGone = powerIsGone();
    if (!isGone && strikes(LAYOUT_FAULT_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
    int code = isGone ? SQLITE_IOERR_TRUNCATE : fault(file)->system->xTruncate(file, size);
    if ((isGone || code == SQLITE_OK) && disk) layout_disk_change(disk, 0, -1, size);
    return code;
}

static int faultSync(sqlite3_file *file, int flags) {
    if (powerIsGone() || strikes(LAYOUT_FAULT_SYNC)) return SQLITE_IOERR_FSYNC;
    // The real content of the system's disk does not matter here, and its syncs would take most of the time.
    (void)flags;
    if (fault(file)->disk) layout_disk_sync(fault(file)->disk);
    return SQLITE_OK;
}

static int faultFileSize(sqlite3_file *file, sqlite3_int64 *size) {
    if (strikes(LAYOUT_FAULT_SIZE)) return SQLITE_IOERR_FSTAT;
    return fault(file)->system->xFileSize(file, size);
}

static int faultLock(sqlite3_file *file, int level) {
    if (strikes(LAYOUT_FAULT_LOCK)) return SQLITE_IOERR_LOCK;
    return fault(file)->system->xLock(file, level);
}

static int faultCheckReservedLock(sqlite3_file *file, int *isReserved) {
    if (strikes(LAYOUT_FAULT_LOCK)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
    return fault(file)->system->xCheckReservedLock(file, isReserved);
}

static int faultDeviceCharacteristics(sqlite3_file *file) {
    // A disk that promises nothing: the system's may claim that overwriting is safe without power.
    return fault(file)->system->xDeviceCharacteristics(file) & ~SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int faultShmMap(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
    *memory = 0;
    if (strikes(LAYOUT_FAULT_MAP)) return SQLITE_IOERR_SHMMAP;
    return fault(file)->system->xShmMap(file, region, size, extends, memory);
}

static int faultShmLock(sqlite3_file *file, int offset, int count, int flags) {
    if (flags & SQLITE_SHM_LOCK && strikes(LAYOUT_FAULT_LOCK)) return SQLITE_IOERR_SHMLOCK;
    return fault(file)->system->xShmLock(file, offset, count, flags);
}

static int faultFetch(sqlite3_file *file, sqlite3_int64 offset, int count, void **memory) {
    // Unmapped, the page is read, and that may fail.
    *memory = 0;
    (void)file, (void)offset, (void)count;
    return SQLITE_OK;
}

static int faultUnfetch(sqlite3_file *file, sqlite3_int64 offset, void *memory) {
    (void)file, (void)offset;
    // Without a mapping SQLite calls this in one place: see `layout_faults_at_checkpoint`.
    if (!memory && atomic_load(&checkpointsLeft) > 0 && atomic_fetch_sub(&checkpointsLeft, 1) == 1) {
        checkpointBody(checkpointContext);
    }
    return SQLITE_OK;
}

static int faultOpen(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *outputFlags) {
    (void)vfs;
    FaultFile *own = fault(file);
    int existed = 0;
    file->pMethods = 0;
    own->disk = 0;
    if (name && isPower()) {
        systemVFS->xAccess(systemVFS, name, SQLITE_ACCESS_EXISTS, &existed);
        if (!existed && flags & SQLITE_OPEN_CREATE && powerIsGone()) return SQLITE_CANTOPEN;
    }
    if (strikes(LAYOUT_FAULT_OPEN)) return SQLITE_CANTOPEN;
    int code = systemVFS->xOpen(systemVFS, name, file, flags, outputFlags);
    if (file->pMethods) {
        own->system = file->pMethods;
        own->methods = *file->pMethods;
        own->methods.xRead = faultRead;
        own->methods.xWrite = faultWrite;
        own->methods.xTruncate = faultTruncate;
        own->methods.xSync = faultSync;
        own->methods.xFileSize = faultFileSize;
        own->methods.xLock = faultLock;
        own->methods.xCheckReservedLock = faultCheckReservedLock;
        own->methods.xDeviceCharacteristics = faultDeviceCharacteristics;
        own->methods.xShmMap = faultShmMap;
        own->methods.xShmLock = faultShmLock;
        own->methods.xFetch = faultFetch;
        own->methods.xUnfetch = faultUnfetch;
        file->pMethods = &own->methods;
    }
    if (code == SQLITE_OK && name && isPower()) own->disk = layout_disk_open(name, existed);
    return code;
}

static int faultDelete(sqlite3_vfs *vfs, const char *name, int syncsDirectory) {
    (void)vfs;
    if (powerIsGone() || strikes(LAYOUT_FAULT_DELETE)) return SQLITE_IOERR_DELETE;
    // Noted first: afterwards there is nothing to read.
    if (isPower()) layout_disk_delete(name, syncsDirectory);
    return systemVFS->xDelete(systemVFS, name, 0);
}

static int faultAccess(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs;
    if (strikes(LAYOUT_FAULT_ACCESS)) return SQLITE_IOERR_ACCESS;
    return systemVFS->xAccess(systemVFS, name, flags, result);
}

int layout_faults_install(void) {
    // Memory first: the VFS's registration allocates.
    int code = sqlite3_config(SQLITE_CONFIG_GETMALLOC, &systemMemory);
    if (code != SQLITE_OK) return code;
    sqlite3_mem_methods memory = systemMemory;
    memory.xMalloc = allocate;
    memory.xRealloc = reallocate;
    code = sqlite3_config(SQLITE_CONFIG_MALLOC, &memory);
    systemVFS = sqlite3_vfs_find(0);
    if (code != SQLITE_OK || !systemVFS) return code != SQLITE_OK ? code : SQLITE_ERROR;
    // Functions that are not replaced here (paths, time, random numbers, system calls) are the system's own.
    faultVFS = *systemVFS;
    faultVFS.pNext = 0;
    faultVFS.zName = "layout-fault";
    faultVFS.szOsFile = (systemVFS->szOsFile + 15) / 16 * 16 + (int)sizeof(FaultFile);
    faultVFS.xOpen = faultOpen;
    faultVFS.xDelete = faultDelete;
    faultVFS.xAccess = faultAccess;
    return sqlite3_vfs_register(&faultVFS, 1);
}
