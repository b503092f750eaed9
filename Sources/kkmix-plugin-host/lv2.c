// What bundles say of their plug-ins and presets.

#include "lilv.h"
#include "plugin.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Whether an input is a side chain. That is said of the port, or of the group in which it is; Calf's are called so, and may stay without sound.
static int is_side(const void *p, const void *port) {
    _Bool (*const has)(const void *, const void *, node) = LILV(_Bool, port_has_property, const void *, const void *, node);
    node (*const get)(const void *, const void *, node) = LILV(node, port_get, const void *, const void *, node);
    node side = uri(LV2_EXT "port-groups#sideChainOf"), group = get(p, port, uri(LV2_EXT "port-groups#group"));
    const char *const symbol = text(LILV(node, port_get_symbol, const void *, const void *)(p, port));
    return has(p, port, uri(LV2 "isSideChain")) || get(p, port, side) || (group && LILV(node, world_get, void *, node, node, node)(world, group, side, 0)) ||
           (symbol && strncmp(symbol, "sidechain", 9) == 0 && has(p, port, uri(LV2 "connectionOptional")));
}

// The names of a port's values.
static void read_points(const void *p, const void *port, plugin_port *told) {
    void *const all = LILV(void *, port_get_scale_points, const void *, const void *)(p, port);
    void *(*const begin)(const void *) = LILV(void *, scale_points_begin, const void *), *(*const next)(const void *, void *) = LILV(void *, scale_points_next, const void *, void *);
    if (!all || !(told->points = malloc(MOST_POINTS * sizeof(plugin_point)))) return;
    for (void *at = begin(all); told->point_count < MOST_POINTS && !LILV(_Bool, scale_points_is_end, const void *, void *)(all, at); at = next(all, at)) {
        const void *const point = LILV(const void *, scale_points_get, const void *, void *)(all, at);
        told->points[told->point_count++] = (plugin_point){.value = number(LILV(node, scale_point_get_value, const void *)(point)),
                                                           .name = text(LILV(node, scale_point_get_label, const void *)(point))};
    }
}

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
    read_points(p, port, told);
    if (is_a(p, port, uri(LV2 "ControlPort"))) {
        told->kind |= CONTROL;
        if (told->kind & OUTPUT && (has(p, port, uri(LV2 "reportsLatency")) || (designation && strcmp(designation, LV2 "latency") == 0)))
            told->kind |= LATENCY;
        if (told->kind & INPUT && designation && strcmp(designation, LV2 "freeWheeling") == 0) told->kind |= OFFLINE;
    } else if (is_a(p, port, uri(LV2 "CVPort"))) {
        told->kind |= SILENT;
    } else if (is_a(p, port, uri(LV2 "AudioPort"))) {
        told->kind |= told->kind & INPUT && is_side(p, port) ? SIDE : AUDIO;
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

// What a plug-in asks for and kkmix has not, or nothing.
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

// The world of the bundle that `path` is, which then ends with a slash, or in which it lies, or else of all bundles.
static void load(const char *path, const char *word) {
    const char *const end = strrchr(path, '/');
    const int is_bundle = end && end[1] == 0;
    if (!world) world = LILV(void *, world_new, void)();
    if (!world) _exit(NO_LILV);
    if (end && end > path && (word || is_bundle)) {
        char *const bundle = strndup(path, (size_t)(end - path) + 1);
        LILV(void, world_load_bundle, void *, node)(world, LILV(node, new_file_uri, void *, const char *, const char *)(world, 0, bundle));
        free(bundle);
        if (is_bundle || LILV(const void *, plugins_get_by_uri, const void *, node)(all(), uri(word))) return;
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

typedef struct {
    const plugin *p;
    float *values;
} port_values;

// A value of a preset, of any kind of number.
static void take_value(const char *symbol, void *to, const void *value, uint32_t size, uint32_t type) {
    const port_values *const taken = to;
    float number = NAN;
    if (size == sizeof(float) && type == map(0, LV2_EXT "atom#Float")) number = *(const float *)value;
    if (size == sizeof(double) && type == map(0, LV2_EXT "atom#Double")) number = (float)*(const double *)value;
    if (size == sizeof(int32_t) && (type == map(0, LV2_EXT "atom#Int") || type == map(0, LV2_EXT "atom#Bool"))) number = (float)*(const int32_t *)value;
    if (size == sizeof(int64_t) && type == map(0, LV2_EXT "atom#Long")) number = (float)*(const int64_t *)value;
    for (unsigned long port = 0; port < taken->p->port_count; port++)
        if (taken->p->ports[port].symbol && strcmp(taken->p->ports[port].symbol, symbol) == 0) taken->values[port] = number;
}

static void each_preset(const plugin *p, void (*found)(const plugin *, const plugin_preset *)) {
    const void *const related = LILV(const void *, plugin_get_related, const void *, node)(p->own, uri(LV2_EXT "presets#Preset"));
    void *(*const begin)(const void *) = LILV(void *, nodes_begin, const void *), *(*const next)(const void *, void *) = LILV(void *, nodes_next, const void *, void *);
    static float values[MOST_PORTS];
    for (void *at = begin(related); !LILV(_Bool, nodes_is_end, const void *, void *)(related, at); at = next(related, at)) {
        node address = LILV(node, nodes_get, const void *, void *)(related, at);
        LILV(int, world_load_resource, void *, node)(world, address);
        void *const state = LILV(void *, state_new_from_world, void *, lv2_map *, node)(world, &mapping, address);
        if (!state) continue;
        for (unsigned long port = 0; port < p->port_count; port++) values[port] = NAN;
        LILV(void, state_emit_port_values, const void *, void (*)(const char *, void *, const void *, uint32_t, uint32_t), void *)
        (state, take_value, &(port_values){p, values});
        const unsigned beyond = LILV(unsigned, state_get_num_properties, const void *)(state);
        char *const words = beyond ? state_text(state) : 0;
        found(p, &(plugin_preset){.address = text(address), .name = LILV(const char *, state_get_label, const void *)(state), .state = words, .values = values});
        free(words);
        LILV(void, state_free, void *)(state);
    }
}

const plugin_kind lv2 = {each, each_preset, make_lv2, connect_lv2, activate_lv2, deactivate_lv2, run_lv2, save_lv2, end_lv2};
