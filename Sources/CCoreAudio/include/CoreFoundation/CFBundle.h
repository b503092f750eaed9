// The program's folder, which may contain its sounds.
#ifndef KK_CFBUNDLE_H
#define KK_CFBUNDLE_H

#include <CoreFoundation/CFURL.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct __CFBundle *CFBundleRef;

extern CFBundleRef _Nullable CFBundleGetMainBundle(void);
extern CFBundleRef _Nullable CFBundleGetBundleWithIdentifier(CFStringRef bundleID);
extern CFStringRef _Nullable CFBundleGetIdentifier(CFBundleRef bundle);
extern CFURLRef _Nullable CFBundleCopyBundleURL(CFBundleRef bundle);
extern CFURLRef _Nullable CFBundleCopyResourcesDirectoryURL(CFBundleRef bundle);
extern CFURLRef _Nullable CFBundleCopyResourceURL(CFBundleRef bundle, CFStringRef resourceName, CFStringRef _Nullable resourceType,
                                                  CFStringRef _Nullable subDirName);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
