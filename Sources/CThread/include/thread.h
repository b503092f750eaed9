#pragma once

#include <stdint.h>

/// A number that no other thread has as long as this one lives; never 0.
uintptr_t kkmix_current_thread(void);

/// The number of the thread for which this one works: another one's while it renders for that one, else its own.
uintptr_t kkmix_served_thread(void);

/// Has this thread work for another one, or for itself again; says for which it worked before.
uintptr_t kkmix_serve_thread(uintptr_t thread);
