#include "CThreadHooks.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *self
#define PLAIN __attribute__((no_sanitize("thread")))
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

void __tsan_acquire(void *address) __attribute__((weak));
void __tsan_release(void *address) __attribute__((weak));

// Where nobody waits for a mutex the program itself locks it, and ThreadSanitizer sees how. Where somebody does it is the work of these functions of the
// Swift library, which was not built to be watched. Here they are before it, and call it.

typedef SWIFT void locking(uint32_t thread, SELF);
typedef SWIFT bool trying(SELF);
typedef SWIFT void unlocking(SELF);

SWIFT PLAIN void kkmix_lock(uint32_t thread, SELF) __asm__(LOCK);
SWIFT PLAIN bool kkmix_try(SELF) __asm__(TRY);
SWIFT PLAIN void kkmix_unlock(SELF) __asm__(UNLOCK);

static locking *lock;
static trying *try;
static unlocking *unlock;

SWIFT PLAIN void kkmix_lock(uint32_t thread, SELF) {
    lock(thread, self);
    if (__tsan_acquire) __tsan_acquire(self);
}

SWIFT PLAIN bool kkmix_try(SELF) {
    bool is_mine = try(self);
    if (is_mine && __tsan_acquire) __tsan_acquire(self);
    return is_mine;
}

SWIFT PLAIN void kkmix_unlock(SELF) {
    if (__tsan_release) __tsan_release(self);
    unlock(self);
}

bool kkmix_watch_mutexes(void) {
    lock = (locking *)dlsym(RTLD_NEXT, LOCK);
    try = (trying *)dlsym(RTLD_NEXT, TRY);
    unlock = (unlocking *)dlsym(RTLD_NEXT, UNLOCK);
    return lock && try && unlock;
}
