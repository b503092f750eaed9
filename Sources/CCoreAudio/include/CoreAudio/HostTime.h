// The host's clock. There is none that runs here: the time is that of the slice which this thread last asked for, or
// any thread if this one renders nothing, in nanoseconds since sample time 0, and it stands still until the next one.
#ifndef KK_HOSTTIME_H
#define KK_HOSTTIME_H

#include <CoreFoundation/CFBase.h>

CF_EXTERN_C_BEGIN

extern UInt64 AudioGetCurrentHostTime(void);
extern Float64 AudioGetHostClockFrequency(void);
extern UInt32 AudioGetHostClockMinimumTimeDelta(void);
extern UInt64 AudioConvertHostTimeToNanos(UInt64 inHostTime);
extern UInt64 AudioConvertNanosToHostTime(UInt64 inNanos);

CF_EXTERN_C_END
#endif
