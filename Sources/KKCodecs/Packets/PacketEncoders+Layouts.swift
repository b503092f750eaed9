package import KKPCM

extension PacketEncoders {
    /// The channels of a format for each number of them, in the WAVE order; empty of one that says nothing of them.
    package static func layouts(of format: FourCharCode) -> [ChannelLayout] {
        switch format {
        case .appleLossless: ALACEncoder.limits.channels.map { ALACOrder.stored($0).inWaveOrder }
        case .aac: AVEncoderKind.aac.layouts.map(\.layout)
        case .ac3: AVEncoderKind.ac3.layouts.map(\.layout)
        default: []
        }
    }
}
