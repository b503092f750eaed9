package import KKPCM

extension PacketEncoders {
    /// The bits per second that a stream of a format can be asked for; empty where there is no choice.
    package static func bitRates(
        of format: FourCharCode, sampleRate: Double, channelCount: Int
    ) -> [ClosedRange<Int>] {
        switch format {
        case .mpegLayer3: MP3PacketEncoder.bitRates(sampleRate)
        case .opus: OpusPacketEncoder.bitRates(channelCount)
        case .aac: AVEncoderKind.aac.bitRates(sampleRate, channelCount)
        case .ac3: AVEncoderKind.ac3.bitRates(sampleRate, channelCount)
        default: []
        }
    }
}
