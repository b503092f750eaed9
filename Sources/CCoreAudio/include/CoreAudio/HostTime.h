// The host clock. It does not run here: the time is that of the slice last requested by this thread (or by any thread
// if this one does not render), in nanoseconds since sample time 0. It does not advance until the next slice.
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
