internal import KKCodecs
package import KKPCM

/// How one kind of file is written around its audio: a head that ends where the audio begins, with room for chunks in
/// it.
package struct AudioFileContainer {
    package let format: StreamDescription
    private let kind: ContainerFormat.Kind

    package var typeID: FourCharCode { kind.typeID }
    package var family: ChunkFamily { kind.family }

    private typealias ID = ContainerTypeID

    /// - Throws: `'typ?'` for a kind that is not written, `'fmt?'` for a format that it does not hold.
    package init(_ typeID: FourCharCode, _ format: StreamDescription, name: String) throws(AudioFileError) {
        guard let kind = ContainerFormat.kind(typeID), !kind.formats.isEmpty else {
            throw AudioFileError(
                .unsupportedFileType, kind: .usage, path: name, "files of type \(typeID) cannot be written",
                nextStep: "write WAVE, RF64, BW64, W64f, AIFF, AIFC, caff, NeXT, m4af, or the stream of a coded format")
        }
        (self.format, self.kind) = (format, kind)
        guard holds(format) else {
            throw AudioFileError(
                .unsupportedDataFormat, kind: .usage, path: name,
                "a file of type \(typeID) cannot hold this format: \(format)",
                nextStep: "give another format, or write caff")
        }
    }

    private func holds(_ format: StreamDescription) -> Bool {
        guard Container.rateLimits.contains(format.sampleRate),
            (1...Container.channelLimit).contains(format.channelCount)
        else { return false }
        if family == .stream { return kind.formats.contains(format.formatID) }
        let isWhole = format.sampleRate == format.sampleRate.rounded()
        if family == .boxes {
            return kind.formats.contains(format.formatID) && isWhole && format.framesPerPacket > 0
                && format.bytesPerPacket == 0
        }
        if family != .caf, family != .iff, !isWhole { return false }
        guard format.isLinearPCM else {
            // What could not be read again is not written.
            if family == .caf {
                return format.bytesPerPacket <= CAFPacketTable.packetByteLimit && format.framesPerPacket <= 1 << 24
            }
            let isCompanded = format.formatID == .uLaw || format.formatID == .aLaw
            return isCompanded && Int(format.bytesPerPacket) == format.channelCount && format.framesPerPacket == 1
        }
        let sample = Int(format.bytesPerPacket) / format.channelCount
        guard format.isInterleaved, format.framesPerPacket == 1,
            Int(format.bytesPerPacket) == sample * format.channelCount,
            Int(format.bitsPerChannel) == sample * 8, (1...8).contains(sample),
            format.isFloat ? sample == 4 || sample == 8 : sample <= 4
        else { return false }
        let isSigned = format.formatFlags.contains(.isSignedInteger)
        let isBig = format.formatFlags.contains(.isBigEndian) || sample == 1
        switch family {
        // Samples of one byte are unsigned there, and all others signed.
        case .riff, .wave64: return format.isFloat ? !isBig : (sample == 1 ? !isSigned : isSigned && !isBig)
        // AIFF-C has little-endian integers, too.
        case .iff:
            return format.isFloat ? isBig && typeID == ID.aifc : isSigned && (isBig || typeID == ID.aifc && sample > 1)
        case .au: return isBig && (format.isFloat || isSigned)
        default: return format.isFloat || isSigned
        }
    }

    /// Everything before the audio, with its sizes.
    ///
    /// - Parameters:
    ///   - room: the chunks before the audio, as bytes.
    ///   - tail: the bytes after the audio and its padding.
    /// - Throws: `'off?'` for a file that the container's sizes of 32 bits cannot count.
    package func head(_ content: Container, room: [UInt8], tail: Int, name: String) throws(AudioFileError) -> [UInt8] {
        let dataByteCount = content.dataByteCount
        let layout = content.layout ?? .standard(format.channelCount)
        switch family {
        case .riff:
            // Of the sizes that WaveHeader works out, the file's own is made again: it counts the chunks too.
            let isLongKind = typeID == ID.rf64 || typeID == ID.bw64
            var plain = WaveHeader(dataFormat: format, layout: layout, isAlwaysRF64: isLongKind)
            plain.storedFormat = content.storedFormat
            let fileSize =
                Int64(plain.bytes(byteCount: 0).count + room.count + tail) + dataByteCount
                + Int64(family.padding(dataByteCount))
            let isLong = isLongKind || fileSize - 8 >= 0xFFFF_FFFF
            var header = WaveHeader(
                dataFormat: format, layout: layout, isAlwaysRF64: isLong, longForm: typeID == ID.bw64 ? "BW64" : "RF64")
            header.storedFormat = content.storedFormat
            let bytes = header.bytes(byteCount: dataByteCount)
            return Self.inserting(
                room, into: bytes, before: 8, fileSize: fileSize - 8, at: isLong ? 20 : 4,
                isLong ? .little64 : .little32)
        case .wave64:
            var header = Wave64Header(dataFormat: format, layout: layout)
            header.wave.storedFormat = content.storedFormat
            let bytes = header.bytes(byteCount: dataByteCount)
            let padding = tail > 0 ? family.padding(dataByteCount) : 0
            return Self.inserting(
                room, into: bytes, before: 24,
                fileSize: Int64(bytes.count + room.count + padding + tail) + dataByteCount, at: 16, .little64)
        case .iff:
            // The layout is a chunk like others here: AIFFHeader would put it into the order of a tag.
            var header = AIFFHeader(dataFormat: format, layout: .stereo, isAIFC: typeID == ID.aifc)
            header.storedCommon = content.storedFormat
            let bytes = header.bytes(byteCount: dataByteCount)
            let fileSize =
                Int64(bytes.count + room.count + tail) + dataByteCount + Int64(family.padding(dataByteCount)) - 8
            guard fileSize <= 0xFFFF_FFFF else {
                throw AudioFileError(
                    .noLongSizes, kind: .cannotCreate, path: name,
                    "a file of type \(typeID) is limited to 4 GiB, and this one would be longer",
                    nextStep: "write caff, RF64 or W64f")
            }
            return Self.inserting(room, into: bytes, before: 16, fileSize: fileSize, at: 4, .big32)
        case .caf:
            guard let description = CAFDescription(format) else {
                throw AudioFileError(
                    .unsupportedDataFormat, kind: .usage, path: name, "a CAF file cannot hold this format: \(format)")
            }
            return CAFHeader.bytes(
                description, chunks: room, audioByteCount: dataByteCount, editCount: content.editCount)
        case .au: return AUHeader(dataFormat: format, annotation: content.annotation).bytes(byteCount: dataByteCount)
        case .boxes: return try MP4Head(content).bytes(name: name)
        case .stream:
            // A stream has a tag before it, FLAC its metadata.
            guard typeID == ID.flac, let cookie = content.magicCookie else { return content.newID3Tag ?? [] }
            return FLACStreamInfo.metadata(cookie, frameCount: try content.frameCount())
        }
    }

    private enum SizeField {
        case little32, little64, big32
    }

    /// Puts chunks before the last `count` bytes, which are the header of the audio's chunk, and states the size of the
    /// file.
    private static func inserting(
        _ room: [UInt8], into header: [UInt8], before count: Int, fileSize: Int64, at place: Int, _ field: SizeField
    ) -> [UInt8] {
        var bytes = Array(header.dropLast(count)) + room + header.suffix(count)
        var size = HeaderBytes()
        switch field {
        case .little32: size.little(UInt32(truncatingIfNeeded: fileSize))
        case .little64: size.little(fileSize)
        case .big32: size.big(UInt32(truncatingIfNeeded: fileSize))
        }
        for (index, byte) in size.bytes.enumerated() { bytes[place + index] = byte }
        return bytes
    }
}
