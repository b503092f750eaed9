// The available components and their instances.
#ifndef KK_AUDIOCOMPONENT_H
#define KK_AUDIOCOMPONENT_H

#include <CoreAudioTypes/CoreAudioTypes.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

KK_OPTIONS(UInt32, AudioComponentFlags) {
    kAudioComponentFlag_Unsearchable = 1,
    kAudioComponentFlag_SandboxSafe = 2,
    kAudioComponentFlag_IsV3AudioUnit = 4,
    kAudioComponentFlag_RequiresAsyncInstantiation = 8,
    kAudioComponentFlag_CanLoadInProcess = 0x10
};

struct AudioComponentDescription {
    OSType componentType;
    OSType componentSubType;
    OSType componentManufacturer;
    UInt32 componentFlags;
    UInt32 componentFlagsMask;
};
typedef struct AudioComponentDescription AudioComponentDescription;

typedef struct OpaqueAudioComponent *AudioComponent;
typedef struct OpaqueAudioComponentInstance *AudioComponentInstance;

extern AudioComponent _Nullable AudioComponentFindNext(AudioComponent _Nullable inComponent, const AudioComponentDescription *inDesc);
extern UInt32 AudioComponentCount(const AudioComponentDescription *inDesc);
extern OSStatus AudioComponentCopyName(AudioComponent inComponent, CFStringRef _Nullable *_Nonnull outName);
extern OSStatus AudioComponentGetDescription(AudioComponent inComponent, AudioComponentDescription *outDesc);
extern OSStatus AudioComponentGetVersion(AudioComponent inComponent, UInt32 *outVersion);
extern OSStatus AudioComponentInstanceNew(AudioComponent inComponent, AudioComponentInstance _Nullable *_Nonnull outInstance);
extern OSStatus AudioComponentInstanceDispose(AudioComponentInstance inInstance);
extern Boolean AudioComponentInstanceCanDo(AudioComponentInstance inInstance, SInt16 inSelectorID);
extern AudioComponent _Nullable AudioComponentInstanceGetComponent(AudioComponentInstance inInstance);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
