// Objects serialised as bytes, for example a preset.
#ifndef KK_CFPROPERTYLIST_H
#define KK_CFPROPERTYLIST_H

#include <CoreFoundation/CFData.h>
#include <CoreFoundation/CFError.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

KK_ENUM(CFIndex, CFPropertyListFormat) {
    kCFPropertyListOpenStepFormat = 1,
    kCFPropertyListXMLFormat_v1_0 = 100,
    kCFPropertyListBinaryFormat_v1_0 = 200
};
KK_OPTIONS(CFOptionFlags, CFPropertyListMutabilityOptions) {
    kCFPropertyListImmutable = 0,
    kCFPropertyListMutableContainers = 1,
    kCFPropertyListMutableContainersAndLeaves = 2
};
extern CFDataRef _Nullable CFPropertyListCreateData(CFAllocatorRef _Nullable allocator, CFPropertyListRef propertyList,
                                                    CFPropertyListFormat format, CFOptionFlags options,
                                                    CFErrorRef _Nullable *_Nullable error);
extern CFPropertyListRef _Nullable CFPropertyListCreateWithData(CFAllocatorRef _Nullable allocator, CFDataRef data, CFOptionFlags options,
                                                                CFPropertyListFormat *_Nullable format,
                                                                CFErrorRef _Nullable *_Nullable error);
extern Boolean CFPropertyListIsValid(CFPropertyListRef plist, CFPropertyListFormat format);
// The older functions: XML, and a string that describes the error instead of an error object.
extern CFDataRef _Nullable CFPropertyListCreateXMLData(CFAllocatorRef _Nullable alloc, CFPropertyListRef propertyList);
extern CFPropertyListRef _Nullable CFPropertyListCreateFromXMLData(CFAllocatorRef _Nullable alloc, CFDataRef xmlData,
                                                                   CFOptionFlags mutabilityOption,
                                                                   CFStringRef _Nullable *_Nullable errorString);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
