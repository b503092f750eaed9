// Locations of files.
#ifndef KK_CFURL_H
#define KK_CFURL_H

#include <CoreFoundation/CFString.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef const struct __CFURL *CFURLRef;

KK_ENUM(CFIndex, CFURLPathStyle) {
    kCFURLPOSIXPathStyle = 0,
    kCFURLWindowsPathStyle = 2
};

extern CFTypeID CFURLGetTypeID(void);
extern CFURLRef _Nullable CFURLCreateWithFileSystemPath(CFAllocatorRef _Nullable alloc, CFStringRef filePath,
                                                        CFURLPathStyle pathStyle, Boolean isDirectory);
extern CFURLRef _Nullable CFURLCreateWithFileSystemPathRelativeToBase(CFAllocatorRef _Nullable alloc, CFStringRef filePath,
                                                                      CFURLPathStyle pathStyle, Boolean isDirectory,
                                                                      CFURLRef _Nullable baseURL);
extern KK_REFINED CFURLRef _Nullable CFURLCreateFromFileSystemRepresentation(CFAllocatorRef _Nullable alloc, const UInt8 *buffer,
                                                                  CFIndex bufLen, Boolean isDirectory);
extern CFURLRef _Nullable CFURLCreateWithString(CFAllocatorRef _Nullable alloc, CFStringRef URLString, CFURLRef _Nullable baseURL);
extern CFURLRef _Nullable CFURLCreateWithBytes(CFAllocatorRef _Nullable alloc, const UInt8 *URLBytes, CFIndex length,
                                               CFStringEncoding encoding, CFURLRef _Nullable baseURL);
extern CFURLRef _Nullable CFURLCreateCopyAppendingPathComponent(CFAllocatorRef _Nullable alloc, CFURLRef url,
                                                                CFStringRef pathComponent, Boolean isDirectory);
extern CFURLRef _Nullable CFURLCreateCopyDeletingLastPathComponent(CFAllocatorRef _Nullable alloc, CFURLRef url);
extern CFURLRef _Nullable CFURLCreateCopyAppendingPathExtension(CFAllocatorRef _Nullable alloc, CFURLRef url, CFStringRef extension);
extern CFURLRef _Nullable CFURLCreateCopyDeletingPathExtension(CFAllocatorRef _Nullable alloc, CFURLRef url);

extern Boolean CFURLGetFileSystemRepresentation(CFURLRef url, Boolean resolveAgainstBase, UInt8 *buffer, CFIndex maxBufLen);
extern CFStringRef CFURLGetString(CFURLRef anURL);
extern CFURLRef _Nullable CFURLCopyAbsoluteURL(CFURLRef relativeURL);
extern CFStringRef _Nullable CFURLCopyScheme(CFURLRef anURL);
extern CFStringRef _Nullable CFURLCopyPath(CFURLRef anURL);
extern CFStringRef _Nullable CFURLCopyFileSystemPath(CFURLRef anURL, CFURLPathStyle pathStyle);
extern CFStringRef _Nullable CFURLCopyLastPathComponent(CFURLRef url);
extern CFStringRef _Nullable CFURLCopyPathExtension(CFURLRef url);
extern Boolean CFURLHasDirectoryPath(CFURLRef anURL);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
