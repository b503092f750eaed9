/// The order of channels in Vorbis, which is Opus' as well (mapping families 0 and 1).
///
/// Source: Vorbis I specification §4.3.9; RFC 7845 §5.1.1.2.
package enum XiphOrder {
    /// For each channel of the WAVE order the stream's channel that goes there.
    package static func waveOrder(_ channelCount: Int) -> [Int] {
        switch channelCount {
        case 3: [0, 2, 1]
        case 5: [0, 2, 1, 3, 4]
        case 6: [0, 2, 1, 5, 3, 4]
        case 7: [0, 2, 1, 6, 3, 4, 5]
        case 8: [0, 2, 1, 7, 5, 6, 3, 4]
        default: Array(0..<channelCount)
        }
    }
}
