// Seconds since the start of 2001.
#ifndef KK_CFDATE_H
#define KK_CFDATE_H

#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef double CFTimeInterval;
typedef CFTimeInterval CFAbsoluteTime;

extern CFAbsoluteTime CFAbsoluteTimeGetCurrent(void);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
