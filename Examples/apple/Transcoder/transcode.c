// transcode INPUT OUTPUT.{wav,aif,caf} RATE: ExtAudioFile reads one format, converts it, and writes another.
#include <AudioToolbox/AudioToolbox.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void CheckError(OSStatus error, const char *operation) {
    if (error == noErr) return;
    char code[5] = {(char)(error >> 24), (char)(error >> 16), (char)(error >> 8), (char)error, 0};
    fprintf(stderr, "%s: %d '%s'\n", operation, (int)error, code);
    exit(1);
}

static CFURLRef URLForPath(const char *path) {
    CFStringRef string = CFStringCreateWithCString(kCFAllocatorDefault, path, kCFStringEncodingUTF8);
    CFURLRef url = CFURLCreateWithFileSystemPath(kCFAllocatorDefault, string, kCFURLPOSIXPathStyle, false);
    CFRelease(string);
    return url;
}

int main(int argc, const char *argv[]) {
    if (argc != 4) {
        fprintf(stderr, "usage: transcode INPUT OUTPUT RATE\n");
        return 2;
    }
    Float64 rate = atof(argv[3]);
    const char *dot = strrchr(argv[2], '.');
    AudioFileTypeID type = dot && !strcmp(dot, ".aif") ? kAudioFileAIFFType : dot && !strcmp(dot, ".caf") ? kAudioFileCAFType : kAudioFileWAVEType;

    CFURLRef inputURL = URLForPath(argv[1]);
    ExtAudioFileRef input = NULL;
    CheckError(ExtAudioFileOpenURL(inputURL, &input), "ExtAudioFileOpenURL");
    CFShow(inputURL);
    CFRelease(inputURL);

    AudioStreamBasicDescription fileFormat;
    UInt32 size = sizeof(fileFormat);
    CheckError(ExtAudioFileGetProperty(input, kExtAudioFileProperty_FileDataFormat, &size, &fileFormat), "file format");
    SInt64 length = 0;
    size = sizeof(length);
    CheckError(ExtAudioFileGetProperty(input, kExtAudioFileProperty_FileLengthFrames, &size, &length), "file length");
    char formatID[5] = {(char)(fileFormat.mFormatID >> 24), (char)(fileFormat.mFormatID >> 16), (char)(fileFormat.mFormatID >> 8), (char)fileFormat.mFormatID, 0};
    printf("%s: '%s', %u channels, %.0f Hz, %lld frames\n", argv[1], formatID, (unsigned)fileFormat.mChannelsPerFrame, fileFormat.mSampleRate, (long long)length);

    // 24 bits in the file, Float32 in between.
    UInt32 channels = fileFormat.mChannelsPerFrame;
    AudioStreamBasicDescription outputFormat = {0};
    outputFormat.mSampleRate = rate;
    outputFormat.mFormatID = kAudioFormatLinearPCM;
    outputFormat.mFormatFlags = kAudioFormatFlagIsSignedInteger | kAudioFormatFlagIsPacked | (type == kAudioFileAIFFType ? kAudioFormatFlagIsBigEndian : 0);
    outputFormat.mChannelsPerFrame = channels;
    outputFormat.mBitsPerChannel = 24;
    outputFormat.mFramesPerPacket = 1;
    outputFormat.mBytesPerFrame = outputFormat.mBytesPerPacket = 3 * channels;

    AudioStreamBasicDescription clientFormat = {0};
    clientFormat.mSampleRate = rate;
    clientFormat.mFormatID = kAudioFormatLinearPCM;
    clientFormat.mFormatFlags = kAudioFormatFlagsNativeFloatPacked;
    clientFormat.mChannelsPerFrame = channels;
    clientFormat.mBitsPerChannel = 32;
    clientFormat.mFramesPerPacket = 1;
    clientFormat.mBytesPerFrame = clientFormat.mBytesPerPacket = sizeof(Float32) * channels;
    CheckError(ExtAudioFileSetProperty(input, kExtAudioFileProperty_ClientDataFormat, sizeof(clientFormat), &clientFormat), "client format of the input");

    CFURLRef outputURL = URLForPath(argv[2]);
    ExtAudioFileRef output = NULL;
    CheckError(ExtAudioFileCreateWithURL(outputURL, type, &outputFormat, NULL, kAudioFileFlags_EraseFile, &output), "ExtAudioFileCreateWithURL");
    CFRelease(outputURL);
    CheckError(ExtAudioFileSetProperty(output, kExtAudioFileProperty_ClientDataFormat, sizeof(clientFormat), &clientFormat), "client format of the output");

    enum { kFrames = 8192 };
    Float32 *memory = malloc(kFrames * clientFormat.mBytesPerFrame);
    SInt64 total = 0;
    for (;;) {
        AudioBufferList list;
        list.mNumberBuffers = 1;
        list.mBuffers[0].mNumberChannels = channels;
        list.mBuffers[0].mDataByteSize = kFrames * clientFormat.mBytesPerFrame;
        list.mBuffers[0].mData = memory;
        UInt32 frames = kFrames;
        CheckError(ExtAudioFileRead(input, &frames, &list), "ExtAudioFileRead");
        if (frames == 0) break;
        CheckError(ExtAudioFileWrite(output, frames, &list), "ExtAudioFileWrite");
        total += frames;
    }
    CheckError(ExtAudioFileDispose(output), "ExtAudioFileDispose");
    CheckError(ExtAudioFileDispose(input), "ExtAudioFileDispose");
    printf("%s: %lld frames\n", argv[2], (long long)total);
    free(memory);
    return 0;
}
