// The basic types and macros of CoreFoundation, and the functions of all objects.
#ifndef KK_CFBASE_H
#define KK_CFBASE_H

#include <MacTypes.h>

#define CF_EXPORT extern
#define CF_INLINE static inline

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef long CFIndex;
typedef unsigned long CFTypeID;
typedef unsigned long CFOptionFlags;
typedef unsigned long CFHashCode;
typedef const void *CFTypeRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef const struct __CFString *CFStringRef;
// A string in a structure. In Swift it is Foundation's, which CoreAudioCompat provides under this name.
#define KK_TEXT __attribute__((swift_private))
typedef CFTypeRef CFPropertyListRef;
typedef const struct __CFNull *CFNullRef;

// A range of elements.
typedef struct {
    CFIndex location;
    CFIndex length;
} CFRange;
static inline CFRange CFRangeMake(CFIndex loc, CFIndex len) {
    CFRange range = {loc, len};
    return range;
}
static const CFIndex kCFNotFound = -1;

KK_ENUM(CFIndex, CFComparisonResult) { kCFCompareLessThan = -1, kCFCompareEqualTo = 0, kCFCompareGreaterThan = 1 };

extern const CFAllocatorRef _Nullable kCFAllocatorDefault;
extern const CFAllocatorRef kCFAllocatorSystemDefault;
extern const CFAllocatorRef kCFAllocatorMalloc;
extern const CFAllocatorRef kCFAllocatorNull;
extern const CFNullRef kCFNull;

extern void *_Nullable CFAllocatorAllocate(CFAllocatorRef _Nullable allocator, CFIndex size, CFOptionFlags hint);
extern void CFAllocatorDeallocate(CFAllocatorRef _Nullable allocator, void *_Nullable ptr);

extern CFTypeRef CFRetain(CFTypeRef cf);
extern void CFRelease(CFTypeRef cf);
extern Boolean CFEqual(CFTypeRef cf1, CFTypeRef cf2);
extern CFHashCode CFHash(CFTypeRef cf);
extern CFTypeID CFGetTypeID(CFTypeRef cf);
extern CFStringRef _Nullable CFCopyTypeIDDescription(CFTypeID type_id);
extern CFStringRef _Nullable CFCopyDescription(CFTypeRef cf);
// Prints to standard error. Foundation's function of this name takes its own collections for CoreFoundation's and prints them as empty.
extern void CFShow(CFTypeRef _Nullable obj);
extern Boolean KKShowCollection(const void *_Nullable obj);
static inline void KKShow(CFTypeRef _Nullable obj) {
    if (!KKShowCollection(obj)) CFShow(obj);
}
#define CFShow KKShow

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
