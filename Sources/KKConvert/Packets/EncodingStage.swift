internal import KKCodecs
internal import KKPCM

/// Frames of an ``AudioConverter``'s lane on their way into packets, which are handed out one by one.
///
/// ## Allocation
/// In `init` and ``reset()``, where an encoder is made; and what the encoder does.
final class EncodingStage {
    private let stated: StreamDescription
    private let settings: EncoderSettings
    var blocks: BlockEncoder
    /// Why there is no new encoder.
    private var failure: AudioConverterError?

    var encoder: any PacketEncoder { blocks.encoder }
    /// How the encoder keeps to its bit rate; `nil` if there is no choice of rates.
    var bitRateControl: BitRateControl? { settings.bitRateControl }

    init(_ description: StreamDescription, _ settings: EncoderSettings) throws(AudioConverterError) {
        stated = description
        do {
            self.settings = try PacketEncoders.settled(settings, description.formatID)
        } catch {
            throw AudioConverterError(.operationNotSupported, error, place: "output")
        }
        blocks = try Self.blocks(description, self.settings)
    }

    private static func blocks(
        _ description: StreamDescription, _ settings: EncoderSettings
    ) throws(AudioConverterError) -> BlockEncoder {
        do {
            return BlockEncoder(try PacketEncoders.encoder(for: description, settings: settings))
        } catch {
            throw AudioConverterError(.formatNotSupported, error, place: "output")
        }
    }

    /// The frames of the packets that are none of the sound. Those at the end are known when it is complete.
    var primeInfo: AudioConverter.PrimeInfo {
        AudioConverter.PrimeInfo(
            leadingFrames: encoder.leadingFrames, trailingFrames: Int(blocks.trailingFrames))
    }

    /// Takes up `frameCount` frames that were put into the block.
    func take(_ frameCount: Int) throws(AudioConverterError) {
        try run { blocks throws(CodecError) in try blocks.take(frameCount) }
    }

    /// Encodes what is left, at the end of the stream.
    func finish() throws(AudioConverterError) { try run { blocks throws(CodecError) in try blocks.finish() } }

    private func run(_ body: (inout BlockEncoder) throws(CodecError) -> Void) throws(AudioConverterError) {
        if let failure { throw failure }
        do {
            try body(&blocks)
        } catch {
            throw AudioConverterError(.unspecified, error, place: "output")
        }
    }

    /// Moves packets to the end of `buffer` and describes them, as long as there is room for any packet.
    ///
    /// - Returns: how many.
    func give(
        _ packetCount: Int, into buffer: inout AudioBuffer, _ descriptions: inout [PacketDescription]
    ) -> Int {
        var done = 0
        while done < packetCount, hasRoom(buffer), let packet = blocks.first {
            let start = buffer.byteCount
            buffer.bytes.replaceSubrange(start..<start + packet.bytes.count, with: packet.bytes)
            buffer.byteCount += packet.bytes.count
            descriptions.append(
                PacketDescription(
                    startOffset: Int64(start),
                    variableFrames: encoder.format.framesPerPacket == 0 ? packet.frameCount : 0,
                    byteCount: packet.bytes.count))
            blocks.removeFirst()
            done += 1
        }
        return done
    }

    func hasRoom(_ buffer: AudioBuffer) -> Bool {
        buffer.bytes.count - buffer.byteCount >= encoder.maximumPacketSize
    }

    /// Back to the start of a stream.
    func reset() {
        guard !blocks.isNew else { return }
        failure = nil
        do throws(AudioConverterError) {
            blocks = try Self.blocks(stated, settings)
        } catch {
            failure = error
        }
    }
}
