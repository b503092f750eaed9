// The parts of AudioToolbox that kkmix has.
#ifndef KK_AUDIOTOOLBOX_H
#define KK_AUDIOTOOLBOX_H

#include <CoreAudioTypes/CoreAudioTypes.h>
#include <CoreFoundation/CoreFoundation.h>

#include <AudioToolbox/AudioCodec.h>
#include <AudioToolbox/AudioFormat.h>
#include <AudioToolbox/AudioComponent.h>
#include <AudioToolbox/AUComponent.h>
#include <AudioToolbox/AudioOutputUnit.h>
#include <AudioToolbox/AudioUnitProperties.h>
#include <AudioToolbox/AudioUnitParameters.h>
#include <AudioToolbox/AudioUnitUtilities.h>
#include <AudioToolbox/AUGraph.h>
#include <AudioToolbox/AudioFile.h>
#include <AudioToolbox/AudioFileStream.h>
#include <AudioToolbox/CAFFile.h>
#include <AudioToolbox/ExtendedAudioFile.h>
#include <AudioToolbox/AudioConverter.h>
#include <AudioToolbox/AudioQueue.h>

#endif
