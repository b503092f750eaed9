// The target system. It is not one of Apple's, so every TARGET_OS is 0 except for Linux.
#ifndef KK_TARGETCONDITIONALS_H
#define KK_TARGETCONDITIONALS_H

#define TARGET_OS_MAC 0
#define TARGET_OS_OSX 0
#define TARGET_OS_IPHONE 0
#define TARGET_OS_IOS 0
#define TARGET_OS_MACCATALYST 0
#define TARGET_OS_UIKITFORMAC 0
#define TARGET_OS_WATCH 0
#define TARGET_OS_TV 0
#define TARGET_OS_VISION 0
#define TARGET_OS_SIMULATOR 0
#define TARGET_OS_EMBEDDED 0
#define TARGET_IPHONE_SIMULATOR 0
#define TARGET_OS_WIN32 0
#define TARGET_OS_WINDOWS 0
#define TARGET_OS_UNIX 0
#ifdef __linux__
#define TARGET_OS_LINUX 1
#else
#define TARGET_OS_LINUX 0
#endif

#define TARGET_RT_64_BIT (__SIZEOF_POINTER__ == 8)
#define TARGET_RT_LITTLE_ENDIAN (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__)
#define TARGET_RT_BIG_ENDIAN (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)
#ifdef __x86_64__
#define TARGET_CPU_X86_64 1
#else
#define TARGET_CPU_X86_64 0
#endif
#ifdef __aarch64__
#define TARGET_CPU_ARM64 1
#else
#define TARGET_CPU_ARM64 0
#endif

#endif
