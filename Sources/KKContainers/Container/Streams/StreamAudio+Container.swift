internal import KKPCM

extension StreamAudio {
    /// What a container says, once its audio begins.
    package init(_ passing: PassingContainer) throws(AudioFileStreamError) {
        guard let parser = passing.parser, let audio = parser.audio else {
            throw .damage(at: 0, "the audio has not started yet")
        }
        if let chunk = audio.missing {
            throw AudioFileStreamError(
                .notOptimized, at: audio.chunk.lowerBound,
                "the audio comes before the chunk \(chunk), which describes its format",
                nextStep: "open it as a file, or save it again")
        }
        self = try parser.streamAudio(audio)
    }
}

extension ContainerParser {
    func streamAudio(_ place: ContainerAudio) throws(AudioFileStreamError) -> StreamAudio {
        let container = try AudioFileStreamError.reported(at: place.offset) { () throws(AudioFileError) in
            try self.container()
        }
        var audio = StreamAudio(
            fileFormat: container.typeID, stream: nil, dataOffset: container.dataOffset,
            dataByteCount: place.isOpen && container.lengthSource != .header ? nil : container.dataByteCount,
            packets: .framed(MPEGFramer()), texts: container.tags)
        var stream = FramedStream(
            format: container.dataFormat, layout: container.layout,
            sourceBitDepth: container.sourceBitDepth, packetSizeUpperBound: 0)
        switch container.codec {
        case .linear:
            audio.container = container
            audio.become(&stream, byteCount: Int(container.dataFormat.bytesPerFrame), frames: 1)
        case .mpeg: break
        case .sndfile, .ima4, .packets:
            guard let block = container.block else {
                throw AudioFileStreamError(
                    .unsupportedDataFormat, at: place.chunk.lowerBound,
                    "the length of the \(container.dataFormat.formatID) packets is unknown")
            }
            stream.format.bytesPerPacket = UInt32(block.byteCount)
            stream.format.framesPerPacket = UInt32(block.frameCount)
            audio.become(&stream, byteCount: block.byteCount, frames: block.frameCount)
        }
        return audio
    }
}

extension StreamAudio {
    /// Packets that are all of one size.
    mutating func become(_ stream: inout FramedStream, byteCount: Int, frames: Int) {
        packets = .constant(byteCount: byteCount, frames: frames)
        stream.packetSizeUpperBound = byteCount
        stream.packetCount = dataByteCount.map { $0 / Int64(byteCount) }
        stream.bitRate = Double(8 * byteCount) * stream.format.sampleRate / Double(frames)
        self.stream = stream
    }
}
