// How programs for Apple's systems set up an encoder, take its packets one by one, and hear them again.
#include <AudioToolbox/AudioToolbox.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "CAppleSources.h"

namespace {

const UInt32 channels = 2;

struct Frames {
    std::vector<Float32> samples;
    size_t place;
    bool ended;
};

struct Packets {
    std::vector<UInt8> bytes;
    std::vector<AudioStreamPacketDescription> places;
    size_t next;
};

const OSStatus notNow = 1;

// A packet's frames at a time: what a program has that gets them as they are recorded. Without them it says so by a code of its own.
OSStatus GiveFrames(AudioConverterRef, UInt32 *count, AudioBufferList *list, AudioStreamPacketDescription **, void *data) {
    Frames *frames = static_cast<Frames *>(data);
    size_t left = frames->samples.size() / channels - frames->place;
    if (!left) {
        *count = 0;
        return frames->ended ? noErr : notNow;
    }
    *count = UInt32(std::min<size_t>(left, 1024));
    list->mNumberBuffers = 1;
    list->mBuffers[0].mNumberChannels = channels;
    list->mBuffers[0].mData = frames->samples.data() + channels * frames->place;
    list->mBuffers[0].mDataByteSize = *count * channels * sizeof(Float32);
    frames->place += *count;
    return noErr;
}

OSStatus GivePacket(AudioConverterRef, UInt32 *count, AudioBufferList *list, AudioStreamPacketDescription **places, void *data) {
    Packets *packets = static_cast<Packets *>(data);
    *count = 0;
    if (packets->next == packets->places.size()) return noErr;
    AudioStreamPacketDescription &place = packets->places[packets->next++];
    static AudioStreamPacketDescription alone;
    alone = place;
    alone.mStartOffset = 0;
    list->mBuffers[0].mData = packets->bytes.data() + place.mStartOffset;
    list->mBuffers[0].mDataByteSize = place.mDataByteSize;
    if (places) *places = &alone;
    *count = 1;
    return noErr;
}

// A second each of tones, of silence and of noise.
std::vector<Float32> Sound(Float64 rate) {
    std::vector<Float32> sound;
    UInt32 noise = 1;
    for (int frame = 0; frame < 3 * int(rate); frame++) {
        double time = frame / rate, left = 0, right = 0;
        if (time < 1) {
            left = 0.3 * std::sin(2 * M_PI * 440 * time) + 0.1 * std::sin(2 * M_PI * 1320 * time);
            right = 0.3 * std::sin(2 * M_PI * 550 * time);
        } else if (time >= 2) {
            noise = noise * 1664525 + 1013904223;
            left = (noise >> 8) / 16777216.0 * 0.5 - 0.25;
            noise = noise * 1664525 + 1013904223;
            right = (noise >> 8) / 16777216.0 * 0.5 - 0.25;
        }
        sound.push_back(Float32(left));
        sound.push_back(Float32(right));
    }
    return sound;
}

}

int EncoderKeepsItsRate(UInt32 format, UInt32 mode, UInt32 bitRate, struct EncodedSound *result) {
    *result = EncodedSound();
    AudioStreamBasicDescription in = AudioStreamBasicDescription(), out = in;
    in.mSampleRate = format == kAudioFormatOpus ? 48000 : 44100;
    in.mFormatID = kAudioFormatLinearPCM;
    in.mFormatFlags = kAudioFormatFlagsNativeEndian | kAudioFormatFlagIsPacked | kAudioFormatFlagIsFloat;
    in.mChannelsPerFrame = channels;
    in.mFramesPerPacket = 1;
    in.mBitsPerChannel = 32;
    in.mBytesPerPacket = in.mBytesPerFrame = channels * sizeof(Float32);
    out.mSampleRate = in.mSampleRate;
    out.mChannelsPerFrame = channels;
    out.mFormatID = format;
    UInt32 size = sizeof out;
    EXPECT(AudioFormatGetProperty(kAudioFormatProperty_FormatInfo, 0, NULL, &size, &out) == noErr);
    AudioConverterRef encoder = NULL;
    EXPECT(AudioConverterNew(&in, &out, &encoder) == noErr);

    // The mode comes before the rate, and the rate is one of a list.
    result->status = AudioConverterSetProperty(encoder, kAudioCodecPropertyBitRateControlMode, sizeof mode, &mode);
    if (result->status) {
        EXPECT(AudioConverterDispose(encoder) == noErr);
        return 0;
    }
    UInt32 set = 99, quality = kAudioConverterQuality_Max;
    size = sizeof set;
    Boolean writable = false;
    EXPECT(AudioConverterGetPropertyInfo(encoder, kAudioCodecPropertyBitRateControlMode, &size, &writable) == noErr && size == 4 && writable);
    EXPECT(AudioConverterGetProperty(encoder, kAudioCodecPropertyBitRateControlMode, &size, &set) == noErr && set == mode);
    EXPECT(AudioConverterGetPropertyInfo(encoder, kAudioConverterApplicableEncodeBitRates, &size, NULL) == noErr && size >= 5 * sizeof(AudioValueRange));
    std::vector<AudioValueRange> rates(size / sizeof(AudioValueRange));
    EXPECT(AudioConverterGetProperty(encoder, kAudioConverterApplicableEncodeBitRates, &size, rates.data()) == noErr);
    bool found = false;
    for (size_t index = 0; index < rates.size(); index++) {
        EXPECT(rates[index].mMinimum == rates[index].mMaximum && (!index || rates[index].mMinimum > rates[index - 1].mMinimum));
        found = found || rates[index].mMinimum == bitRate;
    }
    EXPECT(found && rates.back().mMinimum >= 256000);
    EXPECT(AudioConverterSetProperty(encoder, kAudioConverterCodecQuality, sizeof quality, &quality) == noErr);
    if (mode == kAudioCodecBitRateControlMode_Variable) {
        quality = kAudioCodecQuality_Medium;
        EXPECT(AudioConverterSetProperty(encoder, kAudioCodecPropertySoundQualityForVBR, sizeof quality, &quality) == noErr);
    }
    EXPECT(AudioConverterSetProperty(encoder, kAudioConverterEncodeBitRate, sizeof bitRate, &bitRate) == noErr);
    size = sizeof in;
    EXPECT(AudioConverterGetProperty(encoder, kAudioConverterCurrentInputStreamDescription, &size, &in) == noErr && in.mBytesPerFrame == 8);
    EXPECT(AudioConverterGetProperty(encoder, kAudioConverterCurrentOutputStreamDescription, &size, &out) == noErr && out.mFramesPerPacket > 0);
    UInt32 largest = 0;
    size = sizeof largest;
    EXPECT(AudioConverterGetProperty(encoder, kAudioConverterPropertyMaximumOutputPacketSize, &size, &largest) == noErr);
    AudioConverterPrimeInfo prime = {0, 0};
    size = sizeof prime;
    EXPECT(AudioConverterGetProperty(encoder, kAudioConverterPrimeInfo, &size, &prime) == noErr);

    Frames frames = {Sound(in.mSampleRate), 0, false};
    Packets packets = {};
    std::vector<UInt8> buffer(largest);
    double due = 0;
    while (true) {
        UInt32 count = 1;
        AudioBufferList list = {1, {{channels, largest, buffer.data()}}};
        AudioStreamPacketDescription place = AudioStreamPacketDescription();
        OSStatus status = AudioConverterFillComplexBuffer(encoder, GiveFrames, &frames, &count, &list, &place);
        if (status == notNow) {
            EXPECT(!frames.ended);
            frames.ended = true;
        } else {
            EXPECT(status == noErr);
            if (!count) break;
        }
        if (!count) continue;
        EXPECT(count == 1 && place.mDataByteSize <= largest);
        AudioStreamPacketDescription kept = {SInt64(packets.bytes.size()), place.mVariableFramesInPacket, place.mDataByteSize};
        packets.bytes.insert(packets.bytes.end(), buffer.begin() + place.mStartOffset, buffer.begin() + place.mStartOffset + place.mDataByteSize);
        packets.places.push_back(kept);
        due += bitRate * double(out.mFramesPerPacket) / out.mSampleRate;
        double ahead = 8.0 * packets.bytes.size() - due;
        result->mostAhead = std::max(result->mostAhead, ahead);
        result->mostBehind = std::max(result->mostBehind, -ahead);
        UInt32 bytes = place.mDataByteSize;
        result->smallest = result->packetCount ? std::min(result->smallest, bytes) : bytes;
        result->largest = std::max(result->largest, bytes);
        result->packetCount++;
    }
    result->bitRate = 8.0 * packets.bytes.size() / (result->packetCount * double(out.mFramesPerPacket) / out.mSampleRate);

    AudioConverterRef decoder = NULL;
    EXPECT(AudioConverterNew(&out, &in, &decoder) == noErr);
    if (AudioConverterGetPropertyInfo(encoder, kAudioConverterCompressionMagicCookie, &size, NULL) == noErr && size) {
        std::vector<UInt8> cookie(size);
        EXPECT(AudioConverterGetProperty(encoder, kAudioConverterCompressionMagicCookie, &size, cookie.data()) == noErr);
        EXPECT(AudioConverterSetProperty(decoder, kAudioConverterDecompressionMagicCookie, size, cookie.data()) == noErr);
        // An ES descriptor, as those look for who want the configuration alone.
        EXPECT(format != kAudioFormatMPEG4AAC || cookie[0] == 3);
    }
    EXPECT(AudioConverterSetProperty(decoder, kAudioConverterPrimeInfo, sizeof prime, &prime) == noErr);
    UInt32 second = UInt32(in.mSampleRate);
    std::vector<Float32> heard(channels * second);
    AudioBufferList list = {1, {{channels, UInt32(heard.size() * sizeof(Float32)), heard.data()}}};
    EXPECT(AudioConverterFillComplexBuffer(decoder, GivePacket, &packets, &second, &list, NULL) == noErr && second == UInt32(in.mSampleRate));
    double signal = 0, noise = 0;
    for (size_t index = 4096; index < heard.size() - 16384; index++) {
        double wanted = frames.samples[index], wrong = heard[index] - wanted;
        signal += wanted * wanted;
        noise += wrong * wrong;
    }
    result->signalToNoise = 10 * std::log10(signal / noise);
    EXPECT(AudioConverterDispose(encoder) == noErr && AudioConverterDispose(decoder) == noErr);
    return 0;
}

// What a program asks before it has a converter, and what it writes into its log.
int EncodersAreAskedAbout() {
    AudioStreamBasicDescription format = AudioStreamBasicDescription();
    format.mFormatID = kAudioFormatMPEG4AAC;
    UInt32 size = 0;
    AudioFormatPropertyID rates = kAudioFormatProperty_AvailableEncodeSampleRates;
    EXPECT(AudioFormatGetPropertyInfo(rates, sizeof format, &format, &size) == noErr && size >= 9 * sizeof(AudioValueRange));
    std::vector<AudioValueRange> found(size / sizeof(AudioValueRange));
    EXPECT(AudioFormatGetProperty(rates, sizeof format, &format, &size, found.data()) == noErr);
    EXPECT(std::any_of(found.begin(), found.end(), [](const AudioValueRange &range) { return range.mMinimum <= 44100 && range.mMaximum >= 44100; }));
    format.mFormatID = kAudioFormatMPEG4AAC_HE;
    EXPECT(AudioFormatGetPropertyInfo(rates, sizeof format, &format, &size) == kAudioFormatUnsupportedDataFormatError);
    EXPECT(kAudioCodecPropertyQualitySetting == kAudioConverterSampleRateConverterQuality);
    EXPECT(kAudioCodecQuality_Max == kAudioConverterQuality_Max && kAudioCodecQuality_Min == kAudioConverterQuality_Min);

    CFErrorRef error = CFErrorCreate(kCFAllocatorDefault, kCFErrorDomainOSStatus, kAudioConverterErr_OperationNotSupported, NULL);
    CFStringRef words = CFErrorCopyDescription(error);
    EXPECT(CFErrorGetCode(error) == kAudioConverterErr_OperationNotSupported && CFEqual(CFErrorGetDomain(error), kCFErrorDomainOSStatus));
    EXPECT(words && CFStringGetLength(words) > 0);
    CFRelease(words), CFRelease(error);
    return 0;
}
