// The host clock of HostTime.h under its system name; its ticks are nanoseconds.
#ifndef KK_MACH_TIME_H
#define KK_MACH_TIME_H

#include <CoreAudio/HostTime.h>

typedef int kern_return_t;
#define KERN_SUCCESS 0

struct mach_timebase_info {
    uint32_t numer;
    uint32_t denom;
};
typedef struct mach_timebase_info *mach_timebase_info_t;
typedef struct mach_timebase_info mach_timebase_info_data_t;

static inline uint64_t mach_absolute_time(void) { return AudioGetCurrentHostTime(); }
static inline kern_return_t mach_timebase_info(mach_timebase_info_t info) {
    info->numer = info->denom = 1;
    return KERN_SUCCESS;
}

#endif
