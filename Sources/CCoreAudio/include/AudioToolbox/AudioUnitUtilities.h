// Listeners for parameter changes. There is no run loop: a listener is called by the function that makes the change,
// before it returns. Its interval and granularity are not used.
#ifndef KK_AUDIOUNITUTILITIES_H
#define KK_AUDIOUNITUTILITIES_H

#include <AudioToolbox/AUComponent.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct AUListenerBase *AUParameterListenerRef;
typedef struct AUListenerBase *AUEventListenerRef;

KK_CONSTANTS(AudioUnitParameterID) { kAUParameterListener_AnyParameter = 0xFFFFFFFF };

KK_ENUM(UInt32, AudioUnitEventType) {
    kAudioUnitEvent_ParameterValueChange = 0,
    kAudioUnitEvent_BeginParameterChangeGesture = 1,
    kAudioUnitEvent_EndParameterChangeGesture = 2,
    kAudioUnitEvent_PropertyChange = 3
};

struct AudioUnitEvent {
    AudioUnitEventType mEventType;
    union {
        AudioUnitParameter mParameter;  // of a value and of gestures
        AudioUnitProperty mProperty;    // of PropertyChange
    } mArgument;
};
typedef struct AudioUnitEvent AudioUnitEvent;

typedef void (*AUParameterListenerProc)(void *_Nullable inUserData, void *_Nullable inObject, const AudioUnitParameter *inParameter,
                                        AudioUnitParameterValue inValue);
typedef void (*AUEventListenerProc)(void *_Nullable inUserData, void *_Nullable inObject, const AudioUnitEvent *inEvent,
                                    UInt64 inEventHostTime, AudioUnitParameterValue inParameterValue);

extern OSStatus AUListenerCreate(AUParameterListenerProc inProc, void *_Nullable inUserData, CFRunLoopRef _Nullable inRunLoop,
                                 CFStringRef _Nullable inRunLoopMode, Float32 inNotificationInterval,
                                 AUParameterListenerRef _Nullable *_Nonnull outListener);
// In Swift: AUListenerCreateWithDispatchQueue(), which takes a closure. C has no blocks here.
extern OSStatus AUListenerDispose(AUParameterListenerRef inListener);
extern OSStatus AUListenerAddParameter(AUParameterListenerRef inListener, void *_Nullable inObject, const AudioUnitParameter *inParameter);
extern OSStatus AUListenerRemoveParameter(AUParameterListenerRef inListener, void *_Nullable inObject, const AudioUnitParameter *inParameter);
// Sets a parameter and notifies all listeners except the given one for the given object.
extern OSStatus AUParameterSet(AUParameterListenerRef _Nullable inSendingListener, void *_Nullable inSendingObject,
                               const AudioUnitParameter *inParameter, AudioUnitParameterValue inValue, UInt32 inBufferOffsetInFrames);
extern OSStatus AUParameterListenerNotify(AUParameterListenerRef _Nullable inSendingListener, void *_Nullable inSendingObject,
                                          const AudioUnitParameter *inParameter);

extern OSStatus AUEventListenerCreate(AUEventListenerProc inProc, void *_Nullable inUserData, CFRunLoopRef _Nullable inRunLoop,
                                      CFStringRef _Nullable inRunLoopMode, Float32 inNotificationInterval, Float32 inValueChangeGranularity,
                                      AUEventListenerRef _Nullable *_Nonnull outListener);
// In Swift: AUEventListenerCreateWithDispatchQueue().
extern OSStatus AUEventListenerAddEventType(AUEventListenerRef inListener, void *_Nullable inObject, const AudioUnitEvent *inEvent);
extern OSStatus AUEventListenerRemoveEventType(AUEventListenerRef inListener, void *_Nullable inObject, const AudioUnitEvent *inEvent);
extern OSStatus AUEventListenerNotify(AUEventListenerRef _Nullable inSendingListener, void *_Nullable inSendingObject, const AudioUnitEvent *inEvent);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
