// Errors of CoreFoundation's functions.
#ifndef KK_CFERROR_H
#define KK_CFERROR_H

#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct __CFError *CFErrorRef;

extern CFTypeID CFErrorGetTypeID(void);
extern CFIndex CFErrorGetCode(CFErrorRef err);
extern CFStringRef _Nullable CFErrorCopyDescription(CFErrorRef err);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
