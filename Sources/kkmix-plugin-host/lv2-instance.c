// An LV2 plug-in at work, and what it keeps beside its ports: lilv saves and restores that.

#include "lilv.h"
#include "plugin.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int print_list(void *handle, uint32_t type, const char *format, va_list list) {
    (void)handle, (void)type, (void)format, (void)list;
    return 0;
}
static int print(void *handle, uint32_t type, const char *format, ...) {
    (void)handle, (void)type, (void)format;
    return 0;
}
static lv2_log logging = {0, print, print_list};

const char *const features[FEATURES] = {
    LV2_EXT "urid#map", LV2_EXT "urid#unmap", LV2_EXT "log#log", LV2_EXT "options#options", LV2_EXT "worker#schedule",
    LV2_EXT "buf-size#boundedBlockLength", LV2_EXT "buf-size#fixedBlockLength", LV2_EXT "buf-size#powerOf2BlockLength", LV2_EXT "state#loadDefaultState",
    LV2 "inPlaceBroken", LV2 "hardRTCapable",
};

// What a worker is asked for, and answers, waits here until the block is over: then it works, and gets its answers.
typedef struct note {
    struct note *next;
    uint32_t size;
    char data[];
} note;
typedef struct {
    note *first, **end;
    size_t size;
} notes;

static int add(notes *to, uint32_t size, const void *data) {
    note *const added = to->size + size < (1 << 26) ? malloc(sizeof(note) + size) : 0;
    if (!added) return 2;
    *added = (note){0, size};
    if (size) memcpy(added->data, data, size);
    *(to->first ? to->end : &to->first) = added;
    to->end = &added->next;
    to->size += size;
    return 0;
}

typedef struct {
    lilv_instance *lilv;
    const plugin *p;
    const lv2_worker *worker;
    notes wanted, answered;
    lv2_sequence *events[MOST_PORTS];
    float rate;
    int32_t block;
    lv2_schedule schedule;
    lv2_option options[6];
    lv2_feature features[FEATURES];
    const lv2_feature *list[FEATURES + 1];
} playing;

static int schedule(void *handle, uint32_t size, const void *data) { return add(&((playing *)handle)->wanted, size, data); }
static int respond(void *handle, uint32_t size, const void *data) { return add(&((playing *)handle)->answered, size, data); }

// All that waits, and what comes of it, but not without end.
static void work(playing *at) {
    for (int turn = 0; turn < 64 && at->worker && at->wanted.first; turn++) {
        notes wanted = at->wanted;
        at->wanted = (notes){0};
        for (note *n = wanted.first, *next; n; n = next) {
            at->worker->work(at->lilv->handle, respond, at, n->size, n->data);
            next = n->next;
            free(n);
        }
        notes answered = at->answered;
        at->answered = (notes){0};
        for (note *n = answered.first, *next; n; n = next) {
            if (at->worker->work_response) at->worker->work_response(at->lilv->handle, n->size, n->data);
            next = n->next;
            free(n);
        }
    }
    if (at->worker && at->worker->end_run) at->worker->end_run(at->lilv->handle);
}

enum { EVENT_BYTES = 65536 };

char *state_text(void *state) {
    // A state has to have some name to be written.
    return LILV(char *, state_to_string, void *, lv2_map *, lv2_unmap *, const void *, const char *, const char *)(world, &mapping, &unmapping, state, "urn:kkmix:state", 0);
}

// Has a plug-in take over a state, where it has a function for that.
static void restore(playing *at, void *state) {
    LILV(void, state_restore, const void *, lilv_instance *, void *, void *, uint32_t, const lv2_feature *const *)(state, at->lilv, 0, 0, 0, at->list);
    LILV(void, state_free, void *)(state);
}

void *make_lv2(const plugin *p, double rate, int block, const char *state) {
    playing *const at = calloc(1, sizeof *at);
    if (!at) _exit(NO_MEMORY);
    at->p = p;
    at->rate = (float)rate;
    at->block = block;
    at->schedule = (lv2_schedule){at, schedule};
    const uint32_t whole = map(0, LV2_EXT "atom#Int"), real = map(0, LV2_EXT "atom#Float");
    static const int32_t event_bytes = EVENT_BYTES;
    const lv2_option options[] = {
        {0, 0, map(0, LV2_EXT "buf-size#minBlockLength"), 4, whole, &at->block}, {0, 0, map(0, LV2_EXT "buf-size#maxBlockLength"), 4, whole, &at->block},
        {0, 0, map(0, LV2_EXT "buf-size#nominalBlockLength"), 4, whole, &at->block}, {0, 0, map(0, LV2_EXT "buf-size#sequenceSize"), 4, whole, &event_bytes},
        {0, 0, map(0, LV2_EXT "parameters#sampleRate"), 4, real, &at->rate}, {0, 0, 0, 0, 0, 0}};
    memcpy(at->options, options, sizeof options);
    void *const data[FEATURES] = {&mapping, &unmapping, &logging, at->options, &at->schedule};
    for (int k = 0, count = 0; k < FEATURES; k++) {
        at->features[k] = (lv2_feature){features[k], data[k]};
        if (strstr(features[k], "powerOf2") == 0 || (block & (block - 1)) == 0) at->list[count++] = &at->features[k];
    }
    at->lilv = LILV(lilv_instance *, plugin_instantiate, const void *, double, const lv2_feature *const *)(p->own, rate, at->list);
    if (!at->lilv) return 0;
    const lv2_plugin *const descriptor = at->lilv->descriptor;
    if (descriptor->extension_data) at->worker = descriptor->extension_data(LV2_EXT "worker#interface");
    for (uint32_t port = 0; port < p->port_count; port++) {
        if (p->ports[port].kind & EVENTS && !(at->events[port] = calloc(1, EVENT_BYTES))) _exit(NO_MEMORY);
        if (!(p->ports[port].kind & (CONTROL | AUDIO | SILENT | SIDE))) descriptor->connect_port(at->lilv->handle, port, at->events[port]);
    }
    // What it is when it is new, where its makers say so.
    void *const own = LILV(void *, state_new_from_world, void *, lv2_map *, node)(world, &mapping, uri(p->label));
    if (own) restore(at, own);
    if (state) {
        void *const given = LILV(void *, state_new_from_string, void *, lv2_map *, const char *)(world, &mapping, state);
        if (!given) _exit(NO_STATE);
        restore(at, given);
    }
    return at;
}

void connect_lv2(void *instance, unsigned long port, float *place) {
    const playing *const at = instance;
    at->lilv->descriptor->connect_port(at->lilv->handle, (uint32_t)port, place);
}

void activate_lv2(void *instance) {
    playing *const at = instance;
    if (at->lilv->descriptor->activate) at->lilv->descriptor->activate(at->lilv->handle);
    work(at);
}

void deactivate_lv2(void *instance) {
    playing *const at = instance;
    if (at->lilv->descriptor->deactivate) at->lilv->descriptor->deactivate(at->lilv->handle);
}

void run_lv2(void *instance, int count) {
    playing *const at = instance;
    for (uint32_t port = 0; port < at->p->port_count; port++) {
        if (!at->events[port]) continue;
        const int isInput = at->p->ports[port].kind & INPUT;
        *at->events[port] = (lv2_sequence){isInput ? 8 : EVENT_BYTES - 8, map(0, isInput ? LV2_EXT "atom#Sequence" : LV2_EXT "atom#Chunk"), 0, 0};
    }
    at->lilv->descriptor->run(at->lilv->handle, (uint32_t)count);
    work(at);
}

char *save_lv2(void *instance) {
    enum { PLAIN_AND_PORTABLE = 1 | 2 };
    playing *const at = instance;
    if (!at->lilv->descriptor->extension_data || !at->lilv->descriptor->extension_data(LV2_EXT "state#interface")) return 0;
    // Without folders: a plug-in that wants to write files for its state gets no place for them.
    void *const state = LILV(
        void *, state_new_from_instance, const void *, lilv_instance *, lv2_map *, const char *, const char *, const char *, const char *, void *, void *, uint32_t,
        const lv2_feature *const *)(at->p->own, at->lilv, &mapping, 0, 0, 0, 0, 0, 0, PLAIN_AND_PORTABLE, at->list);
    char *const words = state ? state_text(state) : 0;
    if (state) LILV(void, state_free, void *)(state);
    return words;
}

void end_lv2(void *instance) {
    playing *const at = instance;
    LILV(void, instance_free, lilv_instance *)(at->lilv);
    for (uint32_t port = 0; port < at->p->port_count; port++) free(at->events[port]);
    free(at);
}
