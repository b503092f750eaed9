#include "lanes.h"
#include "isa.h"

#pragma STDC FP_CONTRACT OFF

typedef float float8 __attribute__((vector_size(32)));
typedef float float8_anywhere __attribute__((vector_size(32), aligned(4)));
typedef double double8 __attribute__((vector_size(64), aligned(32)));

// Vectors go by address: by value, their place would depend on the instruction set.
INLINE float total_float(const float8 *sum) {
    const float8 s = *sum;
    const float a = s[0] + s[4], b = s[1] + s[5], c = s[2] + s[6], d = s[3] + s[7];
    return (a + c) + (b + d);
}

INLINE float total_double(const double8 *sum) {
    const double8 s = *sum;
    const double a = s[0] + s[4], b = s[1] + s[5], c = s[2] + s[6], d = s[3] + s[7];
    return (float)((a + c) + (b + d));
}

#define AS_IT_IS(v) (v)
#define WIDENED(v) __builtin_convertvector(v, double8)

// ROWS phases that reach the same samples, STREAMS streams: every weight is loaded once for all streams, every sample once for all rows.
#define CELL(NAME, TARGET, SCALAR, VECTOR, CONVERT, TOTAL, ROWS, STREAMS)                                                    \
    TARGET static void NAME(const SCALAR *rows, size_t taps, ptrdiff_t reach, const float *const *x, float *const *y, size_t at) { \
        VECTOR sums[ROWS][STREAMS];                                                                                          \
        for (int r = 0; r < ROWS; r++)                                                                                       \
            for (int s = 0; s < STREAMS; s++) sums[r][s] = (VECTOR){0};                                                      \
        for (size_t k = 0; k < taps; k += 8) {                                                                               \
            VECTOR weights[ROWS];                                                                                            \
            for (int r = 0; r < ROWS; r++) weights[r] = *(const VECTOR *)(rows + r * taps + k);                              \
            for (int s = 0; s < STREAMS; s++) {                                                                              \
                const VECTOR samples = CONVERT(*(const float8_anywhere *)(x[s] + reach + (ptrdiff_t)k));                     \
                for (int r = 0; r < ROWS; r++) sums[r][s] = sums[r][s] + weights[r] * samples;                               \
            }                                                                                                                \
        }                                                                                                                    \
        for (int s = 0; s < STREAMS; s++)                                                                                    \
            for (int r = 0; r < ROWS; r++) y[s][at + r] = TOTAL(&sums[r][s]);                                                \
    }

// All phases of a stretch, in pairs where a pair is whole. SPLIT: streams that a cell takes when there are four.
#define STRETCH(NAME, TARGET, SCALAR, CELL1, CELL2, SPLIT)                                                                   \
    TARGET static void NAME(const SCALAR *rows, const int32_t *reaches, size_t taps, size_t from, size_t to,                 \
                            const float *const *x, float *const *y, size_t streams) {                                        \
        for (size_t p = from; p < to;) {                                                                                     \
            const size_t count = p % 2 == 0 && p + 1 < to ? 2 : 1;                                                           \
            const SCALAR *const row = rows + p * taps;                                                                       \
            const ptrdiff_t reach = reaches[p / 2];                                                                          \
            for (size_t s = 0; s < streams;) {                                                                               \
                const size_t width = streams - s >= SPLIT ? SPLIT : streams - s >= 2 ? 2 : 1;                                \
                if (count == 2) CELL2(width, row, taps, reach, x + s, y + s, p - from);                                      \
                else CELL1(width, row, taps, reach, x + s, y + s, p - from);                                                 \
                s += width;                                                                                                  \
            }                                                                                                                \
            p += count;                                                                                                      \
        }                                                                                                                    \
    }

#define FAMILY(ISA, TARGET, TYPE, SCALAR, VECTOR, CONVERT, TOTAL, SPLIT)                                                     \
    CELL(ISA##_##TYPE##_1_1, TARGET, SCALAR, VECTOR, CONVERT, TOTAL, 1, 1)                                                   \
    CELL(ISA##_##TYPE##_1_2, TARGET, SCALAR, VECTOR, CONVERT, TOTAL, 1, 2)                                                   \
    CELL(ISA##_##TYPE##_1_4, TARGET, SCALAR, VECTOR, CONVERT, TOTAL, 1, 4)                                                   \
    CELL(ISA##_##TYPE##_2_1, TARGET, SCALAR, VECTOR, CONVERT, TOTAL, 2, 1)                                                   \
    CELL(ISA##_##TYPE##_2_2, TARGET, SCALAR, VECTOR, CONVERT, TOTAL, 2, 2)                                                   \
    CELL(ISA##_##TYPE##_2_4, TARGET, SCALAR, VECTOR, CONVERT, TOTAL, 2, 4)                                                   \
    TARGET static void ISA##_##TYPE##_1(size_t width, const SCALAR *row, size_t taps, ptrdiff_t reach, const float *const *x, \
                                        float *const *y, size_t at) {                                                        \
        (width == 4 ? ISA##_##TYPE##_1_4 : width == 2 ? ISA##_##TYPE##_1_2 : ISA##_##TYPE##_1_1)(row, taps, reach, x, y, at); \
    }                                                                                                                        \
    TARGET static void ISA##_##TYPE##_2(size_t width, const SCALAR *row, size_t taps, ptrdiff_t reach, const float *const *x, \
                                        float *const *y, size_t at) {                                                        \
        (width == 4 ? ISA##_##TYPE##_2_4 : width == 2 ? ISA##_##TYPE##_2_2 : ISA##_##TYPE##_2_1)(row, taps, reach, x, y, at); \
    }                                                                                                                        \
    STRETCH(ISA##_##TYPE, TARGET, SCALAR, ISA##_##TYPE##_1, ISA##_##TYPE##_2, SPLIT)                                         \
    TARGET static void ISA##_blend_##TYPE(const SCALAR *rows, size_t taps, const SCALAR *share, SCALAR *row) {               \
        for (size_t k = 0; k < taps; k++) {                                                                                  \
            const SCALAR *const r = rows + k;                                                                                \
            row[k] = ((share[0] * r[0] + share[1] * r[taps]) + share[2] * r[2 * taps]) + share[3] * r[3 * taps];             \
        }                                                                                                                    \
    }

// Sixteen registers hold the sums of two rows and two streams in SSE2 and NEON, and of four streams in AVX2.
FAMILY(baseline, , float, float, float8, AS_IT_IS, total_float, 2)
FAMILY(baseline, , double, double, double8, WIDENED, total_double, 2)
#if defined(AVX2)
FAMILY(avx2, AVX2, float, float, float8, AS_IT_IS, total_float, 4)
FAMILY(avx2, AVX2, double, double, double8, WIDENED, total_double, 2)
#endif

lanes_isa lanes_best_isa(void) {
#if defined(AVX2)
    return __builtin_cpu_supports("avx2") ? LANES_AVX2 : LANES_BASELINE;
#else
    return LANES_BASELINE;
#endif
}

void lanes_fir_float(lanes_isa isa, const float *rows, const int32_t *reaches, size_t taps, size_t from, size_t to,
                     const float *const *x, float *const *y, size_t streams) {
    CHOSEN(isa, float)(rows, reaches, taps, from, to, x, y, streams);
}

void lanes_fir_double(lanes_isa isa, const double *rows, const int32_t *reaches, size_t taps, size_t from, size_t to,
                      const float *const *x, float *const *y, size_t streams) {
    CHOSEN(isa, double)(rows, reaches, taps, from, to, x, y, streams);
}

void lanes_blend_float(lanes_isa isa, const float *rows, size_t taps, const float share[4], float *row) {
    CHOSEN(isa, blend_float)(rows, taps, share, row);
}

void lanes_blend_double(lanes_isa isa, const double *rows, size_t taps, const double share[4], double *row) {
    CHOSEN(isa, blend_double)(rows, taps, share, row);
}
