#ifndef KKMIX_GAINS_H
#define KKMIX_GAINS_H

#include "lanes.h"

/// Makes factors of `count` gains in octaves of amplitude: 2^x within 10^-11 of itself, for magnitudes up to 1000, exact for integers. No instruction set
/// changes a bit.
void lanes_factors(lanes_isa isa, double *gains, size_t count);

/// Multiplies `count` samples by a factor each; the product is rounded once.
void lanes_multiply(lanes_isa isa, float *x, const double *factors, size_t count);

#endif
