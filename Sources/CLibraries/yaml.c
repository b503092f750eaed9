#include "libraries.h"

#ifdef __linux__
#include "load.h"
#include <yaml.h>

#define FUNCTIONS(F) \
    F(int, yaml_parser_initialize, (yaml_parser_t *parser), (parser)) \
    F(void, yaml_parser_delete, (yaml_parser_t *parser), (parser)) \
    F(void, yaml_parser_set_input_string, (yaml_parser_t *parser, const unsigned char *input, size_t size), (parser, input, size)) \
    F(int, yaml_parser_parse, (yaml_parser_t *parser, yaml_event_t *event), (parser, event)) \
    F(void, yaml_event_delete, (yaml_event_t *event), (event))

LIBRARY("libyaml-0.so.2")

STATE(yaml, "yaml_get_version_string")
#else
struct library_state yaml_library(void) { return (struct library_state){0}; }  // The linker has seen to it.
#endif
