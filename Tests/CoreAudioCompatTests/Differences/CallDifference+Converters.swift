import CoreAudioCompat
import Foundation
import Testing

extension CallDifference {
    private static func opusEncoder() throws -> AudioConverterRef {
        var made: AudioConverterRef?, pcm = pcm16(channels: 2), opus = AudioStreamBasicDescription()
        pcm.mSampleRate = 48000
        (opus.mFormatID, opus.mSampleRate, opus.mChannelsPerFrame) = (kAudioFormatOpus, 48000, 2)
        #expect(AudioConverterNew(&pcm, &opus, &made) == noErr)
        return try #require(made)
    }

    static let converters = [
        CallDifference("AudioConverterGetProperty") {
            let converter = try opusEncoder(), rate = kAudioConverterEncodeBitRate
            var value: UInt32 = 0, size: UInt32 = 4
            #expect(
                AudioConverterGetProperty(converter, rate, &size, &value)
                    == kAudioConverterErr_PropertyNotSupported)
            value = 64000
            #expect(AudioConverterSetProperty(converter, rate, 4, &value) == noErr)
            value = 0
            #expect(AudioConverterGetProperty(converter, rate, &size, &value) == noErr && value == 64000)
            let layouts = kAudioConverterAvailableEncodeChannelLayoutTags
            size = 64
            var tags = [UInt32](repeating: 0, count: 16)
            #expect(AudioConverterGetProperty(converter, layouts, &size, &tags) == noErr)
            #expect(size == 4 && tags[0] == kAudioChannelLayoutTag_Stereo)
            for (id, count) in [
                (kAudioConverterApplicableEncodeBitRates, 25), (kAudioConverterAvailableEncodeBitRates, 1),
            ] {
                #expect(AudioConverterGetPropertyInfo(converter, id, &size, nil) == noErr && size == 16 * UInt32(count))
            }
            #expect(AudioConverterDispose(converter) == noErr)
        },
        CallDifference("AudioConverterSetProperty") {
            let encoder = try opusEncoder()
            for (id, value, answer) in [
                (kAudioConverterCodecQuality, UInt32(kAudioConverterQuality_Min), noErr),
                (kAudioConverterPropertyBitDepthHint, 16, noErr),
                (kAudioCodecPropertySoundQualityForVBR, UInt32(kAudioCodecQuality_High), noErr),
                (kAudioCodecPropertyBitRateControlMode, UInt32(kAudioCodecBitRateControlMode_Constant), noErr),
                (
                    kAudioCodecPropertyBitRateControlMode, UInt32(kAudioCodecBitRateControlMode_LongTermAverage),
                    kAudioConverterErr_OperationNotSupported
                ),
                (kAudioConverterPropertySettings, 0, kAudioConverterErr_PropertyNotSupported),
            ] {
                var value = [value, 0]
                let size: UInt32 = id == kAudioConverterPropertySettings ? 8 : 4
                #expect(AudioConverterSetProperty(encoder, id, size, &value) == answer, "\(id)")
            }
            #expect(AudioConverterDispose(encoder) == noErr)

            var made: AudioConverterRef?, from = pcm16(channels: 2), to = from
            from.mSampleRate = 48000
            #expect(AudioConverterNew(&from, &to, &made) == noErr)
            let converter = try #require(made), id = kAudioConverterSampleRateConverterComplexity
            for (complexity, answer) in [
                (kAudioConverterSampleRateConverterComplexity_Normal, noErr),
                (kAudioConverterSampleRateConverterComplexity_Mastering, noErr),
                (kAudioConverterSampleRateConverterComplexity_Linear, kAudioConverterErr_OperationNotSupported),
                (kAudioConverterSampleRateConverterComplexity_MinimumPhase, kAudioConverterErr_OperationNotSupported),
            ] {
                var value = UInt32(complexity)
                #expect(AudioConverterSetProperty(converter, id, 4, &value) == answer, "\(complexity)")
            }
            #expect(AudioConverterDispose(converter) == noErr)
        },
        CallDifference("AudioConverterFillComplexBuffer") {
            // A sine at another rate is that sine.
            let sine = { (frame: Int, rate: Double) in 16384 * sin(2 * Double.pi * 997 * Double(frame) / rate) }
            let frames = GivenFrames((0..<20_000).map { Int16(sine($0 / 2, 44100).rounded()) })
            var made: AudioConverterRef?, from = pcm16(channels: 2), to = from, packets: UInt32 = 8000
            to.mSampleRate = 48000
            #expect(AudioConverterNew(&from, &to, &made) == noErr)
            let converter = try #require(made), data = Unmanaged.passUnretained(frames).toOpaque()
            var heard = [Int16](repeating: 0, count: 16_000)
            heard.withUnsafeMutableBufferPointer {
                var list = AudioBufferList(mNumberBuffers: 1, mBuffers: AudioBuffer($0, numberOfChannels: 2))
                #expect(
                    AudioConverterFillComplexBuffer(converter, GivenFrames.give, data, &packets, &list, nil) == noErr)
            }
            #expect(packets == 8000)
            #expect((1000..<7000).allSatisfy { abs(Double(heard[2 * $0]) - sine($0, 48000)) < 4 })
            #expect(AudioConverterDispose(converter) == noErr)
        },
    ]
}
