// The framework's own header also has the devices of a Mac. There are none here: these are its types and times.
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreAudio/HostTime.h>
