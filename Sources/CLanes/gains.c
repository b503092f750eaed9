#include "gains.h"
#include "isa.h"

#pragma STDC FP_CONTRACT OFF

typedef double double4 __attribute__((vector_size(32)));
typedef double double4_anywhere __attribute__((vector_size(32), aligned(8)));
typedef uint64_t int4_lanes __attribute__((vector_size(32)));
typedef float float4 __attribute__((vector_size(16)));
typedef float float4_anywhere __attribute__((vector_size(16), aligned(4)));

// Added to a number, it rounds that to an integer, which is in the lowest bits of the sum.
#define ROUNDER 0x1.8p52
#define LN2 0.693147180559945309417232

// The series of e^(rest · ln 2) to its 9th power, of four gains.
INLINE void factors4(double4 *gains) {
    const double4 shifted = *gains + ROUNDER;
    const double4 t = (*gains - (shifted - ROUNDER)) * LN2;
    double4 sum = t * (1.0 / 362880) + 1.0 / 40320;
    sum = sum * t + 1.0 / 5040;
    sum = sum * t + 1.0 / 720;
    sum = sum * t + 1.0 / 120;
    sum = sum * t + 1.0 / 24;
    sum = sum * t + 1.0 / 6;
    sum = sum * t + 0.5;
    sum = sum * t + 1.0;
    sum = sum * t + 1.0;
    // The integer goes into the exponent.
    *gains = (double4)((int4_lanes)sum + ((int4_lanes)shifted << 52));
}

INLINE void factors(double *gains, size_t count) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        double4 four = *(double4_anywhere *)(gains + i);
        factors4(&four);
        *(double4_anywhere *)(gains + i) = four;
    }
    for (; i < count; i++) {
        double4 four = {gains[i]};
        factors4(&four);
        gains[i] = four[0];
    }
}

INLINE void multiply(float *x, const double *factors, size_t count) {
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        const double4 samples = __builtin_convertvector(*(const float4_anywhere *)(x + i), double4);
        *(float4_anywhere *)(x + i) = __builtin_convertvector(samples * *(const double4_anywhere *)(factors + i), float4);
    }
    for (; i < count; i++) x[i] = (float)((double)x[i] * factors[i]);
}

#define FAMILY(ISA, TARGET) \
    TARGET static void ISA##_factors(double *gains, size_t count) { factors(gains, count); } \
    TARGET static void ISA##_multiply(float *x, const double *by, size_t count) { multiply(x, by, count); }

FAMILIES

void lanes_factors(lanes_isa isa, double *gains, size_t count) { CHOSEN(isa, factors)(gains, count); }

void lanes_multiply(lanes_isa isa, float *x, const double *factors, size_t count) { CHOSEN(isa, multiply)(x, factors, count); }
