// A run loop for a queue's callbacks. An offline queue calls them on the rendering thread, so a program can only pass a
// run loop, let it run for a while, and use its own timers on it.
#ifndef KK_CFRUNLOOP_H
#define KK_CFRUNLOOP_H

#include <CoreFoundation/CFDate.h>
#include <CoreFoundation/CFString.h>

CF_ASSUME_NONNULL_BEGIN
CF_EXTERN_C_BEGIN

typedef struct __CFRunLoop *CFRunLoopRef;
#ifndef __swift__
typedef CFStringRef CFRunLoopMode;
#endif
extern KK_REFINED const CFStringRef kCFRunLoopDefaultMode;
extern KK_REFINED const CFStringRef kCFRunLoopCommonModes;
extern KK_REFINED CFRunLoopRef CFRunLoopGetCurrent(void);
extern KK_REFINED CFRunLoopRef CFRunLoopGetMain(void);
KK_ENUM(SInt32, CFRunLoopRunResult) {
    kCFRunLoopRunFinished = 1,
    kCFRunLoopRunStopped = 2,
    kCFRunLoopRunTimedOut = 3,
    kCFRunLoopRunHandledSource = 4
};
extern CFRunLoopRunResult CFRunLoopRunInMode(CFStringRef mode, CFTimeInterval seconds, Boolean returnAfterSourceHandled);
extern void CFRunLoopRun(void);
extern void CFRunLoopStop(CFRunLoopRef rl);
extern void CFRunLoopWakeUp(CFRunLoopRef rl);

typedef struct __CFRunLoopTimer *CFRunLoopTimerRef;
typedef struct {
    CFIndex version;
    void *_Nullable info;
    const void *_Nullable (*_Nullable retain)(const void *_Nullable info);
    void (*_Nullable release)(const void *_Nullable info);
    CFStringRef _Nullable (*_Nullable copyDescription)(const void *_Nullable info);
} CFRunLoopTimerContext;
typedef void (*CFRunLoopTimerCallBack)(CFRunLoopTimerRef timer, void *_Nullable info);
extern CFRunLoopTimerRef _Nullable CFRunLoopTimerCreate(CFAllocatorRef _Nullable alloc, CFAbsoluteTime fireDate,
                                                        CFTimeInterval interval, CFOptionFlags flags, CFIndex order,
                                                        CFRunLoopTimerCallBack callout, CFRunLoopTimerContext *_Nullable context);
extern void CFRunLoopTimerInvalidate(CFRunLoopTimerRef timer);
extern void CFRunLoopAddTimer(CFRunLoopRef rl, CFRunLoopTimerRef timer, CFStringRef mode);
extern void CFRunLoopRemoveTimer(CFRunLoopRef rl, CFRunLoopTimerRef timer, CFStringRef mode);

CF_EXTERN_C_END
CF_ASSUME_NONNULL_END
#endif
