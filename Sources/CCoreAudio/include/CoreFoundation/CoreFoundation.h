// The little of CoreFoundation that programs for Core Audio ask for. Behind it is the CoreFoundation of the Foundation
// library on Linux, whose functions these are; CFSTR alone is this package's own.
#ifndef KK_COREFOUNDATION_H
#define KK_COREFOUNDATION_H

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
extern CFStringRef _Nullable CFCopyDescription(CFTypeRef cf);
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
extern double CFStringGetDoubleValue(CFStringRef str);
extern SInt32 CFStringGetIntValue(CFStringRef str);
extern CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding);
extern CFStringRef _Nullable CFStringCreateWithFormat(CFAllocatorRef _Nullable alloc, CFDictionaryRef _Nullable formatOptions, CFStringRef format, ...);

KK_OPTIONS(CFOptionFlags, CFStringCompareFlags) { kCFCompareCaseInsensitive = 1, kCFCompareNumerically = 64 };
KK_ENUM(CFIndex, CFComparisonResult) { kCFCompareLessThan = -1, kCFCompareEqualTo = 0, kCFCompareGreaterThan = 1 };
extern CFComparisonResult CFStringCompare(CFStringRef theString1, CFStringRef theString2, CFStringCompareFlags compareOptions);

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

extern CFTypeID CFURLGetTypeID(void);
extern CFStringRef _Nullable CFURLCopyFileSystemPath(CFURLRef anURL, CFURLPathStyle pathStyle);
extern CFStringRef _Nullable CFURLCopyLastPathComponent(CFURLRef url);
extern CFStringRef CFURLGetString(CFURLRef anURL);

// MARK: Numbers

typedef const struct __CFBoolean *CFBooleanRef;
extern const CFBooleanRef kCFBooleanTrue;
extern const CFBooleanRef kCFBooleanFalse;
extern CFTypeID CFBooleanGetTypeID(void);
extern Boolean CFBooleanGetValue(CFBooleanRef boolean);

KK_ENUM(CFIndex, CFNumberType) {
    kCFNumberSInt8Type = 1,
    kCFNumberSInt16Type = 2,
    kCFNumberSInt32Type = 3,
    kCFNumberSInt64Type = 4,
    kCFNumberFloat32Type = 5,
    kCFNumberFloat64Type = 6,
    kCFNumberCharType = 7,
    kCFNumberShortType = 8,
    kCFNumberIntType = 9,
    kCFNumberLongType = 10,
    kCFNumberLongLongType = 11,
    kCFNumberFloatType = 12,
    kCFNumberDoubleType = 13,
    kCFNumberCFIndexType = 14
};
extern CFTypeID CFNumberGetTypeID(void);
extern CFNumberRef _Nullable CFNumberCreate(CFAllocatorRef _Nullable allocator, CFNumberType theType, const void *valuePtr);
extern Boolean CFNumberGetValue(CFNumberRef number, CFNumberType theType, void *valuePtr);

// MARK: Dictionaries, arrays, data

typedef struct __CFDictionary *CFMutableDictionaryRef;
typedef struct __CFData *CFMutableDataRef;
typedef struct __CFArray *CFMutableArrayRef;

// Of any pointers: without functions for its values it holds them as they are.
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
extern void CFDictionaryGetKeysAndValues(CFDictionaryRef theDict, const void *_Nullable *_Nullable keys, const void *_Nullable *_Nullable values);
extern void CFDictionaryApplyFunction(CFDictionaryRef theDict, CFDictionaryApplierFunction applier, void *_Nullable context);

extern CFTypeID CFDataGetTypeID(void);
extern CFDataRef _Nullable CFDataCreate(CFAllocatorRef _Nullable allocator, const UInt8 *_Nullable bytes, CFIndex length);
extern CFIndex CFDataGetLength(CFDataRef theData);
extern const UInt8 *_Nullable CFDataGetBytePtr(CFDataRef theData);

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
extern CFIndex CFArrayGetCount(CFArrayRef theArray);
extern const void *_Nullable CFArrayGetValueAtIndex(CFArrayRef theArray, CFIndex idx);

// MARK: Property lists

typedef struct __CFError *CFErrorRef;
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

// MARK: Byte orders

static inline UInt16 CFSwapInt16(UInt16 arg) { return __builtin_bswap16(arg); }
static inline UInt32 CFSwapInt32(UInt32 arg) { return __builtin_bswap32(arg); }
static inline UInt64 CFSwapInt64(UInt64 arg) { return __builtin_bswap64(arg); }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define KK_BIG(bits, arg) CFSwapInt##bits(arg)
#define KK_LITTLE(bits, arg) (arg)
#else
#define KK_BIG(bits, arg) (arg)
#define KK_LITTLE(bits, arg) CFSwapInt##bits(arg)
#endif
static inline UInt16 CFSwapInt16HostToBig(UInt16 arg) { return KK_BIG(16, arg); }
static inline UInt32 CFSwapInt32HostToBig(UInt32 arg) { return KK_BIG(32, arg); }
static inline UInt64 CFSwapInt64HostToBig(UInt64 arg) { return KK_BIG(64, arg); }
static inline UInt16 CFSwapInt16BigToHost(UInt16 arg) { return KK_BIG(16, arg); }
static inline UInt32 CFSwapInt32BigToHost(UInt32 arg) { return KK_BIG(32, arg); }
static inline UInt64 CFSwapInt64BigToHost(UInt64 arg) { return KK_BIG(64, arg); }
static inline UInt16 CFSwapInt16HostToLittle(UInt16 arg) { return KK_LITTLE(16, arg); }
static inline UInt32 CFSwapInt32HostToLittle(UInt32 arg) { return KK_LITTLE(32, arg); }
static inline UInt64 CFSwapInt64HostToLittle(UInt64 arg) { return KK_LITTLE(64, arg); }
static inline UInt16 CFSwapInt16LittleToHost(UInt16 arg) { return KK_LITTLE(16, arg); }
static inline UInt32 CFSwapInt32LittleToHost(UInt32 arg) { return KK_LITTLE(32, arg); }
static inline UInt64 CFSwapInt64LittleToHost(UInt64 arg) { return KK_LITTLE(64, arg); }

// A run loop that a queue's callbacks could be called on: an offline queue calls them where it is rendered, so all that
// programs do with one is to name it and to let it run a while.
extern const CFStringRef kCFRunLoopDefaultMode;
extern const CFStringRef kCFRunLoopCommonModes;
extern CFRunLoopRef CFRunLoopGetCurrent(void);
extern CFRunLoopRef CFRunLoopGetMain(void);
KK_ENUM(SInt32, CFRunLoopRunResult) {
    kCFRunLoopRunFinished = 1,
    kCFRunLoopRunStopped = 2,
    kCFRunLoopRunTimedOut = 3,
    kCFRunLoopRunHandledSource = 4
};
extern CFRunLoopRunResult CFRunLoopRunInMode(CFStringRef mode, CFTimeInterval seconds, Boolean returnAfterSourceHandled);
extern void CFRunLoopRun(void);
extern void CFRunLoopStop(CFRunLoopRef rl);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
