// The little of CoreFoundation that programs for Core Audio ask for. Behind it is the CoreFoundation of the Foundation
// library on Linux, whose functions these are; CFSTR alone is this package's own.
#ifndef KK_COREFOUNDATION_H
#define KK_COREFOUNDATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifndef __has_feature
#define __has_feature(x) 0
#endif
#if !__has_feature(nullability)
#define _Nullable
#define _Nonnull
#endif

#if defined(__clang__)
#define CF_ASSUME_NONNULL_BEGIN _Pragma("clang assume_nonnull begin")
#define CF_ASSUME_NONNULL_END _Pragma("clang assume_nonnull end")
#else
#define CF_ASSUME_NONNULL_BEGIN
#define CF_ASSUME_NONNULL_END
#endif

#ifdef __cplusplus
#define CF_EXTERN_C_BEGIN extern "C" {
#define CF_EXTERN_C_END }
#else
#define CF_EXTERN_C_BEGIN
#define CF_EXTERN_C_END
#endif

// An enumeration whose width is written down: constants of a type, a type of its own, a set of flags. The importer of
// Swift makes constants of the first, an enum of the second and an OptionSet of the third.
#if defined(__clang__) || defined(__cplusplus) || (defined(__STDC_VERSION__) && __STDC_VERSION__ > 201710L)
#define KK_WIDTH(type) : type
#define KK_FORWARD(attributes, type, name) enum attributes name : type; typedef enum name name;
#else
#define KK_WIDTH(type)
#define KK_FORWARD(attributes, type, name) typedef type name;
#endif
#if defined(__clang__)
#define KK_OPEN __attribute__((enum_extensibility(open)))
#define KK_FLAGS __attribute__((flag_enum, enum_extensibility(open)))
#else
#define KK_OPEN
#define KK_FLAGS
#endif
#define KK_CONSTANTS(type) enum KK_WIDTH(type)
#define KK_ENUM(type, name) KK_FORWARD(KK_OPEN, type, name) enum KK_OPEN name KK_WIDTH(type)
#define KK_OPTIONS(type, name) KK_FORWARD(KK_FLAGS, type, name) enum KK_FLAGS name KK_WIDTH(type)

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef uint8_t UInt8;
typedef int8_t SInt8;
typedef uint16_t UInt16;
typedef int16_t SInt16;
typedef uint32_t UInt32;
typedef int32_t SInt32;
typedef uint64_t UInt64;
typedef int64_t SInt64;
typedef float Float32;
typedef double Float64;
typedef SInt32 OSStatus;
typedef UInt32 OSType;
typedef UInt32 FourCharCode;
// The importer of Swift makes a Bool of the one; the other is what C programs declare.
#ifdef __swift__
typedef _Bool Boolean;
#else
typedef unsigned char Boolean;
#endif

KK_CONSTANTS(OSStatus) { noErr = 0 };
enum {
    unimpErr = -4,
    notOpenErr = -38,
    eofErr = -39,
    posErr = -40,
    fnfErr = -43,
    permErr = -54,
    paramErr = -50,
    memFullErr = -108
};

typedef long CFIndex;
typedef unsigned long CFTypeID;
typedef unsigned long CFOptionFlags;
typedef unsigned long CFHashCode;
typedef double CFTimeInterval;
typedef CFTimeInterval CFAbsoluteTime;
typedef const void *CFTypeRef;
typedef const struct __CFAllocator *CFAllocatorRef;
typedef const struct __CFString *CFStringRef;
typedef const struct __CFURL *CFURLRef;
typedef const struct __CFData *CFDataRef;
typedef const struct __CFDictionary *CFDictionaryRef;
typedef const struct __CFArray *CFArrayRef;
typedef const struct __CFNumber *CFNumberRef;
typedef struct __CFRunLoop *CFRunLoopRef;
typedef CFTypeRef CFPropertyListRef;

extern const CFAllocatorRef _Nullable kCFAllocatorDefault;

extern CFTypeRef CFRetain(CFTypeRef cf);
extern void CFRelease(CFTypeRef cf);
extern Boolean CFEqual(CFTypeRef cf1, CFTypeRef cf2);
extern CFTypeID CFGetTypeID(CFTypeRef cf);
extern void CFShow(CFTypeRef _Nullable obj);
extern CFAbsoluteTime CFAbsoluteTimeGetCurrent(void);

typedef UInt32 CFStringEncoding;
KK_CONSTANTS(CFStringEncoding) {
    kCFStringEncodingMacRoman = 0,
    kCFStringEncodingISOLatin1 = 0x0201,
    kCFStringEncodingASCII = 0x0600,
    kCFStringEncodingUTF8 = 0x08000100
};

extern CFStringRef _Nullable CFStringCreateWithCString(CFAllocatorRef _Nullable alloc, const char *cStr, CFStringEncoding encoding);
extern CFIndex CFStringGetLength(CFStringRef theString);
extern Boolean CFStringGetCString(CFStringRef theString, char *buffer, CFIndex bufferSize, CFStringEncoding encoding);
extern const char *_Nullable CFStringGetCStringPtr(CFStringRef theString, CFStringEncoding encoding);
extern CFTypeID CFStringGetTypeID(void);

// A string that is written in the program: made once, never released.
extern CFStringRef KKStringForLiteral(const char *literal);
#define CFSTR(literal) KKStringForLiteral("" literal "")

KK_ENUM(CFIndex, CFURLPathStyle) {
    kCFURLPOSIXPathStyle = 0,
    kCFURLWindowsPathStyle = 2
};

extern CFURLRef _Nullable CFURLCreateWithFileSystemPath(CFAllocatorRef _Nullable allocator, CFStringRef filePath, CFURLPathStyle pathStyle, Boolean isDirectory);
extern CFURLRef _Nullable CFURLCreateFromFileSystemRepresentation(CFAllocatorRef _Nullable allocator, const UInt8 *buffer, CFIndex bufLen, Boolean isDirectory);
extern CFURLRef _Nullable CFURLCreateWithString(CFAllocatorRef _Nullable allocator, CFStringRef URLString, CFURLRef _Nullable baseURL);
extern Boolean CFURLGetFileSystemRepresentation(CFURLRef url, Boolean resolveAgainstBase, UInt8 *buffer, CFIndex maxBufLen);

extern CFIndex CFDictionaryGetCount(CFDictionaryRef theDict);
extern const void *_Nullable CFDictionaryGetValue(CFDictionaryRef theDict, const void *_Nullable key);
extern void CFDictionaryGetKeysAndValues(CFDictionaryRef theDict, const void *_Nullable *_Nullable keys, const void *_Nullable *_Nullable values);

extern CFIndex CFDataGetLength(CFDataRef theData);
extern const UInt8 *_Nullable CFDataGetBytePtr(CFDataRef theData);

// Of any pointers: without functions for its values it holds them as they are.
typedef struct {
    CFIndex version;
    const void *_Nullable (*_Nullable retain)(CFAllocatorRef _Nullable allocator, const void *value);
    void (*_Nullable release)(CFAllocatorRef _Nullable allocator, const void *value);
    CFStringRef _Nullable (*_Nullable copyDescription)(const void *value);
    Boolean (*_Nullable equal)(const void *value1, const void *value2);
} CFArrayCallBacks;
extern CFArrayRef _Nullable CFArrayCreate(CFAllocatorRef _Nullable allocator, const void *_Nullable *_Nullable values, CFIndex numValues,
                                          const CFArrayCallBacks *_Nullable callBacks);
extern CFIndex CFArrayGetCount(CFArrayRef theArray);
extern const void *_Nullable CFArrayGetValueAtIndex(CFArrayRef theArray, CFIndex idx);

// A run loop that a queue's callbacks could be called on: an offline queue calls them where it is rendered, so all that
// programs do with one is to name it and to let it run a while.
extern const CFStringRef kCFRunLoopDefaultMode;
extern const CFStringRef kCFRunLoopCommonModes;
extern CFRunLoopRef CFRunLoopGetCurrent(void);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
