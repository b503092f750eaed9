#ifndef KKMIX_PLUGIN_H
#define KKMIX_PLUGIN_H

// What main.c knows of a plug-in, of whichever kind it is.

enum {
    INPUT = 1,
    OUTPUT = 2,
    CONTROL = 4,
    AUDIO = 8,
    // It says by how many frames the output is late.
    LATENCY = 16,
    // What wants to know whether anybody waits for the sound, is told that nobody does.
    OFFLINE = 32,
    // A block that nobody fills and nobody reads: a control voltage.
    SILENT = 64,
    // Of messages, and there are none.
    EVENTS = 128,
    // An input of sound that controls what is done to the sound, and does not come out.
    SIDE = 256,
};

typedef struct {
    float value;
    const char *name;
} plugin_point;

typedef struct {
    int kind;
    // The range and the default by LADSPA's flags.
    int hint;
    float lower, upper;
    // A default beside the flags, or no number.
    float value;
    const char *unit, *symbol, *name;
    // Names of some of its values.
    int point_count;
    plugin_point *points;
} plugin_port;

typedef struct {
    unsigned long id;
    const char *label, *name, *maker, *file;
    // What the host would have to have, and does not; or nothing.
    const char *lack;
    unsigned long port_count;
    plugin_port *ports;
    const void *own;
} plugin;

enum { MOST_PORTS = 1024, MOST_POINTS = 256, LONGEST_TEXT = 1024, LONGEST_STATE = 1 << 20 };

typedef struct {
    const char *address, *name;
    // What it sets beside ports, or nothing.
    const char *state;
    // Values of the ports; no number for one that it leaves alone.
    const float *values;
} plugin_preset;

// What the program ends with.
enum { DONE = 0, NO_LIBRARY = 80, NO_PLUGIN = 81, NO_INSTANCE = 82, NO_MEMORY = 83, NO_PARENT = 84, NO_LILV = 85, NO_STATE = 86 };

typedef struct {
    // Visits those of a library whose label is, or ends with, `word`; all without one. The first that is wanted is returned, and stays as it is.
    const plugin *(*each)(const char *path, const char *word, int (*is_wanted)(const plugin *));
    // Visits the presets of one.
    void (*each_preset)(const plugin *, void (*found)(const plugin *, const plugin_preset *));
    // An instance of the rate, the block that is to come, and a state that was saved or is a preset's, or nothing.
    void *(*make)(const plugin *, double rate, int block, const char *state);
    void (*connect)(void *instance, unsigned long port, float *place);
    void (*activate)(void *instance);
    void (*deactivate)(void *instance);
    void (*run)(void *instance, int count);
    // What an instance keeps beside its ports, as text that is to be freed; or nothing.
    char *(*save)(void *instance);
    void (*end)(void *instance);
} plugin_kind;

extern const plugin_kind ladspa, lv2;

#endif
