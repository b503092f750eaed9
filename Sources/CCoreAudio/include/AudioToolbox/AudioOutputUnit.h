#ifndef KK_AUDIOOUTPUTUNIT_H
#define KK_AUDIOOUTPUTUNIT_H
#include <AudioToolbox/AUComponent.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

extern OSStatus AudioOutputUnitStart(AudioUnit ci);
extern OSStatus AudioOutputUnitStop(AudioUnit ci);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
