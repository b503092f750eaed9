internal import CLibraries

/// The length of True Audio in Matroska: its own header, which counts the frames, is not there, and libavformat makes one
/// of the file's length in milliseconds. With another number of frames than it has the last packet cannot be decoded.
extension AVStreamParameters {
    /// Sets the length to the nearest with which the last packet can be decoded.
    ///
    /// - Parameters:
    ///   - codec: another one than True Audio is left alone.
    ///   - packetCount: of the stream.
    ///   - last: the bytes of the last packet; one that is damaged changes nothing.
    /// - Returns: whether the length is another one now.
    package func mendLength(_ codec: DemuxedCodec, packetCount: Int64, last: Span<UInt8>) -> Bool {
        guard codec.name == "tta", packetCount > 0, let (rate, stated) = trueAudio else { return false }
        let whole = 256 * rate / 245
        let before = (Int(packetCount) - 1) * whole
        for distance in 0...rate / Self.roundingsPerSecond {
            for length in [stated - distance, stated + distance]
            where decodes(last, codec, frames: length - before, of: whole) {
                setTrueAudio(frames: length)
                return distance > 0
            }
        }
        setTrueAudio(frames: stated)
        return false
    }

    /// Whether a packet has so many frames, as a last one; no other has fewer.
    private func decodes(_ packet: Span<UInt8>, _ codec: DemuxedCodec, frames: Int, of whole: Int) -> Bool {
        guard (1...whole).contains(frames) else { return false }
        setTrueAudio(frames: frames)
        return (try? AVDecoderHandle(codec, self).sound(of: packet))?.frameCount == frames
    }

    /// A time that is cut to milliseconds, and a length that is added to it, are together not farther off.
    private static let roundingsPerSecond = 500

    /// Rate and frames of a header of True Audio; `nil` if there is none, or one of a rate that no sound has.
    private var trueAudio: (rate: Int, frames: Int)? {
        var count: Int32 = 0
        guard let start = unsafe av_parameters_configuration(pointer, &count), count >= 18 else { return nil }
        let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: 18))
        guard bytes.starts(with: "TTA1".utf8) else { return nil }
        func number(_ place: Int) -> Int { (0..<4).reduce(0) { $0 | Int(bytes[place + $1]) << (8 * $1) } }
        let rate = number(10)
        return (1...1 << 20).contains(rate) ? (rate, number(14)) : nil
    }

    private func setTrueAudio(frames: Int) {
        var count: Int32 = 0
        guard let start = unsafe av_parameters_configuration(pointer, &count), count >= 18 else { return }
        for index in 0..<4 { unsafe start[14 + index] = UInt8(truncatingIfNeeded: frames >> (8 * index)) }
    }
}
