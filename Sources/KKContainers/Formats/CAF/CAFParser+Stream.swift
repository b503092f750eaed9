internal import KKPCM

extension CAFParser {
    func streamAudio(_ place: ContainerAudio) throws(AudioFileStreamError) -> StreamAudio {
        guard let (description, offset) = description else {
            throw .damage(at: place.offset, "the audio's format is not described")
        }
        // What the decoders of files do not know is reported as it is.
        let isLinear = [.linearPCM, .uLaw, .aLaw].contains(description.formatID)
        let format = try AudioFileStreamError.reported(at: offset) { () throws(AudioFileError) in
            isLinear ? try description.storedFormat(at: offset, in: source).description : description.streamDescription
        }
        var warnings: [FileWarning] = []
        var stream = FramedStream(format: format, layout: storedLayout(&warnings), packetSizeUpperBound: 0)
        if stream.layout == nil, format.channelCount <= 2 { stream.layout = .standard(format.channelCount) }
        if let cookie {
            let chunk = cookie.chunk
            stream.magicCookie = (try? cookie.source.bytes(at: chunk.offset, count: Int(chunk.byteCount))) ?? []
        }
        var audio = StreamAudio(
            fileFormat: ContainerTypeID.caf, stream: nil, dataOffset: place.offset,
            dataByteCount: place.isOpen ? nil : place.byteCount, packets: .constant(byteCount: 1, frames: 1),
            texts: notes.tags)
        if isLinear { audio.container = try? container() }
        if format.bytesPerPacket > 0, format.framesPerPacket > 0 {
            let bytes = Int(format.bytesPerPacket)
            guard bytes <= CAFPacketTable.packetByteLimit else {
                throw .damage(at: offset + 16, "packets of \(bytes) bytes are larger than those of any codec")
            }
            stream.packetTable = packetTable?.info
            audio.become(&stream, byteCount: bytes, frames: Int(format.framesPerPacket))
        } else {
            guard let (chunk, source) = table else {
                throw AudioFileStreamError(
                    .notOptimized, at: place.chunk.lowerBound,
                    "packets of \(format.formatID) differ in size, but the table of their sizes is not in front of them",
                    nextStep: "open it as a file, or save it again with the table in front")
            }
            let packets = try AudioFileStreamError.reported(at: chunk.offset) { () throws(AudioFileError) in
                try source.packetTable(chunk, description)
            }
            guard packets.maximumPacketByteCount <= CAFPacketTable.packetByteLimit else {
                throw .damage(
                    at: chunk.offset,
                    "a packet of \(packets.maximumPacketByteCount) bytes is larger than those of any codec")
            }
            stream.packetTable = packets.info
            stream.packetCount = packets.packetCount
            stream.packetSizeUpperBound = packets.maximumPacketByteCount
            audio.packets = .table(packets)
            audio.stream = stream
        }
        return audio
    }
}
