extension AudioComponent {
    /// Every unit that kkmix has, by type, in the order in which they are found.
    public static let all: [AudioComponent] = [
        AudioComponent(.genericOutput, "Apple: AUGenericOutput") { GenericOutput() },
        AudioComponent(.multiChannelMixer, "Apple: AUMultiChannelMixer") { MultiChannelMixer() },
        AudioComponent(.matrixMixer, "Apple: AUMatrixMixer") { MatrixMixer() },
        AudioComponent(.lowPassFilter, "Apple: AULowpass") { LowPassFilter() },
        AudioComponent(.highPassFilter, "Apple: AUHipass") { HighPassFilter() },
        AudioComponent(.bandPassFilter, "Apple: AUBandpass") { BandPassFilter() },
        AudioComponent(.highShelfFilter, "Apple: AUHighShelfFilter") { HighShelfFilter() },
        AudioComponent(.lowShelfFilter, "Apple: AULowShelfFilter") { LowShelfFilter() },
        AudioComponent(.parametricEQ, "Apple: AUParametricEQ") { ParametricEQ() },
        AudioComponent(.nBandEQ, "Apple: AUNBandEQ") { NBandEQ() },
        AudioComponent(.graphicEQ, "Apple: AUGraphicEQ") { GraphicEQ() },
        AudioComponent(.iPodEQ, "Apple: AUiPodEQ") { IPodEQ() },
        AudioComponent(.peakLimiter, "Apple: AUPeakLimiter") { PeakLimiter() },
        AudioComponent(.dynamicsProcessor, "Apple: AUDynamicsProcessor") { DynamicsProcessor() },
        AudioComponent(.delay, "Apple: AUDelay") { Delay() },
        AudioComponent(.sampleDelay, "Apple: AUSampleDelay") { SampleDelay() },
        AudioComponent(.truePeakLimiter, "kkmix: TruePeakLimiter") { TruePeakLimiter() },
        AudioComponent(.converter, "Apple: AUConverter") { Converter() },
        AudioComponent(.scheduledSoundPlayer, "Apple: AUScheduledSoundPlayer") { ScheduledSoundPlayer() },
        AudioComponent(.splitter, "Apple: AUSplitter") { Splitter() },
        AudioComponent(.multiSplitter, "Apple: AUMultiSplitter") { MultiSplitter() },
        AudioComponent(.merger, "Apple: AUMerger") { Merger() },
        AudioComponent(.filePlayer, "Apple: AUAudioFilePlayer") { FilePlayer() },
        AudioComponent(.audioPlayer, "kkmix: AudioPlayer") { AudioPlayer() },
    ]
}
