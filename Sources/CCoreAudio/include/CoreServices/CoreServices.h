// Of what programs for sound include it for, all is in these.
#include <CoreFoundation/CoreFoundation.h>
#include <MacTypes.h>
#include <mach/mach_time.h>
