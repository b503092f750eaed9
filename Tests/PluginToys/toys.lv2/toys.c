// LV2 plug-ins for the tests.

#include "../../../Sources/kkmix-plugin-host/lv2.h"

#include <stdlib.h>
#include <string.h>

enum { LATE = 37 };

typedef struct {
    float *ports[9], last[LATE];
    const lv2_map *map;
    const lv2_option *options;
    const lv2_schedule *schedule;
    float factor;
    uint32_t asked, worked, answered, ended;
} toy;

static lv2_handle make(const lv2_plugin *p, double rate, const char *bundle, const lv2_feature *const *features) {
    (void)p, (void)rate, (void)bundle;
    toy *t = calloc(1, sizeof(toy));
    t->factor = 1;
    for (; *features; features++) {
        if (strcmp((*features)->uri, LV2_EXT "urid#map") == 0) t->map = (*features)->data;
        if (strcmp((*features)->uri, LV2_EXT "options#options") == 0) t->options = (*features)->data;
        if (strcmp((*features)->uri, LV2_EXT "worker#schedule") == 0) t->schedule = (*features)->data;
    }
    return t;
}
static void join(lv2_handle h, uint32_t port, void *place) { ((toy *)h)->ports[port] = place; }

static void amplify(lv2_handle h, uint32_t count) {
    toy *t = h;
    for (uint32_t k = 0; k < count; k++) t->ports[2][k] = t->ports[0][0] * t->ports[1][k];
}

static uint32_t number(toy *t, const char *uri) { return t->map->map(t->map->handle, uri); }

static int has_block(toy *t, const char *key, uint32_t count) {
    for (const lv2_option *o = t->options; o->key; o++)
        if (o->key == number(t, key)) return o->type == number(t, LV2_EXT "atom#Int") && *(const int32_t *)o->value == (int32_t)count;
    return 0;
}

static int is_content(toy *t, uint32_t count) {
    const lv2_sequence *in = (const void *)t->ports[4], *out = (const void *)t->ports[5];
    if (t->ports[3][0] != 1 || t->ports[8][0] != -6) return 0;
    if (in->type != number(t, LV2_EXT "atom#Sequence") || in->size != 8) return 0;
    if (out->type != number(t, LV2_EXT "atom#Chunk") || out->size < 4096) return 0;
    for (uint32_t k = 0; k < count; k++)
        if (t->ports[6][k] != 0 || t->ports[7][k] != 0) return 0;
    // What the last block asked for is done.
    if (t->worked != t->asked || t->answered != t->asked || t->ended < t->asked) return 0;
    return has_block(t, LV2_EXT "buf-size#minBlockLength", count) && has_block(t, LV2_EXT "buf-size#maxBlockLength", count);
}

static void judge(lv2_handle h, uint32_t count) {
    toy *t = h;
    const int isContent = is_content(t, count);
    for (uint32_t k = 0; k < count; k++) {
        const float now = t->ports[0][k];
        t->ports[1][k] = isContent ? t->last[0] : 0;
        memmove(t->last, t->last + 1, (LATE - 1) * sizeof(float));
        t->last[LATE - 1] = now;
    }
    t->ports[2][0] = LATE;
    memset(t->ports[5], 0xff, 4096);
    t->asked++;
    t->schedule->schedule(t->schedule->handle, sizeof t->asked, &t->asked);
}

static int work(lv2_handle h, lv2_respond respond, void *handle, uint32_t size, const void *data) {
    toy *t = h;
    t->worked += size == sizeof t->asked && *(const uint32_t *)data == t->asked;
    return respond(handle, size, data);
}
static int answer(lv2_handle h, uint32_t size, const void *data) {
    toy *t = h;
    t->answered += size == sizeof t->asked && *(const uint32_t *)data == t->asked;
    return 0;
}
static int end_run(lv2_handle h) {
    ((toy *)h)->ended++;
    return 0;
}
static const void *extension(const char *uri) {
    static const lv2_worker worker = {work, answer, end_run};
    return strcmp(uri, LV2_EXT "worker#interface") == 0 ? &worker : 0;
}

// Louder by a factor, which its state has. One that has once been as loud as it can be has a factor of 2 for ever.
static void keep(lv2_handle h, uint32_t count) {
    toy *t = h;
    if (t->ports[0][0] == 4) t->factor = 2;
    for (uint32_t k = 0; k < count; k++) t->ports[2][k] = t->factor * t->ports[0][0] * t->ports[1][k];
}

// state:interface.
typedef int (*store)(void *handle, uint32_t key, const void *value, size_t size, uint32_t type, uint32_t flags);
typedef const void *(*retrieve)(void *handle, uint32_t key, size_t *size, uint32_t *type, uint32_t *flags);
typedef struct {
    int (*save)(lv2_handle instance, store store, void *handle, uint32_t flags, const lv2_feature *const *features);
    int (*restore)(lv2_handle instance, retrieve retrieve, void *handle, uint32_t flags, const lv2_feature *const *features);
} lv2_state;

static int save(lv2_handle h, store store, void *handle, uint32_t flags, const lv2_feature *const *features) {
    (void)flags, (void)features;
    toy *t = h;
    const char words[] = "kept: \"\xC3\xA4\" ";
    store(handle, number(t, "urn:kkmix:toy:keeper#words"), words, sizeof words, number(t, LV2_EXT "atom#String"), 3);
    return store(handle, number(t, "urn:kkmix:toy:keeper#factor"), &t->factor, sizeof t->factor, number(t, LV2_EXT "atom#Float"), 3);
}
static int restore(lv2_handle h, retrieve retrieve, void *handle, uint32_t flags, const lv2_feature *const *features) {
    (void)flags, (void)features;
    toy *t = h;
    size_t size = 0;
    uint32_t type = 0, how = 0;
    const float *factor = retrieve(handle, number(t, "urn:kkmix:toy:keeper#factor"), &size, &type, &how);
    if (factor && type == number(t, LV2_EXT "atom#String")) abort();
    if (factor && size == sizeof t->factor) t->factor = *factor;
    return 0;
}
static int restore_nothing(lv2_handle h, retrieve retrieve, void *handle, uint32_t flags, const lv2_feature *const *features) {
    (void)h, (void)retrieve, (void)handle, (void)flags, (void)features;
    return 0;
}
static const void *keeping(const char *uri) {
    static const lv2_state state = {save, restore};
    return strcmp(uri, LV2_EXT "state#interface") == 0 ? &state : 0;
}
static const void *forgetting(const char *uri) {
    static const lv2_state state = {save, restore_nothing};
    return strcmp(uri, LV2_EXT "state#interface") == 0 ? &state : 0;
}

// Sound, and twice the side chain; on the right without that.
static void add_key(lv2_handle h, uint32_t count) {
    toy *t = h;
    for (uint32_t k = 0; k < count; k++) t->ports[1][k] = t->ports[0][k] + 2 * t->ports[2][k];
    for (uint32_t k = 0; t->ports[3] && k < count; k++) t->ports[4][k] = t->ports[3][k];
}

static const lv2_plugin toys[] = {
    {"urn:kkmix:toy:amp", make, join, 0, amplify, 0, free, 0},
    {"urn:kkmix:toy:judge", make, join, 0, judge, 0, free, extension},
    {"urn:kkmix:toy:needy", make, join, 0, amplify, 0, free, 0},
    {"urn:kkmix:toy:keeper", make, join, 0, keep, 0, free, keeping},
    {"urn:kkmix:toy:forgetter", make, join, 0, keep, 0, free, forgetting},
    {"urn:kkmix:toy:chooser", make, join, 0, amplify, 0, free, 0},
    {"urn:kkmix:toy:keyed", make, join, 0, add_key, 0, free, 0},
    {"urn:kkmix:toy:keyed2", make, join, 0, add_key, 0, free, 0},
};

const lv2_plugin *lv2_descriptor(uint32_t index);
const lv2_plugin *lv2_descriptor(uint32_t index) { return index < sizeof toys / sizeof *toys ? &toys[index] : 0; }
