// The slow paths of Swift's Mutex on Linux, for `scripts/campaign sanitizers`, which preloads them.
//
// The thread sanitizer sees the fast paths, which are compiled into the caller. It does not see those of the library,
// and takes what a contended lock guards for a race.
#include <errno.h>
#include <linux/futex.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) uint32_t *
#define NAMED(name) __asm__("$s15Synchronization12_MutexHandleV" name)

// Missing in the programs that start the tests.
__attribute__((weak)) void __tsan_acquire(void *);
__attribute__((weak)) void __tsan_release(void *);

static long futex(uint32_t *word, int operation) {
    return syscall(SYS_futex, word, operation | FUTEX_PRIVATE_FLAG, 0, NULL, NULL, 0);
}

static void insist(uint32_t *word, int operation) {
    while (futex(word, operation) != 0) {
        if (errno != EINTR && errno != EAGAIN) abort();
    }
}

METHOD void lock_slow(uint32_t thread, SELF word) NAMED("9_lockSlowyys6UInt32VF");
METHOD void lock_slow(uint32_t thread, SELF word) {
    (void)thread;
    insist(word, FUTEX_LOCK_PI);
    if (__tsan_acquire) __tsan_acquire(word);
}

METHOD _Bool try_lock_slow(SELF word) NAMED("12_tryLockSlowSbyF");
METHOD _Bool try_lock_slow(SELF word) {
    if (futex(word, FUTEX_TRYLOCK_PI) != 0) return 0;
    if (__tsan_acquire) __tsan_acquire(word);
    return 1;
}

METHOD void unlock_slow(SELF word) NAMED("11_unlockSlowyyF");
METHOD void unlock_slow(SELF word) {
    if (__tsan_release) __tsan_release(word);
    insist(word, FUTEX_UNLOCK_PI);
}
