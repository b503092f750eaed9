extension AudioComponent {
    /// Every unit that kkmix has, by type, in the order in which they are found.
    public static let all: [AudioComponent] = [
        AudioComponent(.genericOutput, "Apple: AUGenericOutput") { GenericOutput() },
        AudioComponent(.multiChannelMixer, "Apple: AUMultiChannelMixer") { MultiChannelMixer() },
        AudioComponent(.matrixMixer, "Apple: AUMatrixMixer") { MatrixMixer() },
        AudioComponent(.converter, "Apple: AUConverter") { Converter() },
        AudioComponent(.splitter, "Apple: AUSplitter") { Splitter() },
        AudioComponent(.multiSplitter, "Apple: AUMultiSplitter") { MultiSplitter() },
        AudioComponent(.merger, "Apple: AUMerger") { Merger() },
        AudioComponent(.filePlayer, "Apple: AUAudioFilePlayer") { FilePlayer() },
    ]
}
