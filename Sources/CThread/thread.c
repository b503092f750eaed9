#include "thread.h"

uintptr_t kkmix_current_thread(void) {
    static _Thread_local char own;
    return (uintptr_t)&own;
}
