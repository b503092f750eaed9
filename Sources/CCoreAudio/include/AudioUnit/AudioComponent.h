#include <AudioToolbox/AudioComponent.h>
