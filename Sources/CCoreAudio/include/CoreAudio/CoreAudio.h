// On a Mac this header also has devices. There are none here, only its types and times.
#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreAudio/HostTime.h>
