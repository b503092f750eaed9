#include "libraries.h"
#include "load.h"

// kkmix-plugin-host calls it, in its own process. Here it is looked whether that will find it.
#define FUNCTIONS(F) F(void *, lilv_world_new, (void), ()) F(const char *, lilv_node_get_path, (const void *node, char **host), (node, host))

#ifdef __linux__
LIBRARY_TABLE("liblilv-0.so.0")
#else
LIBRARY_TABLE("liblilv-0.0.dylib")
#endif
STATE_BY(lilv, NULL)
