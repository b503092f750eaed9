#include <AudioUnit/AudioUnit.h>
