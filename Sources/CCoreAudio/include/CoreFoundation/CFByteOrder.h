// Conversion of byte order.
#ifndef KK_CFBYTEORDER_H
#define KK_CFBYTEORDER_H

#include <CoreFoundation/CFBase.h>

typedef enum { CFByteOrderUnknown, CFByteOrderLittleEndian, CFByteOrderBigEndian } CFByteOrder;

static inline UInt16 CFSwapInt16(UInt16 arg) { return __builtin_bswap16(arg); }
static inline UInt32 CFSwapInt32(UInt32 arg) { return __builtin_bswap32(arg); }
static inline UInt64 CFSwapInt64(UInt64 arg) { return __builtin_bswap64(arg); }
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define KK_BIG(bits, arg) CFSwapInt##bits(arg)
#define KK_LITTLE(bits, arg) (arg)
#define KK_HOST_ORDER CFByteOrderLittleEndian
#else
#define KK_BIG(bits, arg) (arg)
#define KK_LITTLE(bits, arg) CFSwapInt##bits(arg)
#define KK_HOST_ORDER CFByteOrderBigEndian
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

static inline CFByteOrder CFByteOrderGetCurrent(void) { return KK_HOST_ORDER; }

// Floating-point numbers in storage format, which is always big-endian.
typedef struct { UInt32 v; } CFSwappedFloat32;
typedef struct { UInt64 v; } CFSwappedFloat64;
static inline CFSwappedFloat32 CFConvertFloat32HostToSwapped(Float32 arg) {
    CFSwappedFloat32 result;
    __builtin_memcpy(&result.v, &arg, sizeof arg);
    result.v = CFSwapInt32HostToBig(result.v);
    return result;
}
static inline Float32 CFConvertFloat32SwappedToHost(CFSwappedFloat32 arg) {
    Float32 result;
    arg.v = CFSwapInt32BigToHost(arg.v);
    __builtin_memcpy(&result, &arg.v, sizeof result);
    return result;
}
static inline CFSwappedFloat64 CFConvertFloat64HostToSwapped(Float64 arg) {
    CFSwappedFloat64 result;
    __builtin_memcpy(&result.v, &arg, sizeof arg);
    result.v = CFSwapInt64HostToBig(result.v);
    return result;
}
static inline Float64 CFConvertFloat64SwappedToHost(CFSwappedFloat64 arg) {
    Float64 result;
    arg.v = CFSwapInt64BigToHost(arg.v);
    __builtin_memcpy(&result, &arg.v, sizeof result);
    return result;
}

#endif
