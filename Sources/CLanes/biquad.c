#include "biquad.h"
#include "isa.h"

#pragma STDC FP_CONTRACT OFF

#define UNROLLED _Pragma("clang loop unroll(full)")

typedef double double2 __attribute__((vector_size(16)));
typedef double double4 __attribute__((vector_size(32)));
typedef int64_t mask4 __attribute__((vector_size(32)));

// A wave: lane l of the vectors, counted through, holds section l / W on channel l % W, and at step n it works on frame n − l / W. What a
// lane takes in is what the lane W places before it gave at the step before, so one step works on all sections and channels at once.
// The first and the last steps leave out the lanes whose frame is not there.
enum { LARGEST = 6, MOST = 4, ROOM = LANES_BIQUAD_FRAMES + 8 * LARGEST };

// The coefficients of V vectors, b0 b1 b2 a1 a2 each, and which section of the wave a lane holds.
typedef struct { double4 c[LARGEST][5], section[LARGEST]; } wave_terms;
// The two last inputs and outputs, the newer ones at 0.
typedef struct { double4 x[2][LARGEST], y[2][LARGEST]; } wave_state;

// What a vector takes in: the last W lanes of `before`, then its own lanes, moved on by W.
INLINE void taken(const int W, const double4 *before, const double4 *own, double4 *x) {
    if (W == 4) *x = *before;
    else if (W == 2) *x = __builtin_shufflevector(*before, *own, 2, 3, 4, 5);
    else *x = __builtin_shufflevector(*before, *own, 3, 4, 5, 6);
}

// The samples of a frame in the last W lanes.
INLINE void frame(const int W, const double *in, double4 *x) {
    if (W == 4) {
        *x = *(const double4 *)in;
    } else if (W == 2) {
        const double2 pair = *(const double2 *)in;
        *x = __builtin_shufflevector(pair, pair, 0, 1, 0, 1);
    } else {
        *x = (double4){*in, *in, *in, *in};
    }
}

// K steps of all lanes, vector by vector, so that coefficients and state are loaded once for all of them. `before` holds what the vector in
// front had given before each step.
INLINE void steps(const int K, const int V, const int W, const wave_terms *t, wave_state *s, const double *in, double4 *out) {
    double4 before[MOST];
    UNROLLED for (int k = 0; k < K; k++) frame(W, in + 4 * k, &before[k]);
    UNROLLED for (int v = 0; v < V; v++) {
        const double4 b0 = t->c[v][0], b1 = t->c[v][1], b2 = t->c[v][2], a1 = t->c[v][3], a2 = t->c[v][4];
        double4 x1 = s->x[0][v], x2 = s->x[1][v], y1 = s->y[0][v], y2 = s->y[1][v];
        UNROLLED for (int k = 0; k < K; k++) {
            double4 x;
            taken(W, &before[k], &y1, &x);
            before[k] = y1;
            const double4 sum = (((b1 * x1 + b2 * x2) - a2 * y2) + b0 * x) - a1 * y1;
            x2 = x1;
            x1 = x;
            y2 = y1;
            y1 = sum;
            if (v == V - 1) out[k] = sum;
        }
        s->x[0][v] = x1;
        s->x[1][v] = x2;
        s->y[0][v] = y1;
        s->y[1][v] = y2;
    }
}

// A step of those lanes alone whose frame lies in 0 ..< frames.
INLINE void edge_step(const int V, const int W, const wave_terms *t, wave_state *s, double n, double frames, const double *in, double4 *out) {
    const wave_state old = *s;
    steps(1, V, W, t, s, in, out);
    const double4 last = {n, n, n, n}, first = last - frames;
    UNROLLED for (int v = 0; v < V; v++) {
        const mask4 works = (t->section[v] <= last) & (t->section[v] > first);
#define CHOOSE(lane) lane = (double4)(((mask4)s->lane & works) | ((mask4)old.lane & ~works))
        s->CHOOSE(x[0][v]);
        s->CHOOSE(x[1][v]);
        s->CHOOSE(y[0][v]);
        s->CHOOSE(y[1][v]);
    }
}

// `in`: a frame at every fourth number. `out`: the last vector of each step. `sections`: those that are real, of V * 4 / W.
INLINE void wave(const int V, const int W, const wave_terms *terms, wave_state *state, size_t sections, const double *in, double4 *out,
                 size_t frames) {
    // Two channels are fastest in pairs of steps (an AMD EPYC of family 26), because there a vector waits for itself as well.
    const int K = W == 2 ? 2 : MOST;
    const size_t lag = sections - 1;
    for (size_t n = 0; n < frames + lag;) {
        if (n >= lag && n + (size_t)K <= frames) {
            steps(K, V, W, terms, state, in + 4 * n, out + n);
            n += (size_t)K;
        } else {
            edge_step(V, W, terms, state, (double)n, (double)frames, in + 4 * (n < frames ? n : 0), out + n);
            n++;
        }
    }
}

typedef void wave_function(const wave_terms *, wave_state *, size_t, const double *, double4 *, size_t);

#define WAVE(ISA, TARGET, V, W)                                                                                              \
    TARGET static void ISA##_wave_##V##_##W(const wave_terms *t, wave_state *s, size_t n, const double *in, double4 *out, size_t frames) { \
        wave(V, W, t, s, n, in, out, frames);                                                                                \
    }
#define WAVES(ISA, TARGET, W)                                                                                                \
    WAVE(ISA, TARGET, 1, W) WAVE(ISA, TARGET, 2, W) WAVE(ISA, TARGET, 3, W)                                                  \
    WAVE(ISA, TARGET, 4, W) WAVE(ISA, TARGET, 5, W) WAVE(ISA, TARGET, 6, W)
#define ROW(ISA, W) {ISA##_wave_1_##W, ISA##_wave_2_##W, ISA##_wave_3_##W, ISA##_wave_4_##W, ISA##_wave_5_##W, ISA##_wave_6_##W}
#define FAMILY(ISA, TARGET)                                                                                                  \
    WAVES(ISA, TARGET, 1) WAVES(ISA, TARGET, 2) WAVES(ISA, TARGET, 4)                                                        \
    static wave_function *const ISA##_waves[3][LARGEST] = {ROW(ISA, 1), ROW(ISA, 2), ROW(ISA, 4)};

FAMILIES

// The lanes of a wave, filled from the sections that it runs.
static void load(const double *coefficients, const uint32_t *order, size_t sections, const double *state, size_t channels, size_t vectors,
                 wave_terms *t, wave_state *s) {
    for (size_t v = 0; v < vectors; v++) {
        for (size_t i = 0; i < 4; i++) {
            const size_t section = (4 * v + i) / channels, channel = (4 * v + i) % channels;
            const int real = section < sections;
            const double *const c = real ? coefficients + 5 * order[section] : 0;
            const double *const h = real ? state + 4 * channels * order[section] + channel : 0;
            for (int k = 0; k < 5; k++) t->c[v][k][i] = real ? c[k] : 0;
            t->section[v][i] = (double)section;
            for (int age = 0; age < 2; age++) {
                s->x[age][v][i] = real ? h[age * channels] : 0;
                s->y[age][v][i] = real ? h[(2 + age) * channels] : 0;
            }
        }
    }
}

static void store(const wave_state *s, const uint32_t *order, size_t sections, size_t channels, double *state) {
    for (size_t lane = 0; lane < sections * channels; lane++) {
        double *const h = state + 4 * channels * order[lane / channels] + lane % channels;
        for (int age = 0; age < 2; age++) {
            h[age * channels] = s->x[age][lane / 4][lane % 4];
            h[(2 + age) * channels] = s->y[age][lane / 4][lane % 4];
        }
    }
}

void lanes_biquad(lanes_isa isa, const double *coefficients, const uint32_t *order, size_t count, double *state, size_t channels,
                  const float *const *x, float *const *y, size_t frames) {
    double4 rooms[2][ROOM];
    const double *in = (const double *)rooms[0];
    for (size_t channel = 0; channel < channels; channel++)
        for (size_t n = 0; n < frames; n++) ((double *)rooms[0])[4 * n + channel] = x[channel][n];
    // Several waves, as equal as can be, where one does not hold all.
    const size_t vectors = (count * channels + 3) / 4, waves = (vectors + LARGEST - 1) / LARGEST;
    int room = 1;
    for (size_t done = 0; done < count;) {
        const size_t rest = count - done, most = (vectors + waves - 1) / waves * 4 / channels;
        const size_t sections = rest < most ? rest : most, size = (sections * channels + 3) / 4;
        wave_terms terms;
        wave_state s;
        load(coefficients, order + done, sections, state, channels, size, &terms, &s);
        wave_function *const run = CHOSEN(isa, waves)[channels / 2][size - 1];
        run(&terms, &s, sections, in, rooms[room], frames);
        store(&s, order + done, sections, channels, state);
        // The last section's lanes, of the step at which it reached the first frame.
        in = (const double *)(rooms[room] + (sections - 1)) + (sections - 1) * channels % 4;
        done += sections;
        room ^= 1;
    }
    for (size_t channel = 0; channel < channels; channel++)
        for (size_t n = 0; n < frames; n++) y[channel][n] = (float)in[4 * n + channel];
}
