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
    uint32_t asked, worked, answered, ended;
} toy;

static lv2_handle make(const lv2_plugin *p, double rate, const char *bundle, const lv2_feature *const *features) {
    (void)p, (void)rate, (void)bundle;
    toy *t = calloc(1, sizeof(toy));
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

static const lv2_plugin toys[] = {
    {"urn:kkmix:toy:amp", make, join, 0, amplify, 0, free, 0},
    {"urn:kkmix:toy:judge", make, join, 0, judge, 0, free, extension},
    {"urn:kkmix:toy:needy", make, join, 0, amplify, 0, free, 0},
};

const lv2_plugin *lv2_descriptor(uint32_t index);
const lv2_plugin *lv2_descriptor(uint32_t index) { return index < 3 ? &toys[index] : 0; }
