// Dictionaries.
#ifndef KK_CFDICTIONARY_H
#define KK_CFDICTIONARY_H

#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef const struct __CFDictionary *CFDictionaryRef;
typedef struct __CFDictionary *CFMutableDictionaryRef;

// For any pointers: without functions for its values it does not retain them.
typedef struct {
    CFIndex version;
    const void *_Nullable (*_Nullable retain)(CFAllocatorRef _Nullable allocator, const void *value);
    void (*_Nullable release)(CFAllocatorRef _Nullable allocator, const void *value);
    CFStringRef _Nullable (*_Nullable copyDescription)(const void *value);
    Boolean (*_Nullable equal)(const void *value1, const void *value2);
    CFHashCode (*_Nullable hash)(const void *value);
} CFDictionaryKeyCallBacks;
typedef struct {
    CFIndex version;
    const void *_Nullable (*_Nullable retain)(CFAllocatorRef _Nullable allocator, const void *value);
    void (*_Nullable release)(CFAllocatorRef _Nullable allocator, const void *value);
    CFStringRef _Nullable (*_Nullable copyDescription)(const void *value);
    Boolean (*_Nullable equal)(const void *value1, const void *value2);
} CFDictionaryValueCallBacks;
extern const CFDictionaryKeyCallBacks kCFTypeDictionaryKeyCallBacks;
extern const CFDictionaryKeyCallBacks kCFCopyStringDictionaryKeyCallBacks;
extern const CFDictionaryValueCallBacks kCFTypeDictionaryValueCallBacks;
typedef void (*CFDictionaryApplierFunction)(const void *_Nullable key, const void *_Nullable value, void *_Nullable context);

extern CFTypeID CFDictionaryGetTypeID(void);
extern CFDictionaryRef _Nullable CFDictionaryCreate(CFAllocatorRef _Nullable allocator, const void *_Nullable *_Nullable keys,
                                                    const void *_Nullable *_Nullable values, CFIndex numValues,
                                                    const CFDictionaryKeyCallBacks *_Nullable keyCallBacks,
                                                    const CFDictionaryValueCallBacks *_Nullable valueCallBacks);
extern CFMutableDictionaryRef _Nullable CFDictionaryCreateMutable(CFAllocatorRef _Nullable allocator, CFIndex capacity,
                                                                  const CFDictionaryKeyCallBacks *_Nullable keyCallBacks,
                                                                  const CFDictionaryValueCallBacks *_Nullable valueCallBacks);
extern void CFDictionarySetValue(CFMutableDictionaryRef theDict, const void *_Nullable key, const void *_Nullable value);
extern CFIndex CFDictionaryGetCount(CFDictionaryRef theDict);
extern Boolean CFDictionaryContainsKey(CFDictionaryRef theDict, const void *_Nullable key);
extern const void *_Nullable CFDictionaryGetValue(CFDictionaryRef theDict, const void *_Nullable key);
extern void CFDictionaryGetKeysAndValues(CFDictionaryRef theDict, const void *_Nullable *_Nullable keys,
                                         const void *_Nullable *_Nullable values);
extern void CFDictionaryApplyFunction(CFDictionaryRef theDict, CFDictionaryApplierFunction applier, void *_Nullable context);
extern Boolean CFDictionaryGetValueIfPresent(CFDictionaryRef theDict, const void *_Nullable key, const void *_Nullable *_Nullable value);
extern CFDictionaryRef _Nullable CFDictionaryCreateCopy(CFAllocatorRef _Nullable alloc, CFDictionaryRef theDict);
extern CFMutableDictionaryRef _Nullable CFDictionaryCreateMutableCopy(CFAllocatorRef _Nullable alloc, CFIndex capacity,
                                                                      CFDictionaryRef theDict);
extern void CFDictionaryAddValue(CFMutableDictionaryRef theDict, const void *_Nullable key, const void *_Nullable value);
extern void CFDictionaryReplaceValue(CFMutableDictionaryRef theDict, const void *_Nullable key, const void *_Nullable value);
extern void CFDictionaryRemoveValue(CFMutableDictionaryRef theDict, const void *_Nullable key);
extern void CFDictionaryRemoveAllValues(CFMutableDictionaryRef theDict);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
