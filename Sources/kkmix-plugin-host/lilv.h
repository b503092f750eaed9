#ifndef KKMIX_LILV_H
#define KKMIX_LILV_H

// Of lilv's header what is called here: what it gives are pointers to its own things. It is loaded with the first call.

#include "lv2.h"
#include "plugin.h"

#include <math.h>

typedef const void *node;
typedef struct {
    const lv2_plugin *descriptor;
    lv2_handle handle;
} lilv_instance;

// A function of lilv by its name, which is there since 0.22.
void *lilv_function(const char *name);
#define LILV(RESULT, NAME, ...) ((RESULT(*)(__VA_ARGS__))lilv_function("lilv_" #NAME))

extern void *world;

static inline node uri(const char *text) { return LILV(node, new_uri, void *, const char *)(world, text); }
static inline const char *text(node n) { return n ? LILV(const char *, node_as_string, node)(n) : 0; }
static inline float number(node n) { return n ? LILV(float, node_as_float, node)(n) : NAN; }

// Addresses have numbers in the order in which somebody asks.
uint32_t map(void *nobody, const char *address);
extern lv2_map mapping;
extern lv2_unmap unmapping;

// What a plug-in may ask for. What has no data is a promise, and kept.
enum { FEATURES = 11 };
extern const char *const features[FEATURES];

// A state as Turtle, to be freed.
char *state_text(void *state);

// An instance at work: the functions of plugin_kind.
void *make_lv2(const plugin *p, double rate, int block, const char *state);
void connect_lv2(void *instance, unsigned long port, float *place);
void activate_lv2(void *instance);
void deactivate_lv2(void *instance);
void run_lv2(void *instance, int count);
char *save_lv2(void *instance);
void end_lv2(void *instance);

#endif
