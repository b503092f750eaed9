#include "difference.h"
#include "isa.h"

#pragma STDC FP_CONTRACT OFF

typedef float float8 __attribute__((vector_size(32)));
typedef float float8_anywhere __attribute__((vector_size(32), aligned(4)));
typedef int32_t int8_lanes __attribute__((vector_size(32)));

// Samples whose squares are summed in Float32: few enough that rounding stays below a millionth.
#define RUN 256

INLINE void load(float8 *lanes, const float *x) { *lanes = *(const float8_anywhere *)x; }

INLINE void load_some(float8 *lanes, const float *x, size_t count) {
    const float8 zero = {0};
    *lanes = zero;
    for (size_t k = 0; k < count; k++) (*lanes)[k] = x[k];
}

// As whole numbers the magnitudes have the order of their values, and what is not finite is above all others.
INLINE void raise(int8_lanes *largest, const float8 *value) {
    const int8_lanes magnitude = (int8_lanes)*value & 0x7fffffff;
    const int8_lanes above = magnitude > *largest;
    *largest = (above & magnitude) | (~above & *largest);
}

INLINE void sum_up(double *sum, const float8 *lanes) {
    for (int k = 0; k < 8; k++) *sum = *sum + (double)(*lanes)[k];
}

INLINE void difference(const float *x, const float *y, size_t count, float scale, lanes_likeness *likeness) {
    int8_lanes peaks[3] = {{0}, {0}, {0}};
    for (int k = 0; k < 3; k++) likeness->powers[k] = 0;
    for (size_t at = 0; at < count; at += RUN) {
        const size_t end = count - at < RUN ? count : at + RUN;
        float8 sums[3] = {{0}, {0}, {0}};
        for (size_t i = at; i < end; i += 8) {
            float8 values[3];
            if (end - i >= 8) {
                load(&values[0], x + i);
                load(&values[1], y + i);
            } else {
                load_some(&values[0], x + i, end - i);
                load_some(&values[1], y + i, end - i);
            }
            values[2] = scale * values[1] - values[0];
            for (int k = 0; k < 3; k++) {
                raise(&peaks[k], &values[k]);
                sums[k] = sums[k] + values[k] * values[k];
            }
        }
        for (int k = 0; k < 3; k++) sum_up(&likeness->powers[k], &sums[k]);
    }
    for (int k = 0; k < 3; k++) {
        likeness->peaks[k] = 0;
        for (int lane = 0; lane < 8; lane++)
            if ((uint32_t)peaks[k][lane] > likeness->peaks[k]) likeness->peaks[k] = (uint32_t)peaks[k][lane];
    }
}

INLINE double product(const float *x, const float *y, size_t count) {
    double sum = 0;
    for (size_t at = 0; at < count; at += RUN) {
        const size_t end = count - at < RUN ? count : at + RUN;
        float8 lanes = {0};
        for (size_t i = at; i < end; i += 8) {
            float8 a, b;
            if (end - i >= 8) {
                load(&a, x + i);
                load(&b, y + i);
            } else {
                load_some(&a, x + i, end - i);
                load_some(&b, y + i, end - i);
            }
            lanes = lanes + a * b;
        }
        sum_up(&sum, &lanes);
    }
    return sum;
}

#define FAMILY(ISA, TARGET)                                                                                                            \
    TARGET static void ISA##_difference(const float *x, const float *y, size_t count, float scale, lanes_likeness *likeness) {         \
        difference(x, y, count, scale, likeness);                                                                                      \
    }                                                                                                                                  \
    TARGET static double ISA##_product(const float *x, const float *y, size_t count) { return product(x, y, count); }

FAMILIES

void lanes_difference(lanes_isa isa, const float *x, const float *y, size_t count, float scale, lanes_likeness *likeness) {
    CHOSEN(isa, difference)(x, y, count, scale, likeness);
}

double lanes_product(lanes_isa isa, const float *x, const float *y, size_t count) { return CHOSEN(isa, product)(x, y, count); }
