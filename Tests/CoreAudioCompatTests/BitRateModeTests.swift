import CAppleSources
import CoreAudioCompat
import Testing

/// A program in C++ that was written for Apple's encoders hears its own sound again, at the rate that it set.
@Suite struct BitRateModeTests {
    private static let constant = UInt32(kAudioCodecBitRateControlMode_Constant)
    private static let average = UInt32(kAudioCodecBitRateControlMode_LongTermAverage)
    private static let constrained = UInt32(kAudioCodecBitRateControlMode_VariableConstrained)
    private static let variable = UInt32(kAudioCodecBitRateControlMode_Variable)

    private func encoded(_ format: AudioFormatID, _ mode: UInt32, _ rate: UInt32) -> EncodedSound {
        var sound = EncodedSound()
        let line = EncoderKeepsItsRate(format, mode, rate, &sound)
        #expect(line == 0, "the line of Tests/CAppleSources/Encoders.cpp")
        return sound
    }

    @Test(arguments: [64_000, 128_000, 256_000] as [UInt32])
    func `AAC at a constant rate never stops, and makes good for what was too much`(rate: UInt32) {
        let sound = encoded(kAudioFormatMPEG4AAC, Self.constant, rate)
        // An eighth of a second.
        #expect(sound.status == noErr && sound.packetCount == 131 && sound.mostBehind < 8, "\(sound)")
        #expect(sound.mostAhead < Double(rate) / 8 && abs(sound.bitRate / Double(rate) - 1) < 0.01, "\(sound)")
        // As libavcodec has it at an average rate, too.
        #expect(sound.signalToNoise > (rate < 128_000 ? 9 : 25), "\(sound)")
    }

    @Test func `AAC at an average rate spends nothing on silence`() {
        for mode in [Self.average, Self.constrained] {
            let sound = encoded(kAudioFormatMPEG4AAC, mode, 128_000)
            #expect(sound.status == noErr && sound.smallest < 20 && sound.mostBehind > 12_000, "\(sound)")
            #expect(sound.signalToNoise > 25, "\(sound)")
        }
    }

    @Test func `packets of Opus at a constant rate have one size, and others what their sound needs`() {
        let constant = encoded(kAudioFormatOpus, Self.constant, 96_000)
        // 96,000 / 50 / 8 bytes.
        #expect(constant.smallest == 240 && constant.largest == 240 && constant.packetCount > 150, "\(constant)")
        for mode in [Self.constrained, Self.variable] {
            let sound = encoded(kAudioFormatOpus, mode, 96_000)
            #expect(sound.smallest < 30 && sound.largest > 240 && sound.signalToNoise > 15, "\(sound)")
        }
    }

    @Test func `MP3 has a constant, an average and a variable rate`() {
        let constant = encoded(kAudioFormatMPEGLayer3, Self.constant, 128_000)
        // 128,000 · 1152 / 44,100 / 8 bytes.
        #expect(constant.smallest == 417 && constant.largest == 418 && constant.signalToNoise > 25, "\(constant)")
        let average = encoded(kAudioFormatMPEGLayer3, Self.average, 128_000)
        #expect(average.smallest < 300 && average.largest > 418 && average.signalToNoise > 25, "\(average)")
        let few = encoded(kAudioFormatMPEGLayer3, Self.average, 96_000)
        #expect(few.bitRate < 0.9 * average.bitRate, "\(few)")
        // The quality counts, and not the rate.
        let rates = [64_000, 320_000].map { encoded(kAudioFormatMPEGLayer3, Self.variable, $0).bitRate }
        #expect(rates[0] == rates[1])
    }

    @Test func `the packets of AC-3 have one size`() {
        let sound = encoded(kAudioFormatAC3, Self.constant, 192_000)
        #expect(sound.largest - sound.smallest <= 2 && abs(sound.bitRate - 192_000) < 600, "\(sound)")
    }

    @Test(arguments: [
        (kAudioFormatAC3, average), (kAudioFormatAC3, variable), (kAudioFormatMPEG4AAC, variable),
        (kAudioFormatMPEGLayer3, constrained), (kAudioFormatOpus, average),
    ]) func `a mode that an encoder does not have is refused`(format: AudioFormatID, mode: UInt32) {
        #expect(encoded(format, mode, 192_000).status == kAudioConverterErr_OperationNotSupported)
    }
}
