#pragma once

#include <stdint.h>

/// A number that no other thread has as long as this one lives; never 0.
uintptr_t kkmix_current_thread(void);
