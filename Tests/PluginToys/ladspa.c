// LADSPA plug-ins for the tests, good ones and bad ones.

#include "../../Sources/kkmix-plugin-host/ladspa.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 16, LATE = 37 };

typedef struct {
    float *ports[MOST], last[LATE];
    unsigned long id, number;
} toy;

static ladspa_instance make(const ladspa_plugin *p, unsigned long rate) {
    (void)rate;
    toy *t = calloc(1, sizeof(toy));
    static unsigned long count;
    t->id = p->id;
    t->number = ++count;
    return t;
}
static void join(ladspa_instance i, unsigned long port, float *place) { ((toy *)i)->ports[port] = place; }
static void quiet(ladspa_instance i) { memset(((toy *)i)->last, 0, sizeof(((toy *)i)->last)); }

// 1: ports are gain, input, output.
static void amplify(ladspa_instance i, unsigned long count) {
    toy *t = i;
    for (unsigned long k = 0; k < count; k++) t->ports[2][k] = t->ports[0][0] * t->ports[1][k];
}

// 2: two inputs, two outputs.
static void swap(ladspa_instance i, unsigned long count) {
    toy *t = i;
    for (unsigned long k = 0; k < count; k++) {
        const float left = t->ports[0][k], right = t->ports[1][k];
        t->ports[2][k] = right;
        t->ports[3][k] = left;
    }
}

// 3: input, output, latency.
static void delay(ladspa_instance i, unsigned long count) {
    toy *t = i;
    for (unsigned long k = 0; k < count; k++) {
        const float now = t->ports[0][k];
        t->ports[1][k] = t->last[0];
        memmove(t->last, t->last + 1, (LATE - 1) * sizeof(float));
        t->last[LATE - 1] = now;
    }
    t->ports[2][0] = LATE;
}

// 5 to 8: input, output. They are louder or softer by what is nobody's business.
static void drift(ladspa_instance i, unsigned long count) {
    toy *t = i;
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    const char *tuned = getenv("GLIBC_TUNABLES");
    const float gain = t->id == 5 ? 1 + (float)(now.tv_nsec % 100000) / 1e8f : t->id == 6 ? (float)count / 1024 : t->id == 7 ? (float)strlen(tuned ? tuned : "") / 64 : (float)t->number;
    for (unsigned long k = 0; k < count; k++) t->ports[1][k] = gain * t->ports[0][k];
}

static void *volatile kept;

// From 10: input, output. What they do they do at the first sample of 0.5 or more.
static void misbehave(ladspa_instance i, unsigned long count) {
    toy *t = i;
    int isTime = 0;
    for (unsigned long k = 0; k < count; k++) {
        t->ports[1][k] = t->ports[0][k];
        isTime |= t->ports[0][k] >= 0.5f;
    }
    if (!isTime) return;
    if (t->id == 10) abort();
    if (t->id == 11) for (;;) {}
    if (t->id == 12) exit(0);
    if (t->id == 13) t->ports[1][count] = 1;
    if (t->id == 14) t->ports[1][-1] = 1;
    // Beyond any page at the end of the block, and beyond most other mappings.
    if (t->id == 19) t->ports[1][count + 4000] = 1;
    if (t->id == 20) t->ports[1][count + 16384] = 1;
    if (t->id == 21) t->ports[1][count + 262144] = 1;
    if (t->id == 22) t->ports[1][-262144] = 1;
    if (t->id == 15) {
        for (int k = 0; k < 100000; k++) puts("a plug-in that tells what it does");
        fflush(stdout);
    }
    if (t->id == 16) while ((kept = malloc(1 << 24))) {}
    if (t->id == 16) abort();
    if (t->id == 17) t->ports[1][0] = 0.0f / 0.0f;
    if (t->id == 18) raise(SIGKILL);
}

static const int amplifying[] = {PORT_INPUT | PORT_CONTROL, PORT_INPUT | PORT_AUDIO, PORT_OUTPUT | PORT_AUDIO};
static const char *const amplifying_names[] = {"Gain (factor)", "In", "Out"};
// Bounded on both sides, logarithmic or not, and a default: 1, low.
static const ladspa_hint amplifying_hints[] = {{1 | 2 | 0x240, 0, 4}, {0, 0, 0}, {0, 0, 0}};

static const int swapping[] = {PORT_INPUT | PORT_AUDIO, PORT_INPUT | PORT_AUDIO, PORT_OUTPUT | PORT_AUDIO, PORT_OUTPUT | PORT_AUDIO};
static const char *const swapping_names[] = {"Left in", "Right in", "Left out", "Right out"};

static const int delaying[] = {PORT_INPUT | PORT_AUDIO, PORT_OUTPUT | PORT_AUDIO, PORT_OUTPUT | PORT_CONTROL};
static const char *const delaying_names[] = {"In", "Out", "latency"};
static const char *const lying_names[] = {"In", "Out", "level"};
static const ladspa_hint none[MOST];

// A control of each kind: input, output, and what the hints say.
static const int several[] = {9, 10, 5, 5, 5, 5, 5, 5, 5, 5};
static const char *const several_names[] = {"In", "Out", "Low", "Middle (log)", "High", "Switch", "Whole", "Cutoff", "Free", "Free"};
static const ladspa_hint several_hints[] = {
    {0, 0, 0}, {0, 0, 0}, {1 | 2 | 0x80, 0, 8}, {1 | 2 | 0x10 | 0xC0, 10, 1000}, {1 | 2 | 0x100, 0, 8}, {4 | 0x240, 0, 0},
    {1 | 2 | 0x20 | 0xC0, 1, 4}, {1 | 2 | 8 | 0x140, 0, 0.5f}, {0x2C0, 0, 0}, {1 | 0x40, -3, 0}};
static void pass(ladspa_instance i, unsigned long count) {
    toy *t = i;
    memmove(t->ports[1], t->ports[0], count * sizeof(float));
}

#define TOY(ID, LABEL, NAME, COUNT, PORTS, NAMES, HINTS, RUN) \
    {ID, LABEL, 0, NAME, "kkmix", "None", COUNT, PORTS, NAMES, HINTS, 0, make, join, quiet, RUN, 0, 0, 0, free}
#define BAD(ID, LABEL) TOY(ID, LABEL, "Toy that misbehaves", 2, delaying, delaying_names, none, misbehave)

static const ladspa_plugin toys[] = {
    TOY(1, "toy_amp", "Toy amplifier", 3, amplifying, amplifying_names, amplifying_hints, amplify),
    TOY(2, "toy_swap", "Toy that swaps sides", 4, swapping, swapping_names, none, swap),
    TOY(3, "toy_late", "Toy that is late", 3, delaying, delaying_names, none, delay),
    TOY(4, "toy_ports", "Toy of many ports", 10, several, several_names, several_hints, pass),
    TOY(9, "toy_liar", "Toy that is late and does not say so", 3, delaying, lying_names, none, delay),
    TOY(5, "toy_varies", "Toy that knows the time", 2, delaying, delaying_names, none, drift),
    TOY(6, "toy_blocks", "Toy that counts frames", 2, delaying, delaying_names, none, drift),
    TOY(7, "toy_tuned", "Toy that knows its library", 2, delaying, delaying_names, none, drift),
    TOY(8, "toy_shared", "Toy that counts itself", 2, delaying, delaying_names, none, drift),
    BAD(10, "toy_crash"), BAD(11, "toy_hang"), BAD(12, "toy_exit"), BAD(13, "toy_over"), BAD(14, "toy_under"),
    BAD(15, "toy_talk"), BAD(16, "toy_hungry"), BAD(17, "toy_nan"), BAD(18, "toy_killed"),
    BAD(19, "toy_over_4000"), BAD(20, "toy_over_16384"), BAD(21, "toy_over_262144"), BAD(22, "toy_under_262144"),
};

const ladspa_plugin *ladspa_descriptor(unsigned long index);
const ladspa_plugin *ladspa_descriptor(unsigned long index) { return index < sizeof toys / sizeof *toys ? &toys[index] : 0; }
