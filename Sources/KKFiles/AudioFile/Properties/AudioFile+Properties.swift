public import KKPCM

extension AudioFile {
    /// The properties by Core Audio's codes: `kAudioFileProperty…` of AudioFile.h. All others throw `'pty?'`.
    public enum Property {
        /// `code`, read-only: one of ``TypeID``.
        public static let fileFormat: FourCharCode = "ffmt"
        /// `description`, read-only.
        public static let dataFormat: FourCharCode = "dfmt"
        /// `descriptions`, read-only: all formats to which the packets can be decoded, the richest first: CAF's format
        /// list, or only the data format.
        public static let formatList: FourCharCode = "flst"
        /// `number`, read-only: 1 if everything else is before the audio, so that the file can be played while it is
        /// received.
        public static let isOptimized: FourCharCode = "optm"
        /// `bytes`.
        public static let magicCookieData: FourCharCode = "mgic"
        /// `number`, read-only: the bytes of all packets. Reads all of a stream.
        public static let audioDataByteCount: FourCharCode = "bcnt"
        /// `number`, read-only. Reads all of a stream.
        public static let audioDataPacketCount: FourCharCode = "pcnt"
        /// `number`, read-only: the bytes of the longest packet. Reads all of a stream.
        public static let maximumPacketSize: FourCharCode = "psze"
        /// `number`, read-only: the first byte of the audio, from the start of the file.
        public static let dataOffset: FourCharCode = "doff"
        /// `layout`: the channels in the order of the file; `'pty?'` if the file does not say.
        public static let channelLayout: FourCharCode = "cmap"
        /// `number`: 1 (the default) updates the sizes in the header only in ``AudioFile/close()``; 0 updates them in
        /// every write, which then writes everything except the audio again (with a packet table this grows with the
        /// file).
        public static let deferSizeUpdates: FourCharCode = "dszu"
        /// `markers`.
        public static let markerList: FourCharCode = "mkls"
        /// `regions`.
        public static let regionList: FourCharCode = "rgls"
        /// `text`, read-only: the data format as text.
        public static let dataFormatName: FourCharCode = "fnme"
        /// `number`, read-only: 1 if decoding cannot begin at some packets; never for the formats here.
        public static let restrictsRandomAccess: FourCharCode = "rrap"
        /// `dependency`, with its packet set: the number of packets before it that must be decoded, so that its own
        /// sound is complete.
        public static let packetToRollDistance: FourCharCode = "pkrl"
        /// `dependency`, likewise: the packet before it at which decoding can begin.
        public static let previousIndependentPacket: FourCharCode = "pind"
        /// `dependency`, likewise: the packet after it at which decoding can begin.
        public static let nextIndependentPacket: FourCharCode = "nind"
        /// `dependency`, likewise: whether decoding can begin with it, and how many packets before it make its sound
        /// complete.
        public static let packetToDependencyInfo: FourCharCode = "pkdp"
        /// `framePacket`, with its packet set.
        public static let packetToFrame: FourCharCode = "pkfr"
        /// `framePacket`, with its frame set.
        public static let frameToPacket: FourCharCode = "frpk"
        /// `bytePacket`, with its packet set.
        public static let packetToByte: FourCharCode = "pkby"
        /// `bytePacket`, with its byte set.
        public static let byteToPacket: FourCharCode = "bypk"
        /// `codes`, read-only: the names of all chunks except the audio's, each once, in the order of the file.
        public static let chunkIDs: FourCharCode = "chid"
        /// `dictionary`.
        public static let infoDictionary: FourCharCode = "info"
        /// `packetTableInfo`. Reads all of a stream. It can be set if the sum of the three numbers is the number of all
        /// frames.
        public static let packetTableInfo: FourCharCode = "pnfo"
        /// `number`, read-only: an upper bound of the packets' bytes, without reading them. If frames of FLAC
        /// contradict their STREAMINFO, a bound of the packets found so far.
        public static let packetSizeUpperBound: FourCharCode = "pkub"
        /// `seconds`: how much will be written, to reserve room for the packet table before it. Can be set before the
        /// first packet.
        public static let reserveDuration: FourCharCode = "rsrv"
        /// `seconds`, read-only: ``AudioFile/estimatedDuration()``.
        public static let estimatedDuration: FourCharCode = "edur"
        /// `number`, read-only: bits per second; for a stream that has not been scanned, those of its tag or of the
        /// first 32 packets.
        public static let bitRate: FourCharCode = "brat"
        /// `bytes`: an ID3 tag with all its frames.
        public static let id3Tag: FourCharCode = "id3t"
        /// `number`, read-only: the bytes from the start of the file to that tag.
        public static let id3TagOffset: FourCharCode = "id3o"
        /// `number`, read-only: the bit depth of the audio before compression; negative for floating point.
        public static let sourceBitDepth: FourCharCode = "sbtd"
        /// `number`, read-only: the number of tracks, always one.
        public static let audioTrackCount: FourCharCode = "atct"

        /// All of them, in this order.
        public static let all: [FourCharCode] = [
            fileFormat, dataFormat, formatList, isOptimized, magicCookieData, audioDataByteCount, audioDataPacketCount,
            maximumPacketSize,
            dataOffset, channelLayout, deferSizeUpdates, markerList, regionList, packetToFrame, frameToPacket,
            packetToByte, byteToPacket, chunkIDs,
            infoDictionary, packetTableInfo, packetSizeUpperBound, reserveDuration, estimatedDuration, bitRate, id3Tag,
            id3TagOffset,
            sourceBitDepth, audioTrackCount, dataFormatName, restrictsRandomAccess, packetToRollDistance,
            previousIndependentPacket,
            nextIndependentPacket, packetToDependencyInfo,
        ]
    }

    /// The value of a property.
    public enum PropertyValue: Hashable, Sendable {
        case number(Int64)
        case seconds(Double)
        case code(FourCharCode)
        case codes([FourCharCode])
        case description(StreamDescription)
        case descriptions([StreamDescription])
        case bytes([UInt8])
        case layout(ChannelLayout)
        case markers([AudioFileMarker], SMPTETimeType)
        case regions([AudioFileRegion])
        case dictionary([FileProperties.Tag])
        case packetTableInfo(PacketTableInfo)
        case framePacket(FramePacketTranslation)
        case bytePacket(BytePacketTranslation)
        case dependency(PacketDependency)
        case text(String)
        case texts([String])
    }

    /// `AudioFileGetProperty`.
    ///
    /// - Parameter question: the known part of the answer, for translations.
    /// - Throws: `'pty?'` for an unknown property, or one that this file does not have; `'!siz'` for a wrong type of
    ///   question; `-38` after ``close()``; errors of reading.
    public func property(_ id: FourCharCode, _ question: PropertyValue? = nil) throws(AudioFileError) -> PropertyValue {
        try requireOpen()
        switch id {
        case Property.fileFormat: return .code(content.typeID)
        case Property.dataFormat: return .description(content.dataFormat)
        case Property.formatList: return .descriptions(content.formats.isEmpty ? [content.dataFormat] : content.formats)
        case Property.isOptimized: return .number(content.isOptimized ? 1 : 0)
        case Property.audioDataByteCount: return .number(try content.audioByteCount())
        case Property.audioDataPacketCount: return .number(try content.packetCount())
        case Property.maximumPacketSize: return .number(Int64(try content.maximumPacketSize()))
        case Property.packetSizeUpperBound: return .number(Int64(content.knownPacketSizeUpperBound))
        case Property.dataOffset: return .number(content.dataOffset)
        case Property.deferSizeUpdates: return .number(writing?.defersSizes ?? true ? 1 : 0)
        case Property.chunkIDs: return .codes(try chunkIDs())
        case Property.packetTableInfo: return .packetTableInfo(try content.currentPacketTableInfo())
        case Property.estimatedDuration: return .seconds(try estimatedDuration())
        case Property.bitRate: return .number(Int64(min(try content.bitRate().rounded(), 0x1p62)))
        case Property.audioTrackCount: return .number(1)
        case Property.dataFormatName: return .text(content.dataFormat.encodingText)
        case Property.restrictsRandomAccess: return .number(0)
        case Property.packetToFrame, Property.frameToPacket, Property.packetToByte, Property.byteToPacket,
            Property.packetToRollDistance,
            Property.previousIndependentPacket, Property.nextIndependentPacket, Property.packetToDependencyInfo:
            return try translation(id, question)
        default: break
        }
        return try statedProperty(id)
    }

    /// Properties that not every file has.
    private func statedProperty(_ id: FourCharCode) throws(AudioFileError) -> PropertyValue {
        switch id {
        case Property.magicCookieData: if let cookie = content.magicCookie { return .bytes(cookie) }
        case Property.channelLayout: if let layout = content.layout { return .layout(layout) }
        case Property.markerList: if !content.markers.isEmpty { return .markers(content.markers, content.timeType) }
        case Property.regionList: if !content.regions.isEmpty { return .regions(content.regions) }
        case Property.infoDictionary: if !content.tags.isEmpty { return .dictionary(content.tags) }
        case Property.reserveDuration: if let writing, writing.store != nil { return .seconds(writing.reservedSeconds) }
        case Property.id3TagOffset: if let tag = content.id3Tag { return .number(tag.lowerBound) }
        case Property.id3Tag:
            if writing != nil,
                let chunk = try currentChunks.first(where: { ID3Texts.chunkIDs.contains($0.id) && $0.bytes != nil })
            {
                return .bytes(chunk.bytes ?? [])
            }
            if let tag = content.id3Tag {
                guard tag.upperBound - tag.lowerBound <= Self.longestUserData else {
                    throw AudioFileError(
                        .invalidFile, path: name, at: .byte(tag.lowerBound),
                        "the tag is longer than \(Self.longestUserData) bytes")
                }
                return .bytes(try source.bytes(at: tag.lowerBound, count: Int(tag.upperBound - tag.lowerBound)))
            }
        case Property.sourceBitDepth:
            if content.dataFormat.isFloat { return .number(-Int64(content.dataFormat.bitsPerChannel)) }
            if let depth = content.sourceBitDepth { return .number(Int64(depth)) }
            if content.dataFormat.isLinearPCM { return .number(Int64(content.dataFormat.bitsPerChannel)) }
        default: throw unknown(id, "there is no such property")
        }
        throw unknown(id, "the file does not have this property")
    }

    private func translation(_ id: FourCharCode, _ question: PropertyValue?) throws(AudioFileError) -> PropertyValue {
        switch (id, question) {
        case (Property.packetToFrame, .framePacket(let asked)?):
            return .framePacket(FramePacketTranslation(frame: try frame(ofPacket: asked.packet), packet: asked.packet))
        case (Property.frameToPacket, .framePacket(let asked)?): return .framePacket(try packet(ofFrame: asked.frame))
        case (Property.packetToByte, .bytePacket(let asked)?): return .bytePacket(try byte(ofPacket: asked.packet))
        case (Property.byteToPacket, .bytePacket(let asked)?): return .bytePacket(try packet(ofByte: asked.byte))
        case (Property.packetToRollDistance, .dependency(let asked)?),
            (Property.packetToDependencyInfo, .dependency(let asked)?):
            return .dependency(try dependency(ofPacket: asked.packet))
        case (Property.previousIndependentPacket, .dependency(let asked)?):
            return .dependency(try dependency(ofPacket: asked.packet, neighbour: -1))
        case (Property.nextIndependentPacket, .dependency(let asked)?):
            return .dependency(try dependency(ofPacket: asked.packet, neighbour: 1))
        default:
            throw AudioFileError(
                .badPropertySize, kind: .usage, path: name,
                "the property \(id) needs the value to be translated as its specifier",
                nextStep: "see AudioFile.Property for its type")
        }
    }

    private func chunkIDs() throws(AudioFileError) -> [FourCharCode] {
        var ids: [FourCharCode] = []
        for chunk in try currentChunks where !ids.contains(chunk.id) { ids.append(chunk.id) }
        return ids
    }

    func unknown(_ id: FourCharCode, _ problem: String) -> AudioFileError {
        AudioFileError(
            .unsupportedProperty, kind: .usage, path: "\(name), property \(id)", problem,
            nextStep: "choose one of AudioFile.Property")
    }
}
