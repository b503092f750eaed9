#ifndef KKMIX_VOCODER_H
#define KKMIX_VOCODER_H

#include "lanes.h"

/// What a phase vocoder works on: spectra of `bins` bins, real parts and behind them, `stride` numbers later, imaginary ones.
typedef struct {
    size_t channels, bins, stride;
    /// For each channel three spectra: of the frame as it is, of the one before it in the input, and of what came out last.
    float *spectra;
    /// Room for `stride` powers, then for as many flags, for the turns of bins (a spectrum), and of peaks (another one).
    float *room;
    /// Room for as many peaks as there are bins.
    int32_t *peaks;
    /// Whether bins turn with their peak, or each by itself.
    int locks;
} lanes_vocoder;

/// y[i] = x[i] · window[i].
void lanes_window(lanes_isa isa, const float *x, const float *window, float *y, size_t count);

/// y[i] += x[i] · window[i], and weights[i] += window[i]² for the first `weighed` of them.
void lanes_overlap(lanes_isa isa, const float *x, const float *window, float *y, size_t count, float *weights, size_t weighed);

/// Turns the frame as it is into what goes on from what came out last, and puts it in the place of that.
///
/// A peak is a bin whose power, summed over the channels, is above that of the two bins before it and not below that of the two
/// behind. It turns by the phase of the sum of out · conj(before) over its bin, the two beside it and the channels; the bins around
/// it turn alike, up to the middle between two peaks. Without locks each bin turns by the phase of its own product.
void lanes_vocoder_turn(lanes_isa isa, const lanes_vocoder *vocoder);

#endif
