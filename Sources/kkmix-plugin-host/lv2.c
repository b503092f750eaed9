// Descriptions are read by lilv, which is loaded when the first LV2 plug-in is wanted.

#include "lv2.h"
#include "plugin.h"

#include <dlfcn.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Of lilv's header what is called here: what it gives are pointers to its own things.

typedef const void *node;
typedef struct {
    const lv2_plugin *descriptor;
    lv2_handle handle;
} lilv_instance;

static void *world;

// Calls a function of lilv by its name, which is there since 0.22.
static void *function(const char *name) {
    static void *library;
    if (!library) library = dlopen("liblilv-0.so.0", RTLD_NOW);
    if (!library) library = dlopen("liblilv-0.0.dylib", RTLD_NOW);
    void *const found = library ? dlsym(library, name) : 0;
    if (!found) _exit(NO_LILV);
    return found;
}
#define LILV(RESULT, NAME, ...) ((RESULT(*)(__VA_ARGS__))function("lilv_" #NAME))

static node uri(const char *text) { return LILV(node, new_uri, void *, const char *)(world, text); }
static const char *text(node n) { return n ? LILV(const char *, node_as_string, node)(n) : 0; }
static float number(node n) { return n ? LILV(float, node_as_float, node)(n) : NAN; }

// Addresses have numbers in the order in which somebody asks.

enum { MOST_ADDRESSES = 65536 };
static char *addresses[MOST_ADDRESSES];

static uint32_t map(void *handle, const char *address) {
    (void)handle;
    uint32_t k = 0;
    while (k < MOST_ADDRESSES - 1 && addresses[k] && strcmp(addresses[k], address) != 0) k++;
    if (!addresses[k] && !(addresses[k] = strdup(address))) _exit(NO_MEMORY);
    return k + 1;
}
static const char *unmap(void *handle, uint32_t number) {
    (void)handle;
    return number > 0 && number <= MOST_ADDRESSES ? addresses[number - 1] : 0;
}
static lv2_map mapping = {0, map};
static lv2_unmap unmapping = {0, unmap};

static int print_list(void *handle, uint32_t type, const char *format, va_list list) {
    (void)handle, (void)type, (void)format, (void)list;
    return 0;
}
static int print(void *handle, uint32_t type, const char *format, ...) {
    (void)handle, (void)type, (void)format;
    return 0;
}
static lv2_log logging = {0, print, print_list};

// What a plug-in may ask for. What has no data there is a promise, and kept.
static const char *const features[] = {
    LV2_EXT "urid#map", LV2_EXT "urid#unmap", LV2_EXT "log#log", LV2_EXT "options#options", LV2_EXT "worker#schedule",
    LV2_EXT "buf-size#boundedBlockLength", LV2_EXT "buf-size#fixedBlockLength", LV2_EXT "buf-size#powerOf2BlockLength", LV2_EXT "state#loadDefaultState",
    LV2 "inPlaceBroken", LV2 "hardRTCapable",
};
enum { FEATURES = sizeof features / sizeof *features };

// Reads a port.
//
// - Returns: what it would need of the host, or nothing.
static const char *read_port(const void *p, const void *port, plugin_port *told) {
    _Bool (*const is_a)(const void *, const void *, node) = LILV(_Bool, port_is_a, const void *, const void *, node);
    _Bool (*const has)(const void *, const void *, node) = LILV(_Bool, port_has_property, const void *, const void *, node);
    node (*const get)(const void *, const void *, node) = LILV(node, port_get, const void *, const void *, node);
    node value = 0, lower = 0, upper = 0;
    LILV(void, port_get_range, const void *, const void *, node *, node *, node *)(p, port, &value, &lower, &upper);
    const char *const unit = text(get(p, port, uri(LV2_UNITS))), *const designation = text(get(p, port, uri(LV2 "designation")));
    *told = (plugin_port){.lower = number(lower), .upper = number(upper), .value = number(value), .unit = unit && strchr(unit, '#') ? strchr(unit, '#') + 1 : 0,
                          .symbol = text(LILV(node, port_get_symbol, const void *, const void *)(p, port)),
                          .name = text(LILV(node, port_get_name, const void *, const void *)(p, port))};
    told->kind = is_a(p, port, uri(LV2 "InputPort")) ? INPUT : OUTPUT;
    if (is_a(p, port, uri(LV2 "ControlPort"))) {
        told->kind |= CONTROL;
        if (told->kind & OUTPUT && (has(p, port, uri(LV2 "reportsLatency")) || (designation && strcmp(designation, LV2 "latency") == 0)))
            told->kind |= LATENCY;
        if (told->kind & INPUT && designation && strcmp(designation, LV2 "freeWheeling") == 0) told->kind |= OFFLINE;
    } else if (is_a(p, port, uri(LV2 "CVPort")) ||
               (is_a(p, port, uri(LV2 "AudioPort")) &&
                (has(p, port, uri(LV2 "isSideChain")) || get(p, port, uri(LV2_EXT "port-groups#sideChainOf"))))) {
        told->kind |= SILENT;
    } else if (is_a(p, port, uri(LV2 "AudioPort"))) {
        told->kind |= AUDIO;
    } else if (is_a(p, port, uri(LV2_EXT "atom#AtomPort"))) {
        told->kind |= EVENTS;
    } else if (!has(p, port, uri(LV2 "connectionOptional"))) {
        return "a port of a kind that kkmix does not know";
    }
    static const struct {
        const char *property;
        int flag;
    } hints[] = {{LV2 "toggled", 4}, {LV2 "sampleRate", 8}, {LV2_EXT "port-props#logarithmic", 0x10}, {LV2 "integer", 0x20}, {LV2 "enumeration", 0x20}};
    told->hint = (lower ? 1 : 0) | (upper ? 2 : 0);
    for (int k = 0; k < 5; k++)
        if (has(p, port, uri(hints[k].property))) told->hint |= hints[k].flag;
    return 0;
}

static const char *lack(const void *p) {
    const void *const required = LILV(const void *, plugin_get_required_features, const void *)(p);
    void *(*const begin)(const void *) = LILV(void *, nodes_begin, const void *), *(*const next)(const void *, void *) = LILV(void *, nodes_next, const void *, void *);
    for (void *at = begin(required); !LILV(_Bool, nodes_is_end, const void *, void *)(required, at); at = next(required, at)) {
        const char *const name = text(LILV(node, nodes_get, const void *, void *)(required, at));
        int k = 0;
        while (k < FEATURES && strcmp(features[k], name) != 0) k++;
        if (k == FEATURES) return name;
    }
    return 0;
}

// Whether `word` is the address, or what stands behind a mark in it.
static int is_called(const char *address, const char *word) {
    const size_t length = strlen(address), end = strlen(word);
    if (length < end || strcmp(address + length - end, word) != 0) return 0;
    return length == end || strchr("/#:", address[length - end - 1]) != 0;
}

static const void *all(void) { return LILV(const void *, world_get_all_plugins, void *)(world); }

// The world of the bundle in which a library lies, or of all bundles.
static void load(const char *path, const char *word) {
    const char *const end = strrchr(path, '/');
    if (!world) world = LILV(void *, world_new, void)();
    if (!world) _exit(NO_LILV);
    if (end && end > path && word) {
        char *const bundle = strndup(path, (size_t)(end - path) + 1);
        LILV(void, world_load_bundle, void *, node)(world, LILV(node, new_file_uri, void *, const char *, const char *)(world, 0, bundle));
        free(bundle);
        if (LILV(const void *, plugins_get_by_uri, const void *, node)(all(), uri(word))) return;
    }
    LILV(void, world_load_all, void *)(world);
}

static const plugin *each(const char *path, const char *word, int (*is_wanted)(const plugin *)) {
    load(path, word);
    static plugin told;
    static plugin_port ports[MOST_PORTS];
    const void *const list = all();
    void *(*const begin)(const void *) = LILV(void *, plugins_begin, const void *), *(*const next)(const void *, void *) = LILV(void *, plugins_next, const void *, void *);
    for (void *at = begin(list); !LILV(_Bool, plugins_is_end, const void *, void *)(list, at); at = next(list, at)) {
        const void *const p = LILV(const void *, plugins_get, const void *, void *)(list, at);
        const char *const address = text(LILV(node, plugin_get_uri, const void *)(p));
        if (word && !is_called(address, word)) continue;
        const char *const library = text(LILV(node, plugin_get_library_uri, const void *)(p));
        const uint32_t count = LILV(uint32_t, plugin_get_num_ports, const void *)(p);
        if (!library || count > MOST_PORTS) continue;
        told = (plugin){.label = address,
                        .name = text(LILV(node, plugin_get_name, const void *)(p)),
                        .maker = text(LILV(node, plugin_get_author_name, const void *)(p)),
                        .file = LILV(const char *, node_get_path, node, char **)(LILV(node, plugin_get_library_uri, const void *)(p), 0),
                        .lack = lack(p),
                        .port_count = count,
                        .ports = ports,
                        .own = p};
        for (uint32_t port = 0; port < count; port++) {
            const char *const lacks = read_port(p, LILV(const void *, plugin_get_port_by_index, const void *, uint32_t)(p, port), &ports[port]);
            if (!told.lack) told.lack = lacks;
        }
        if (is_wanted(&told)) return &told;
    }
    return 0;
}

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

static void *make(const plugin *p, double rate, int block) {
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
        if (!(p->ports[port].kind & (CONTROL | AUDIO | SILENT))) descriptor->connect_port(at->lilv->handle, port, at->events[port]);
    }
    // What it is when it is new, where its makers say so.
    node address = uri(p->label);
    void *const state = LILV(void *, state_new_from_world, void *, lv2_map *, node)(world, &mapping, address);
    if (state)
        LILV(void, state_restore, const void *, lilv_instance *, void *, void *, uint32_t, const lv2_feature *const *)(state, at->lilv, 0, 0, 0, at->list);
    return at;
}

static void connect(void *instance, unsigned long port, float *place) {
    const playing *const at = instance;
    at->lilv->descriptor->connect_port(at->lilv->handle, (uint32_t)port, place);
}

static void activate(void *instance) {
    playing *const at = instance;
    if (at->lilv->descriptor->activate) at->lilv->descriptor->activate(at->lilv->handle);
    work(at);
}

static void run(void *instance, int count) {
    playing *const at = instance;
    for (uint32_t port = 0; port < at->p->port_count; port++) {
        if (!at->events[port]) continue;
        const int isInput = at->p->ports[port].kind & INPUT;
        *at->events[port] = (lv2_sequence){isInput ? 8 : EVENT_BYTES - 8, map(0, isInput ? LV2_EXT "atom#Sequence" : LV2_EXT "atom#Chunk"), 0, 0};
    }
    at->lilv->descriptor->run(at->lilv->handle, (uint32_t)count);
    work(at);
}

static void end(void *instance) {
    playing *const at = instance;
    if (at->lilv->descriptor->deactivate) at->lilv->descriptor->deactivate(at->lilv->handle);
    LILV(void, instance_free, lilv_instance *)(at->lilv);
    for (uint32_t port = 0; port < at->p->port_count; port++) free(at->events[port]);
    free(at);
}

const plugin_kind lv2 = {each, make, connect, activate, run, end};
