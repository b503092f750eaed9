// The Macintosh names of the number types.
#ifndef KK_MACTYPES_H
#define KK_MACTYPES_H

#include <CoreAudioCompat/Compilers.h>

typedef uint8_t UInt8;
typedef int8_t SInt8;
typedef uint16_t UInt16;
typedef int16_t SInt16;
typedef uint32_t UInt32;
typedef int32_t SInt32;
// Not uint64_t and int64_t, which are `long` here: programs print these with %lld.
typedef unsigned long long UInt64;
typedef signed long long SInt64;
typedef float Float32;
typedef double Float64;
typedef SInt32 OSStatus;
typedef UInt32 OSType;
typedef UInt32 FourCharCode;
typedef UInt8 Byte;
typedef SInt8 SignedByte;
typedef char *Ptr;
typedef unsigned long ByteCount;
typedef unsigned long ByteOffset;
typedef unsigned long ItemCount;
typedef UInt32 OptionBits;
typedef SInt32 Fixed;  // 16 bits behind the point
typedef UInt32 UnsignedFixed;
typedef SInt32 Fract;  // 30 bits behind the point
typedef SInt16 OSErr;
typedef UInt16 UniChar;
typedef unsigned long UniCharCount;
typedef UInt8 UTF8Char;
typedef UInt16 UTF16Char;
typedef UInt32 UTF32Char;
// Swift imports the first as Bool; C programs use the second.
#ifdef __swift__
typedef _Bool Boolean;
#else
typedef unsigned char Boolean;
#endif

#ifndef TRUE
#define TRUE 1
#endif
#ifndef FALSE
#define FALSE 0
#endif

KK_CONSTANTS(OSStatus) { noErr = 0 };
enum {
    unimpErr = -4,
    notOpenErr = -38,
    eofErr = -39,
    posErr = -40,
    fnfErr = -43,
    dupFNErr = -48,
    permErr = -54,
    paramErr = -50,
    memFullErr = -108
};

#endif
