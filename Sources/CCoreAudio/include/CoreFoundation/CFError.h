// Errors of CoreFoundation's functions.
#ifndef KK_CFERROR_H
#define KK_CFERROR_H

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFDictionary.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct __CFError *CFErrorRef;

typedef CFStringRef CFErrorDomain;
extern const CFErrorDomain kCFErrorDomainPOSIX;
extern const CFErrorDomain kCFErrorDomainOSStatus;

extern CFTypeID CFErrorGetTypeID(void);
extern CFErrorRef CFErrorCreate(CFAllocatorRef _Nullable allocator, CFErrorDomain domain, CFIndex code, CFDictionaryRef _Nullable userInfo);
extern CFErrorDomain CFErrorGetDomain(CFErrorRef err);
extern CFIndex CFErrorGetCode(CFErrorRef err);
extern CFStringRef _Nullable CFErrorCopyDescription(CFErrorRef err);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
