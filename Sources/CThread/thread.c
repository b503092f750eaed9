#include "thread.h"

static _Thread_local uintptr_t served;

uintptr_t kkmix_current_thread(void) {
    return (uintptr_t)&served;
}

uintptr_t kkmix_served_thread(void) {
    return served ? served : kkmix_current_thread();
}

uintptr_t kkmix_serve_thread(uintptr_t thread) {
    uintptr_t before = kkmix_served_thread();
    served = thread;
    return before;
}
