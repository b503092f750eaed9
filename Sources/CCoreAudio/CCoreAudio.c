// The headers are the target. The functions that they declare are in CoreAudioCompat.
#include <AudioToolbox/AudioToolbox.h>

_Static_assert(sizeof(AudioStreamBasicDescription) == 40, "AudioStreamBasicDescription");
_Static_assert(sizeof(AudioStreamPacketDescription) == 16, "AudioStreamPacketDescription");
_Static_assert(sizeof(SMPTETime) == 24, "SMPTETime");
_Static_assert(sizeof(AudioTimeStamp) == 64, "AudioTimeStamp");
_Static_assert(sizeof(AudioChannelDescription) == 20, "AudioChannelDescription");
_Static_assert(sizeof(AudioComponentDescription) == 20, "AudioComponentDescription");
_Static_assert(sizeof(AudioUnitParameterEvent) == 32, "AudioUnitParameterEvent");
