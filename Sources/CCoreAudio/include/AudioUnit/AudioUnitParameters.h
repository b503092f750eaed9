#include <AudioToolbox/AudioUnitParameters.h>
