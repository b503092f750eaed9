import CoreAudioCompat
import Testing

/// The numbers of AudioUnitParameters.h are those that the units have.
@Suite struct ParameterConstantTests {
    /// Of each unit that has parameters in the global scope, what the header has for them; of some other things the
    /// list has a number for each band.
    static let constants: [OSType: [AudioUnitParameterID]] = [
        kAudioUnitSubType_LowPassFilter: [kLowPassParam_CutoffFrequency, kLowPassParam_Resonance],
        kAudioUnitSubType_HighPassFilter: [kHipassParam_CutoffFrequency, kHipassParam_Resonance],
        kAudioUnitSubType_BandPassFilter: [kBandpassParam_CenterFrequency, kBandpassParam_Bandwidth],
        kAudioUnitSubType_HighShelfFilter: [kHighShelfParam_CutOffFrequency, kHighShelfParam_Gain],
        kAudioUnitSubType_LowShelfFilter: [kAULowShelfParam_CutoffFrequency, kAULowShelfParam_Gain],
        kAudioUnitSubType_ParametricEQ: [
            kParametricEQParam_CenterFreq, kParametricEQParam_Q, kParametricEQParam_Gain,
        ],
        kAudioUnitSubType_NBandEQ: [kAUNBandEQParam_GlobalGain]
            + (0..<16).flatMap { band in
                [
                    kAUNBandEQParam_BypassBand, kAUNBandEQParam_FilterType, kAUNBandEQParam_Frequency,
                    kAUNBandEQParam_Gain, kAUNBandEQParam_Bandwidth,
                ].map { $0 + band }
            },
        kAudioUnitSubType_GraphicEQ: Array(0..<31) + [kGraphicEQParam_NumberOfBands],
        kAudioUnitSubType_PeakLimiter: [kLimiterParam_AttackTime, kLimiterParam_DecayTime, kLimiterParam_PreGain],
        kAudioUnitSubType_DynamicsProcessor: [
            kDynamicsProcessorParam_Threshold, kDynamicsProcessorParam_HeadRoom, kDynamicsProcessorParam_ExpansionRatio,
            kDynamicsProcessorParam_ExpansionThreshold, kDynamicsProcessorParam_AttackTime,
            kDynamicsProcessorParam_ReleaseTime, kDynamicsProcessorParam_OverallGain,
            kDynamicsProcessorParam_CompressionAmount, kDynamicsProcessorParam_InputAmplitude,
            kDynamicsProcessorParam_OutputAmplitude,
        ],
        kAudioUnitSubType_MultiBandCompressor: [
            kMultibandCompressorParam_Pregain, kMultibandCompressorParam_Postgain, kMultibandCompressorParam_Crossover1,
            kMultibandCompressorParam_Crossover2, kMultibandCompressorParam_Crossover3,
            kMultibandCompressorParam_Threshold1, kMultibandCompressorParam_Threshold2,
            kMultibandCompressorParam_Threshold3, kMultibandCompressorParam_Threshold4,
            kMultibandCompressorParam_Headroom1, kMultibandCompressorParam_Headroom2,
            kMultibandCompressorParam_Headroom3, kMultibandCompressorParam_Headroom4,
            kMultibandCompressorParam_AttackTime, kMultibandCompressorParam_ReleaseTime, kMultibandCompressorParam_EQ1,
            kMultibandCompressorParam_EQ2, kMultibandCompressorParam_EQ3, kMultibandCompressorParam_EQ4,
            kMultibandCompressorParam_CompressionAmount1, kMultibandCompressorParam_CompressionAmount2,
            kMultibandCompressorParam_CompressionAmount3, kMultibandCompressorParam_CompressionAmount4,
            kMultibandCompressorParam_InputAmplitude1, kMultibandCompressorParam_InputAmplitude2,
            kMultibandCompressorParam_InputAmplitude3, kMultibandCompressorParam_InputAmplitude4,
            kMultibandCompressorParam_OutputAmplitude1, kMultibandCompressorParam_OutputAmplitude2,
            kMultibandCompressorParam_OutputAmplitude3, kMultibandCompressorParam_OutputAmplitude4,
        ],
        kAudioUnitSubType_Delay: [
            kDelayParam_WetDryMix, kDelayParam_DelayTime, kDelayParam_Feedback, kDelayParam_LopassCutoff,
        ],
        kAudioUnitSubType_SampleDelay: [kSampleDelayParam_DelayFrames],
        kAudioUnitSubType_Reverb2: [
            kReverb2Param_DryWetMix, kReverb2Param_Gain, kReverb2Param_MinDelayTime, kReverb2Param_MaxDelayTime,
            kReverb2Param_DecayTimeAt0Hz, kReverb2Param_DecayTimeAtNyquist, kReverb2Param_RandomizeReflections,
        ],
        kAudioUnitSubType_Distortion: [
            kDistortionParam_Delay, kDistortionParam_Decay, kDistortionParam_DelayMix, kDistortionParam_Decimation,
            kDistortionParam_Rounding, kDistortionParam_DecimationMix, kDistortionParam_LinearTerm,
            kDistortionParam_SquaredTerm, kDistortionParam_CubicTerm, kDistortionParam_PolynomialMix,
            kDistortionParam_RingModFreq1, kDistortionParam_RingModFreq2, kDistortionParam_RingModBalance,
            kDistortionParam_RingModMix, kDistortionParam_SoftClipGain, kDistortionParam_FinalMix,
        ],
        kAudioUnitSubType_Varispeed: [kVarispeedParam_PlaybackRate, kVarispeedParam_PlaybackCents],
        kAudioUnitSubType_TimePitch: [kTimePitchParam_Rate, kTimePitchParam_Pitch],
        kAudioUnitSubType_NewTimePitch: [
            kNewTimePitchParam_Rate, kNewTimePitchParam_Pitch, kNewTimePitchParam_Overlap,
            kNewTimePitchParam_EnablePeakLocking,
        ],
        kAudioUnitSubType_MatrixMixer: [kMatrixMixerParam_Volume, kMatrixMixerParam_Enable],
    ]

    @Test func `each of Apple's units has the parameters of the header, and no other`() throws {
        var apple = AudioComponentDescription(), component: AudioComponent?, seen: Set<OSType> = []
        apple.componentManufacturer = kAudioUnitManufacturer_Apple
        while let next = AudioComponentFindNext(component, &apple) {
            component = next
            var found = AudioComponentDescription(), made: AudioUnit?, size: UInt32 = 0
            #expect(AudioComponentGetDescription(next, &found) == noErr)
            #expect(AudioComponentInstanceNew(next, &made) == noErr)
            let unit = try #require(made), id = kAudioUnitProperty_ParameterList
            #expect(AudioUnitGetPropertyInfo(unit, id, 0, 0, &size, nil) == noErr)
            var list = [AudioUnitParameterID](repeating: 0, count: Int(size) / 4)
            if !list.isEmpty { #expect(AudioUnitGetProperty(unit, id, 0, 0, &list, &size) == noErr) }
            let constants = Self.constants[found.componentSubType] ?? []
            #expect(list.sorted() == constants.sorted(), "\(String(found.componentSubType, radix: 16))")
            if !list.isEmpty { seen.insert(found.componentSubType) }
            #expect(AudioComponentInstanceDispose(unit) == noErr)
        }
        #expect(seen == Set(Self.constants.keys))
    }
}
