internal import KKCodecs
internal import KKPCM

extension PacketFileDecoder {
    /// IMA4 in AIFF-C: packets of one size, as many as there are in the sound's chunk. COMM counts them, or their
    /// frames, and is not asked.
    ///
    /// - Throws: ``AudioFileError`` for other channels than the codec has.
    convenience init(ima4 source: ByteSource, _ container: Container) throws(AudioFileError) {
        let decoder: any PacketDecoder
        do {
            decoder = try PacketDecoders.decoder(for: container.dataFormat)
        } catch {
            throw AudioFileError(
                .unsupportedDataFormat, kind: error.kind, path: source.name, error.problem, nextStep: error.nextStep)
        }
        let size = Int64(34 * container.dataFormat.channelCount)
        let line = PacketLine(
            offset: container.dataOffset, byteCount: Int(size), frames: decoder.maximumFramesPerPacket,
            packetCount: container.dataByteCount / size)
        var properties = FileProperties(
            fileType: .aifc, dataFormat: container.dataFormat, layout: container.storedLayout.inWaveOrder,
            frameCount: line.frameCount,
            lengthSource: .dataSize)
        properties.statesLayout = container.statesLayout
        let rest = container.dataByteCount % size
        if rest != 0 {
            properties.warnings.append(
                FileWarning(
                    path: source.name, at: .byte(container.dataOffset + container.dataByteCount - rest),
                    "the last \(rest) bytes are not a whole packet",
                    consequence: "they are left out"))
        }
        self.init(
            source, line, decoder, sound: 0..<line.frameCount, order: container.storedLayout.waveOrder,
            properties: properties)
    }
}
