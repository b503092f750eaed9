#include <AudioToolbox/AudioUnitProperties.h>
