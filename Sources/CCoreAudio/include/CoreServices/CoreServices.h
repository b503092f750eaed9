// Includes everything that audio programs use of this header.
#include <CoreFoundation/CoreFoundation.h>
#include <MacTypes.h>
#include <mach/mach_time.h>
