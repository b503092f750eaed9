package import KKPCM

/// A stream that libavformat takes out of a file, decoded by libavcodec.
///
/// One decoder makes it all, from the first packet on; after the last packet comes what the decoder has kept.
///
/// ## Allocation
/// In `init`, a decoder at a reset, and what libavcodec allocates while it decodes.
package final class AVStreamDecoder: PacketDecoder {
    package let format: StreamDescription
    package let layout: ChannelLayout
    package var isIndependent: Bool { false }
    package var namesChannels: Bool { true }
    package let maximumFramesPerPacket: Int

    private let codec: DemuxedCodec
    private let parameters: AVStreamParameters
    private let packetCount: Int64
    private var handle: AVDecoderHandle
    /// For each channel that comes out libavcodec's.
    private let order: [Int]
    private var packet: Int64 = 0
    private var frames: PCMBuffer

    /// - Parameter counted: has counted all packets.
    package init(
        _ codec: DemuxedCodec, _ parameters: AVStreamParameters, counted: AVStreamCounter
    ) throws(CodecError) {
        (self.codec, self.parameters, packetCount) = (codec, parameters, counted.packetCount)
        let sound = counted.sound
        guard sound.sampleRate > 0, (1...PacketDecoders.mostChannels).contains(sound.channelCount) else {
            throw CodecError(
                format: codec.format.formatID, "no packet can be decoded", cause: counted.trouble?.problem,
                nextStep: "fetch another copy of the file")
        }
        format = .canonical(sampleRate: Double(sound.sampleRate), channels: sound.channelCount)
        let stored = AVPacketDecoder.layout(
            sound.channelMask > 0 ? sound.channelMask : AVPacketDecoder.usualMasks[sound.channelCount] ?? 0,
            channels: sound.channelCount)
        order = stored.waveOrder
        layout = stored.inWaveOrder
        maximumFramesPerPacket = max(1, counted.mostFrames)
        handle = try AVDecoderHandle(codec, parameters)
        frames = PCMBuffer(channelCount: sound.channelCount, frameCapacity: maximumFramesPerPacket)
    }

    package func decode(
        _ packet: Span<UInt8>, into buffer: inout PCMBuffer, at offset: Int
    ) throws(CodecError) -> Int {
        self.packet += 1
        frames.frameLength = frames.frameCapacity
        let (rate, channels, room) = (Int(format.sampleRate), format.channelCount, maximumFramesPerPacket)
        let formatID = codec.format.formatID
        let isLast = self.packet == packetCount
        let count = try handle.decode(packet, isLast: isLast, into: &frames) { sound in
            guard sound.sampleRate == rate, sound.channelCount == channels, sound.frameCount <= room else {
                return CodecError(
                    format: formatID,
                    "the packet has \(sound.frameCount) frames of \(sound.channelCount) channels at \(sound.sampleRate) Hz"
                )
            }
            return nil
        }.frameCount
        frames.frameLength = frames.frameCapacity
        buffer.copy(count, framesFrom: frames, order: order, to: offset)
        return count
    }

    package func reset() { reset(before: 0) }

    package func reset(before packet: Int64) {
        // Without memory for another one the old one goes on.
        if let new = try? AVDecoderHandle(codec, parameters) { handle = new }
        self.packet = packet
    }
}

/// Decodes the packets of a stream for their numbers of frames alone, which nothing else tells of most codecs.
package final class AVStreamCounter {
    private let handle: AVDecoderHandle
    private let formatID: FourCharCode
    /// What most packets give.
    private(set) var sound = AVDecoderHandle.Sound()
    private(set) var mostFrames = 0
    package private(set) var packetCount: Int64 = 0
    /// What was wrong with the first packet that could not be decoded.
    package private(set) var trouble: CodecError?
    private var lastFrames = 0

    /// No codec's packet has as many.
    private static let frameLimit = 1 << 22

    package init(_ codec: DemuxedCodec, _ parameters: AVStreamParameters) throws(CodecError) {
        formatID = codec.format.formatID
        handle = try AVDecoderHandle(codec, parameters)
    }

    package var sampleRate: Double { Double(sound.sampleRate) }
    package var channelCount: Int { sound.channelCount }
    /// `nil` of floating-point numbers.
    package var bitDepth: Int? { sound.bitDepth > 0 ? sound.bitDepth : nil }

    /// The frames of the packet that comes next; one that cannot be decoded has as many as the one before it.
    package func count(_ packet: Span<UInt8>) -> Int {
        packetCount += 1
        do throws(CodecError) {
            let found = try handle.sound(of: packet)
            lastFrames = min(found.frameCount, Self.frameLimit)
            if (sound.sampleRate, sound.channelCount) < (found.sampleRate, found.channelCount),
                packetCount <= 4
                    || sound.sampleRate == 0
            {
                sound = found
            }
        } catch {
            if trouble == nil { trouble = error }
        }
        mostFrames = max(mostFrames, lastFrames)
        return lastFrames
    }

    /// The frames that the decoder gives after the last packet; of a short stream that is all of them.
    package func finish() -> Int {
        let end = (try? handle.soundAtEnd()) ?? AVDecoderHandle.Sound()
        if sound.sampleRate == 0 { sound = end }
        let kept = min(end.frameCount, Self.frameLimit)
        mostFrames = max(mostFrames, lastFrames + kept)
        return kept
    }
}
