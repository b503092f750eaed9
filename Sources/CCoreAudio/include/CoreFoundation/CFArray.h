// Arrays of objects or of any pointers.
#ifndef KK_CFARRAY_H
#define KK_CFARRAY_H

#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef const struct __CFArray *CFArrayRef;
typedef struct __CFArray *CFMutableArrayRef;

typedef struct {
    CFIndex version;
    const void *_Nullable (*_Nullable retain)(CFAllocatorRef _Nullable allocator, const void *value);
    void (*_Nullable release)(CFAllocatorRef _Nullable allocator, const void *value);
    CFStringRef _Nullable (*_Nullable copyDescription)(const void *value);
    Boolean (*_Nullable equal)(const void *value1, const void *value2);
} CFArrayCallBacks;
extern const CFArrayCallBacks kCFTypeArrayCallBacks;

extern CFTypeID CFArrayGetTypeID(void);
extern CFArrayRef _Nullable CFArrayCreate(CFAllocatorRef _Nullable allocator, const void *_Nullable *_Nullable values, CFIndex numValues,
                                          const CFArrayCallBacks *_Nullable callBacks);
extern CFMutableArrayRef _Nullable CFArrayCreateMutable(CFAllocatorRef _Nullable allocator, CFIndex capacity,
                                                        const CFArrayCallBacks *_Nullable callBacks);
extern void CFArrayAppendValue(CFMutableArrayRef theArray, const void *_Nullable value);

extern CFTypeID CFArrayGetTypeID(void);
extern CFIndex CFArrayGetCount(CFArrayRef theArray);
extern const void *_Nullable CFArrayGetValueAtIndex(CFArrayRef theArray, CFIndex idx);
extern void CFArrayGetValues(CFArrayRef theArray, CFRange range, const void *_Nullable *_Nonnull values);
extern Boolean CFArrayContainsValue(CFArrayRef theArray, CFRange range, const void *_Nullable value);
extern CFIndex CFArrayGetFirstIndexOfValue(CFArrayRef theArray, CFRange range, const void *_Nullable value);
extern CFArrayRef _Nullable CFArrayCreateCopy(CFAllocatorRef _Nullable alloc, CFArrayRef theArray);
extern CFMutableArrayRef _Nullable CFArrayCreateMutableCopy(CFAllocatorRef _Nullable alloc, CFIndex capacity, CFArrayRef theArray);
extern void CFArraySetValueAtIndex(CFMutableArrayRef theArray, CFIndex idx, const void *_Nullable value);
extern void CFArrayInsertValueAtIndex(CFMutableArrayRef theArray, CFIndex idx, const void *_Nullable value);
extern void CFArrayRemoveValueAtIndex(CFMutableArrayRef theArray, CFIndex idx);
extern void CFArrayRemoveAllValues(CFMutableArrayRef theArray);
extern void CFArrayAppendArray(CFMutableArrayRef theArray, CFArrayRef otherArray, CFRange otherRange);

typedef void (*CFArrayApplierFunction)(const void *_Nullable value, void *_Nullable context);
extern void CFArrayApplyFunction(CFArrayRef theArray, CFRange range, CFArrayApplierFunction applier, void *_Nullable context);
typedef CFComparisonResult (*CFComparatorFunction)(const void *_Nullable val1, const void *_Nullable val2, void *_Nullable context);
extern void CFArraySortValues(CFMutableArrayRef theArray, CFRange range, CFComparatorFunction comparator, void *_Nullable context);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
