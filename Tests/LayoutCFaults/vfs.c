// The VFS: passes every call on to the system's own, unless the plan makes it fail.

#include "internal.h"
#include <string.h>

typedef struct {
    sqlite3_file base;
    /// Null for temporary files, and while no loss of power is planned.
    LayoutDisk *disk;
    // The system's own file follows.
} FaultFile;

static sqlite3_vfs *systemVFS;

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((char *)file + sizeof(FaultFile)); }

static int faultClose(sqlite3_file *file) {
    return real(file)->pMethods->xClose(real(file));
}

static int faultRead(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    if (layout_fault_strikes(LAYOUT_FAULT_READ)) return SQLITE_IOERR_READ;
    return real(file)->pMethods->xRead(real(file), bytes, count, offset);
}

static int faultWrite(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    LayoutDisk *disk = ((FaultFile *)file)->disk;
    if (layout_fault_power_is_gone()) {
        // It was on its way.
        if (disk) layout_disk_write(disk, bytes, count, offset);
        return SQLITE_IOERR_WRITE;
    }
    if (layout_fault_strikes(LAYOUT_FAULT_WRITE)) {
        int shape = layout_fault_shape();
        if (shape == LAYOUT_FAULT_TORN || shape == LAYOUT_FAULT_SHORT) {
            // Its own result does not matter: the call fails in any case.
            (void)real(file)->pMethods->xWrite(real(file), bytes, count / 2, offset);
        }
        return shape == LAYOUT_FAULT_FULL || shape == LAYOUT_FAULT_SHORT ? SQLITE_FULL : SQLITE_IOERR_WRITE;
    }
    int code = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
    if (code == SQLITE_OK && disk) layout_disk_write(disk, bytes, count, offset);
    return code;
}

static int faultTruncate(sqlite3_file *file, sqlite3_int64 size) {
    LayoutDisk *disk = ((FaultFile *)file)->disk;
    if (layout_fault_power_is_gone()) {
        if (disk) layout_disk_truncate(disk, size);
        return SQLITE_IOERR_TRUNCATE;
    }
    if (layout_fault_strikes(LAYOUT_FAULT_TRUNCATE)) return SQLITE_IOERR_TRUNCATE;
    int code = real(file)->pMethods->xTruncate(real(file), size);
    if (code == SQLITE_OK && disk) layout_disk_truncate(disk, size);
    return code;
}

static int faultSync(sqlite3_file *file, int flags) {
    if (layout_fault_power_is_gone() || layout_fault_strikes(LAYOUT_FAULT_SYNC)) return SQLITE_IOERR_FSYNC;
    int code = SQLITE_OK;
    LayoutDisk *disk = ((FaultFile *)file)->disk;
    // The real content of the system's disk does not matter here, and its syncs would take most of the time.
    (void)flags;
    if (disk) layout_disk_sync(disk);
    return code;
}

static int faultFileSize(sqlite3_file *file, sqlite3_int64 *size) {
    if (layout_fault_strikes(LAYOUT_FAULT_SIZE)) return SQLITE_IOERR_FSTAT;
    return real(file)->pMethods->xFileSize(real(file), size);
}

static int faultLock(sqlite3_file *file, int level) {
    if (layout_fault_strikes(LAYOUT_FAULT_LOCK)) return SQLITE_IOERR_LOCK;
    return real(file)->pMethods->xLock(real(file), level);
}

static int faultUnlock(sqlite3_file *file, int level) {
    return real(file)->pMethods->xUnlock(real(file), level);
}

static int faultCheckReservedLock(sqlite3_file *file, int *isReserved) {
    if (layout_fault_strikes(LAYOUT_FAULT_LOCK)) return SQLITE_IOERR_CHECKRESERVEDLOCK;
    return real(file)->pMethods->xCheckReservedLock(real(file), isReserved);
}

static int faultFileControl(sqlite3_file *file, int operation, void *argument) {
    return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int faultSectorSize(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int faultDeviceCharacteristics(sqlite3_file *file) {
    // A disk that promises nothing: the system's may claim that overwriting is safe without power.
    return real(file)->pMethods->xDeviceCharacteristics(real(file)) & ~SQLITE_IOCAP_POWERSAFE_OVERWRITE;
}

static int faultShmMap(sqlite3_file *file, int region, int size, int extends, void volatile **memory) {
    if (layout_fault_strikes(LAYOUT_FAULT_MAP)) {
        *memory = 0;
        return SQLITE_IOERR_SHMMAP;
    }
    return real(file)->pMethods->xShmMap(real(file), region, size, extends, memory);
}

static int faultShmLock(sqlite3_file *file, int offset, int count, int flags) {
    if (flags & SQLITE_SHM_LOCK && layout_fault_strikes(LAYOUT_FAULT_LOCK)) return SQLITE_IOERR_SHMLOCK;
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}

static void faultShmBarrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }

static int faultShmUnmap(sqlite3_file *file, int deletes) {
    return real(file)->pMethods->xShmUnmap(real(file), deletes);
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
    if (!memory) layout_fault_checkpoint_has_copied();
    return SQLITE_OK;
}

static const sqlite3_io_methods methods = {
    3, faultClose, faultRead, faultWrite, faultTruncate, faultSync, faultFileSize, faultLock, faultUnlock,
    faultCheckReservedLock, faultFileControl, faultSectorSize, faultDeviceCharacteristics, faultShmMap, faultShmLock,
    faultShmBarrier, faultShmUnmap, faultFetch, faultUnfetch,
};

static int faultOpen(sqlite3_vfs *vfs, sqlite3_filename name, sqlite3_file *file, int flags, int *outputFlags) {
    (void)vfs;
    FaultFile *fault = (FaultFile *)file;
    memset(fault, 0, sizeof(FaultFile));
    int existed = 0;
    if (name && layout_fault_is_power()) {
        systemVFS->xAccess(systemVFS, name, SQLITE_ACCESS_EXISTS, &existed);
        if (!existed && flags & SQLITE_OPEN_CREATE && layout_fault_power_is_gone()) return SQLITE_CANTOPEN;
    }
    if (layout_fault_strikes(LAYOUT_FAULT_OPEN)) return SQLITE_CANTOPEN;
    int code = systemVFS->xOpen(systemVFS, name, real(file), flags, outputFlags);
    if (real(file)->pMethods) file->pMethods = &methods;
    if (code == SQLITE_OK && name && layout_fault_is_power()) fault->disk = layout_disk_open(name, existed);
    return code;
}

static int faultDelete(sqlite3_vfs *vfs, const char *name, int syncsDirectory) {
    (void)vfs;
    if (layout_fault_power_is_gone() || layout_fault_strikes(LAYOUT_FAULT_DELETE)) return SQLITE_IOERR_DELETE;
    // Noted first: afterwards there is nothing to read.
    if (layout_fault_is_power()) layout_disk_delete(name, syncsDirectory);
    return systemVFS->xDelete(systemVFS, name, 0);
}

static int faultAccess(sqlite3_vfs *vfs, const char *name, int flags, int *result) {
    (void)vfs;
    if (layout_fault_strikes(LAYOUT_FAULT_ACCESS)) return SQLITE_IOERR_ACCESS;
    return systemVFS->xAccess(systemVFS, name, flags, result);
}

static int faultFullPathname(sqlite3_vfs *vfs, const char *name, int count, char *result) {
    (void)vfs;
    return systemVFS->xFullPathname(systemVFS, name, count, result);
}

static sqlite3_vfs faultVFS;

int layout_fault_install_vfs(void) {
    systemVFS = sqlite3_vfs_find(0);
    if (!systemVFS) return SQLITE_ERROR;
    // Functions that are not replaced here (time, random numbers, system calls) are the system's own.
    faultVFS = *systemVFS;
    faultVFS.pNext = 0;
    faultVFS.zName = "layout-fault";
    faultVFS.szOsFile = (int)sizeof(FaultFile) + systemVFS->szOsFile;
    faultVFS.xOpen = faultOpen;
    faultVFS.xDelete = faultDelete;
    faultVFS.xAccess = faultAccess;
    faultVFS.xFullPathname = faultFullPathname;
    return sqlite3_vfs_register(&faultVFS, 1);
}
