internal import KKAudio

/// The `AudioPlayer` of an ``AVAudioPlayer`` as a node: the file's channels at the rate of who asks for them.
final class SoundNode: AVAudioNode {
    let player = AudioPlayer()
    private let layout: ChannelLayout
    private var sampleRate: Double

    init(_ reader: AudioFileReader) throws {
        layout = reader.fileLayout
        sampleRate = reader.format.sampleRate
        try player.setSource(reader, layout: layout)
        super.init(outputs: 1)
        try open(sampleRate: sampleRate)
    }

    /// What comes out.
    var format: AVAudioFormat { AVAudioFormat(sampleRate, layout) }

    /// Has the sound come out at a rate.
    func open(sampleRate: Double) throws {
        player.uninitialize()
        try player.setStreamFormat(
            .canonical(sampleRate: sampleRate, channels: layout.channelCount), scope: .output)
        try player.setChannelLayout(layout, scope: .output)
        self.sampleRate = sampleRate
    }

    override func configure(slice: Int) throws {
        if player.isInitialized && player.maximumFramesPerSlice == slice { return }
        player.uninitialize()
        try player.setMaximumFramesPerSlice(slice)
        try player.initialize()
    }

    override func produce(
        _ bus: Int, _ time: AudioTime, _ frameCount: Int, into buffer: inout PCMBuffer
    ) throws -> Bool {
        var flags: RenderActionFlags = .offlineRender
        try player.render(&flags, time: time, frameCount: frameCount, into: &buffer)
        return flags.contains(.outputIsSilence)
    }
}
