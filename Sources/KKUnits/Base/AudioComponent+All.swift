extension AudioComponent {
    /// Every unit that kkmix has, by type, in the order in which they are found.
    public static let all: [AudioComponent] = [
        AudioComponent(.genericOutput, "Apple: AUGenericOutput") { GenericOutput() },
        AudioComponent(.multiChannelMixer, "Apple: AUMultiChannelMixer") { MultiChannelMixer() },
        AudioComponent(.converter, "Apple: AUConverter") { Converter() },
        AudioComponent(.scheduledSoundPlayer, "Apple: AUScheduledSoundPlayer") { ScheduledSoundPlayer() },
        AudioComponent(.filePlayer, "Apple: AUAudioFilePlayer") { FilePlayer() },
    ]
}
