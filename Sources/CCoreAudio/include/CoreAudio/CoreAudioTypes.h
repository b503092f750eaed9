// The former location of the types, now in their own framework.
#include <CoreAudioTypes/CoreAudioTypes.h>
