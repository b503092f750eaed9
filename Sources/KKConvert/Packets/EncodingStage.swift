internal import KKCodecs
internal import KKPCM

/// Frames of an ``AudioConverter``'s lane on their way into packets: gathered into the encoder's blocks, encoded one at a
/// time, and handed out packet by packet. Blocks are whole whatever is asked for, so the packets are the same.
///
/// ## Allocation
/// In `init` and ``reset()``, where an encoder is made; and what the encoder does.
final class EncodingStage {
    private let stated: StreamDescription
    private let settings: EncoderSettings
    private(set) var encoder: any PacketEncoder
    /// Why there is no new encoder.
    private var failure: AudioConverterError?

    /// The block that is being filled, and the frames that are in it.
    var samples: AudioBufferList
    private(set) var blockStart = 0
    private var packets = EncodedPackets()
    /// The frames that went in, and those that came out as packets.
    private var taken: Int64 = 0
    private var given: Int64 = 0
    private var isFinished = false

    init(_ description: StreamDescription, _ settings: EncoderSettings) throws(AudioConverterError) {
        (stated, self.settings) = (description, settings)
        encoder = try Self.encoder(description, settings)
        samples = AudioBufferList(for: encoder.inputFormat, frameCapacity: encoder.blockLength)
    }

    private static func encoder(
        _ description: StreamDescription, _ settings: EncoderSettings
    ) throws(AudioConverterError) -> any PacketEncoder {
        do {
            return try PacketEncoders.encoder(for: description, settings: settings)
        } catch {
            let isOther = settings.bitRateControl.map {
                !PacketEncoders.bitRateControls(of: description.formatID).contains($0)
            }
            throw AudioConverterError(
                isOther == true ? .operationNotSupported : .formatNotSupported, error, place: "output")
        }
    }

    /// How many frames the block lacks.
    var missing: Int { encoder.blockLength - blockStart }

    /// Whether all packets have been handed out.
    var isComplete: Bool { isFinished && packets.first == nil }

    /// The frames of the packets that are none of the sound. Those at the end are known when it is complete.
    var primeInfo: AudioConverter.PrimeInfo {
        AudioConverter.PrimeInfo(
            leadingFrames: encoder.leadingFrames,
            trailingFrames: isComplete ? Int(max(0, given - Int64(encoder.leadingFrames) - taken)) : 0)
    }

    /// Takes up `frameCount` frames that were put into ``samples`` after the others. A full block is encoded.
    func take(_ frameCount: Int) throws(AudioConverterError) {
        blockStart += frameCount
        if blockStart == encoder.blockLength { try encode() }
    }

    /// Encodes what is left, at the end of the stream.
    func finish() throws(AudioConverterError) {
        guard !isFinished else { return }
        if blockStart > 0 { try encode() }
        isFinished = true
        if taken > 0 { try run { encoder, packets throws(CodecError) in try encoder.finish(to: &packets) } }
    }

    private func encode() throws(AudioConverterError) {
        let frameCount = blockStart
        blockStart = 0
        taken += Int64(frameCount)
        try run { [samples] encoder, packets throws(CodecError) in
            try encoder.encode(samples, frameCount: frameCount, to: &packets)
        }
    }

    private func run(
        _ body: (any PacketEncoder, inout EncodedPackets) throws(CodecError) -> Void
    ) throws(AudioConverterError) {
        if let failure { throw failure }
        do {
            try body(encoder, &packets)
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
        while done < packetCount, hasRoom(buffer), let packet = packets.first {
            let start = buffer.byteCount
            for (index, byte) in packet.bytes.enumerated() { buffer.bytes[start + index] = byte }
            buffer.byteCount += packet.bytes.count
            descriptions.append(
                PacketDescription(
                    startOffset: Int64(start),
                    variableFrames: encoder.format.framesPerPacket == 0 ? packet.frameCount : 0,
                    byteCount: packet.bytes.count))
            // The last packet of a lossless stream is shorter, and counts as long as the others.
            given += Int64(max(packet.frameCount, Int(encoder.format.framesPerPacket)))
            packets.removeFirst()
            done += 1
        }
        return done
    }

    func hasRoom(_ buffer: AudioBuffer) -> Bool {
        buffer.bytes.count - buffer.byteCount >= encoder.maximumPacketSize
    }

    /// Back to the start of a stream.
    func reset() {
        packets.removeAll()
        blockStart = 0
        guard taken > 0 || isFinished else { return }
        (taken, given, isFinished, failure) = (0, 0, false, nil)
        do throws(AudioConverterError) {
            encoder = try Self.encoder(stated, settings)
        } catch {
            failure = error
        }
    }
}
