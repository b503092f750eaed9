// Bytes.
#ifndef KK_CFDATA_H
#define KK_CFDATA_H

#include <CoreFoundation/CFBase.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef const struct __CFData *CFDataRef;
typedef struct __CFData *CFMutableDataRef;

extern CFTypeID CFDataGetTypeID(void);
extern CFDataRef _Nullable CFDataCreate(CFAllocatorRef _Nullable allocator, const UInt8 *_Nullable bytes, CFIndex length);
extern CFIndex CFDataGetLength(CFDataRef theData);
extern const UInt8 *_Nullable CFDataGetBytePtr(CFDataRef theData);
extern void CFDataGetBytes(CFDataRef theData, CFRange range, UInt8 *buffer);
extern CFDataRef _Nullable CFDataCreateCopy(CFAllocatorRef _Nullable alloc, CFDataRef theData);
extern CFDataRef _Nullable CFDataCreateWithBytesNoCopy(CFAllocatorRef _Nullable alloc, const UInt8 *_Nullable bytes, CFIndex length,
                                                       CFAllocatorRef _Nullable bytesDeallocator);
extern CFMutableDataRef _Nullable CFDataCreateMutable(CFAllocatorRef _Nullable alloc, CFIndex capacity);
extern CFMutableDataRef _Nullable CFDataCreateMutableCopy(CFAllocatorRef _Nullable alloc, CFIndex capacity, CFDataRef theData);
extern UInt8 *_Nullable CFDataGetMutableBytePtr(CFMutableDataRef theData);
extern void CFDataSetLength(CFMutableDataRef theData, CFIndex length);
extern void CFDataIncreaseLength(CFMutableDataRef theData, CFIndex extraLength);
extern void CFDataAppendBytes(CFMutableDataRef theData, const UInt8 *bytes, CFIndex length);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
