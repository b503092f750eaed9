// Strings.
#ifndef KK_CFSTRING_H
#define KK_CFSTRING_H

#include <CoreFoundation/CFBase.h>
#include <CoreFoundation/CFArray.h>
#include <CoreFoundation/CFDictionary.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct __CFString *CFMutableStringRef;
typedef UInt32 CFStringEncoding;
KK_CONSTANTS(CFStringEncoding) {
    kCFStringEncodingInvalidId = 0xFFFFFFFFU,
    kCFStringEncodingMacRoman = 0,
    kCFStringEncodingWindowsLatin1 = 0x0500,
    kCFStringEncodingISOLatin1 = 0x0201,
    kCFStringEncodingNextStepLatin = 0x0B01,
    kCFStringEncodingASCII = 0x0600,
    kCFStringEncodingUnicode = 0x0100,
    kCFStringEncodingUTF8 = 0x08000100,
    kCFStringEncodingNonLossyASCII = 0x0BFF,
    kCFStringEncodingUTF16 = 0x0100,
    kCFStringEncodingUTF16BE = 0x10000100,
    kCFStringEncodingUTF16LE = 0x14000100,
    kCFStringEncodingUTF32 = 0x0C000100,
    kCFStringEncodingUTF32BE = 0x18000100,
    kCFStringEncodingUTF32LE = 0x1C000100
};

// A constant string: created once, never released.
extern CFStringRef KKStringForLiteral(const char *literal);
#define CFSTR(literal) KKStringForLiteral("" literal "")

extern CFTypeID CFStringGetTypeID(void);
extern KK_REFINED CFStringRef _Nullable CFStringCreateWithCString(CFAllocatorRef _Nullable alloc, const char *cStr, CFStringEncoding encoding);
extern CFStringRef _Nullable CFStringCreateWithCStringNoCopy(CFAllocatorRef _Nullable alloc, const char *cStr,
                                                             CFStringEncoding encoding, CFAllocatorRef _Nullable contentsDeallocator);
extern CFStringRef _Nullable CFStringCreateWithBytes(CFAllocatorRef _Nullable alloc, const UInt8 *bytes, CFIndex numBytes,
                                                     CFStringEncoding encoding, Boolean isExternalRepresentation);
extern CFStringRef _Nullable CFStringCreateWithCharacters(CFAllocatorRef _Nullable alloc, const UniChar *_Nullable chars, CFIndex numChars);
extern CFStringRef _Nullable CFStringCreateWithFormat(CFAllocatorRef _Nullable alloc, CFDictionaryRef _Nullable formatOptions,
                                                      CFStringRef format, ...);
extern CFStringRef _Nullable CFStringCreateWithFileSystemRepresentation(CFAllocatorRef _Nullable alloc, const char *buffer);
extern CFStringRef _Nullable CFStringCreateWithSubstring(CFAllocatorRef _Nullable alloc, CFStringRef str, CFRange range);
extern CFStringRef _Nullable CFStringCreateCopy(CFAllocatorRef _Nullable alloc, CFStringRef theString);
extern CFArrayRef _Nullable CFStringCreateArrayBySeparatingStrings(CFAllocatorRef _Nullable alloc, CFStringRef theString,
                                                                   CFStringRef separatorString);
extern CFStringRef _Nullable CFStringCreateByCombiningStrings(CFAllocatorRef _Nullable alloc, CFArrayRef theArray,
                                                              CFStringRef separatorString);

extern CFIndex CFStringGetLength(CFStringRef theString);
extern UniChar CFStringGetCharacterAtIndex(CFStringRef theString, CFIndex idx);
extern void CFStringGetCharacters(CFStringRef theString, CFRange range, UniChar *buffer);
extern Boolean CFStringGetCString(CFStringRef theString, char *buffer, CFIndex bufferSize, CFStringEncoding encoding);
extern const char *_Nullable CFStringGetCStringPtr(CFStringRef theString, CFStringEncoding encoding);
extern CFIndex CFStringGetBytes(CFStringRef theString, CFRange range, CFStringEncoding encoding, UInt8 lossByte,
                                Boolean isExternalRepresentation, UInt8 *_Nullable buffer, CFIndex maxBufLen,
                                CFIndex *_Nullable usedBufLen);
extern CFIndex CFStringGetMaximumSizeForEncoding(CFIndex length, CFStringEncoding encoding);
extern Boolean CFStringGetFileSystemRepresentation(CFStringRef string, char *buffer, CFIndex maxBufLen);
extern CFIndex CFStringGetMaximumSizeOfFileSystemRepresentation(CFStringRef string);
extern CFStringEncoding CFStringGetSystemEncoding(void);
extern SInt32 CFStringGetIntValue(CFStringRef str);
extern double CFStringGetDoubleValue(CFStringRef str);

KK_OPTIONS(CFOptionFlags, CFStringCompareFlags) {
    kCFCompareCaseInsensitive = 1,
    kCFCompareBackwards = 4,
    kCFCompareAnchored = 8,
    kCFCompareNonliteral = 16,
    kCFCompareLocalized = 32,
    kCFCompareNumerically = 64
};
extern CFComparisonResult CFStringCompare(CFStringRef theString1, CFStringRef theString2, CFStringCompareFlags compareOptions);
extern CFRange CFStringFind(CFStringRef theString, CFStringRef stringToFind, CFStringCompareFlags compareOptions);
extern Boolean CFStringHasPrefix(CFStringRef theString, CFStringRef prefix);
extern Boolean CFStringHasSuffix(CFStringRef theString, CFStringRef suffix);

extern CFMutableStringRef _Nullable CFStringCreateMutable(CFAllocatorRef _Nullable alloc, CFIndex maxLength);
extern CFMutableStringRef _Nullable CFStringCreateMutableCopy(CFAllocatorRef _Nullable alloc, CFIndex maxLength, CFStringRef theString);
extern void CFStringAppend(CFMutableStringRef theString, CFStringRef appendedString);
extern void CFStringAppendCString(CFMutableStringRef theString, const char *cStr, CFStringEncoding encoding);
extern void CFStringAppendFormat(CFMutableStringRef theString, CFDictionaryRef _Nullable formatOptions, CFStringRef format, ...);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
