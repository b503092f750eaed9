// Where Apple's headers have the fields of their structures, on processors of 64 bits. A library that was compiled with
// the one and is linked to the other finds everything in its place, or this file does not compile.
#include <stddef.h>

#include <AudioToolbox/AudioToolbox.h>
#include <mach/mach_time.h>

#define SIZE(type, size) _Static_assert(sizeof(type) == (size), #type " has another size")
#define AT(type, field, place) _Static_assert(offsetof(type, field) == (place), #type "." #field " is elsewhere")

SIZE(AudioBuffer, 16);
AT(AudioBuffer, mDataByteSize, 4);
AT(AudioBuffer, mData, 8);
SIZE(AudioBufferList, 24);
AT(AudioBufferList, mBuffers, 8);

SIZE(AudioStreamBasicDescription, 40);
AT(AudioStreamBasicDescription, mFormatID, 8);
AT(AudioStreamBasicDescription, mFormatFlags, 12);
AT(AudioStreamBasicDescription, mBytesPerPacket, 16);
AT(AudioStreamBasicDescription, mFramesPerPacket, 20);
AT(AudioStreamBasicDescription, mBytesPerFrame, 24);
AT(AudioStreamBasicDescription, mChannelsPerFrame, 28);
AT(AudioStreamBasicDescription, mBitsPerChannel, 32);
AT(AudioStreamBasicDescription, mReserved, 36);
SIZE(AudioStreamPacketDescription, 16);
AT(AudioStreamPacketDescription, mVariableFramesInPacket, 8);
AT(AudioStreamPacketDescription, mDataByteSize, 12);

SIZE(SMPTETime, 24);
AT(SMPTETime, mSubframeDivisor, 2);
AT(SMPTETime, mCounter, 4);
AT(SMPTETime, mType, 8);
AT(SMPTETime, mFlags, 12);
AT(SMPTETime, mHours, 16);
AT(SMPTETime, mFrames, 22);
SIZE(AudioTimeStamp, 64);
AT(AudioTimeStamp, mHostTime, 8);
AT(AudioTimeStamp, mRateScalar, 16);
AT(AudioTimeStamp, mWordClockTime, 24);
AT(AudioTimeStamp, mSMPTETime, 32);
AT(AudioTimeStamp, mFlags, 56);
SIZE(struct mach_timebase_info, 8);

SIZE(AudioValueRange, 16);
SIZE(AudioValueTranslation, 32);
AT(AudioValueTranslation, mInputDataSize, 8);
AT(AudioValueTranslation, mOutputData, 16);
AT(AudioValueTranslation, mOutputDataSize, 24);
SIZE(AudioClassDescription, 12);
SIZE(AudioComponentDescription, 20);

SIZE(AudioChannelDescription, 20);
AT(AudioChannelDescription, mChannelFlags, 4);
AT(AudioChannelDescription, mCoordinates, 8);
SIZE(AudioChannelLayout, 32);
AT(AudioChannelLayout, mChannelBitmap, 4);
AT(AudioChannelLayout, mNumberChannelDescriptions, 8);
AT(AudioChannelLayout, mChannelDescriptions, 12);

SIZE(AudioQueueBuffer, 56);
AT(AudioQueueBuffer, mAudioData, 8);
AT(AudioQueueBuffer, mAudioDataByteSize, 16);
AT(AudioQueueBuffer, mUserData, 24);
AT(AudioQueueBuffer, mPacketDescriptionCapacity, 32);
AT(AudioQueueBuffer, mPacketDescriptions, 40);
AT(AudioQueueBuffer, mPacketDescriptionCount, 48);
SIZE(AudioQueueParameterEvent, 8);
SIZE(AudioQueueChannelAssignment, 16);
SIZE(AudioQueueLevelMeterState, 8);

SIZE(AudioFileTypeAndFormatID, 8);
SIZE(AudioFormatListItem, 48);
AT(AudioFormatListItem, mChannelLayoutTag, 40);
SIZE(AudioFramePacketTranslation, 24);
AT(AudioFramePacketTranslation, mFrameOffsetInPacket, 16);
SIZE(AudioBytePacketTranslation, 24);
AT(AudioBytePacketTranslation, mByteOffsetInPacket, 16);
AT(AudioBytePacketTranslation, mFlags, 20);
SIZE(AudioFilePacketTableInfo, 16);
AT(AudioFilePacketTableInfo, mPrimingFrames, 8);
AT(AudioFilePacketTableInfo, mRemainderFrames, 12);
SIZE(AudioPacketRangeByteCountTranslation, 24);
SIZE(AudioPacketRollDistanceTranslation, 16);
SIZE(AudioIndependentPacketTranslation, 16);
SIZE(AudioPacketDependencyInfoTranslation, 16);
SIZE(AudioFile_SMPTE_Time, 8);
SIZE(AudioFileMarker, 40);
AT(AudioFileMarker, mName, 8);
AT(AudioFileMarker, mMarkerID, 16);
AT(AudioFileMarker, mSMPTETime, 20);
AT(AudioFileMarker, mType, 28);
AT(AudioFileMarker, mChannel, 34);
AT(AudioFileMarkerList, mMarkers, 8);
SIZE(AudioFileRegion, 64);
AT(AudioFileRegion, mName, 8);
AT(AudioFileRegion, mFlags, 16);
AT(AudioFileRegion, mNumberMarkers, 20);
AT(AudioFileRegion, mMarkers, 24);
AT(AudioFileRegionList, mRegions, 8);

SIZE(AudioUnitConnection, 16);
AT(AudioUnitConnection, sourceOutputNumber, 8);
AT(AudioUnitConnection, destInputNumber, 12);
SIZE(AUChannelInfo, 4);
SIZE(AURenderCallbackStruct, 16);
AT(AURenderCallbackStruct, inputProcRefCon, 8);
SIZE(AUPreset, 16);
AT(AUPreset, presetName, 8);
SIZE(AudioUnitExternalBuffer, 16);
SIZE(AudioOutputUnitStartAtTimeParams, 72);
SIZE(MixerDistanceParams, 12);
SIZE(AudioUnitFrequencyResponseBin, 16);
SIZE(AudioUnitMeterClipping, 8);
AT(AudioUnitMeterClipping, sawNotANumber, 5);
SIZE(AudioUnitParameterInfo, 104);
AT(AudioUnitParameterInfo, unitName, 56);
AT(AudioUnitParameterInfo, clumpID, 64);
AT(AudioUnitParameterInfo, cfNameString, 72);
AT(AudioUnitParameterInfo, unit, 80);
AT(AudioUnitParameterInfo, minValue, 84);
AT(AudioUnitParameterInfo, maxValue, 88);
AT(AudioUnitParameterInfo, defaultValue, 92);
AT(AudioUnitParameterInfo, flags, 96);
SIZE(AudioUnitParameterNameInfo, 16);
SIZE(AudioUnitParameterStringFromValue, 24);
AT(AudioUnitParameterStringFromValue, outString, 16);
SIZE(AudioUnitParameterValueFromString, 24);
AT(AudioUnitParameterValueFromString, outValue, 16);
SIZE(ScheduledAudioSlice, 112);
AT(ScheduledAudioSlice, mCompletionProc, 64);
AT(ScheduledAudioSlice, mFlags, 80);
AT(ScheduledAudioSlice, mReserved2, 88);
AT(ScheduledAudioSlice, mNumberFrames, 96);
AT(ScheduledAudioSlice, mBufferList, 104);
SIZE(ScheduledAudioFileRegion, 112);
AT(ScheduledAudioFileRegion, mAudioFile, 80);
AT(ScheduledAudioFileRegion, mLoopCount, 88);
AT(ScheduledAudioFileRegion, mStartFrame, 96);
AT(ScheduledAudioFileRegion, mFramesToPlay, 104);

SIZE(AudioUnitParameterEvent, 32);
AT(AudioUnitParameterEvent, eventType, 12);
AT(AudioUnitParameterEvent, eventValues.ramp.durationInFrames, 20);
AT(AudioUnitParameterEvent, eventValues.ramp.endValue, 28);
AT(AudioUnitParameterEvent, eventValues.immediate.value, 20);
SIZE(AudioUnitParameter, 24);
AT(AudioUnitParameter, mElement, 16);
SIZE(AudioUnitProperty, 24);
SIZE(AudioUnitEvent, 32);
AT(AudioUnitEvent, mArgument, 8);

SIZE(AudioConverterPrimeInfo, 8);
SIZE(AudioPanningInfo, 32);
AT(AudioPanningInfo, mGainScale, 20);
AT(AudioPanningInfo, mOutputChannelMap, 24);
SIZE(AudioBalanceFade, 24);
AT(AudioBalanceFade, mChannelLayout, 16);
SIZE(AudioFormatInfo, 56);
AT(AudioFormatInfo, mMagicCookie, 40);
AT(AudioFormatInfo, mMagicCookieSize, 48);

SIZE(AudioUnitNodeConnection, 16);
SIZE(AUNodeRenderCallback, 24);
AT(AUNodeRenderCallback, cback, 8);
SIZE(AUNodeInteraction, 32);
AT(AUNodeInteraction, nodeInteraction, 8);
