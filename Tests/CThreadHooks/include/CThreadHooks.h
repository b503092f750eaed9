#pragma once

#include <stdbool.h>

/// Tells ThreadSanitizer of the locks of Swift's `Mutex`. To be called before there is a second thread.
///
/// Returns false where the Swift library has other functions than those of which it knows.
bool kkmix_watch_mutexes(void);
