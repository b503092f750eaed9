// Where the types were before they had a framework of their own.
#include <CoreAudioTypes/CoreAudioTypes.h>
