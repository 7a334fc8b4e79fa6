// Swift's Mutex takes and gives back a lock in code that the thread sanitizer sees. If a thread waits for the lock, a
// library does both with the kernel, and the sanitizer sees neither. Without this file it would report a race for each
// lock that was waited for.

#if defined(__linux__) && defined(__has_feature)
#if __has_feature(thread_sanitizer)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define LOCK_SLOW "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK_SLOW "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"
#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

void __tsan_acquire(void *address);
void __tsan_release(void *address);

SWIFT void layout_lock_slow(uint32_t thread, SELF void *mutex) __asm__(LOCK_SLOW);
SWIFT void layout_unlock_slow(SELF void *mutex) __asm__(UNLOCK_SLOW);

SWIFT void layout_lock_slow(uint32_t thread, SELF void *mutex) {
    SWIFT void (*lock)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK_SLOW);
    lock(thread, mutex);
    __tsan_acquire(mutex);
}

SWIFT void layout_unlock_slow(SELF void *mutex) {
    SWIFT void (*unlock)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK_SLOW);
    __tsan_release(mutex);
    unlock(mutex);
}

#endif
#endif
