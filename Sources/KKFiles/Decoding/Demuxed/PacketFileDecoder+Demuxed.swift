internal import KKCodecs
internal import KKPCM

/// Files that have no parser here: libavformat gives their packets.
extension PacketFileDecoder {
    /// How many frames a packet has, its codec alone knows as a rule: so all are decoded once before the first frame
    /// is given, and the length is exact.
    ///
    /// - Parameters:
    ///   - wanted: as ``ReaderOptions/stream``.
    ///   - stated: the frames of the sound, as far as the container says: they end in the last packet, or it says something
    ///     else.
    /// - Throws: ``AudioFileError``: `unavailable` without libavformat and libavcodec, and for a codec that is not
    ///   decoded here; `usage` for a stream that is not there; else `badData` where there is no audio.
    static func demuxed(
        _ source: ByteSource, _ fileType: FileType, _ demuxerName: String, stream wanted: Int?, stated: Int64? = nil
    ) throws(AudioFileError) -> PacketFileDecoder {
        let demuxer = try source.demuxer(demuxerName)
        let chosen = try DemuxedStream(demuxer, source, fileType, wanted: wanted)
        let (codec, parameters) = (chosen.codec, chosen.parameters)
        do {
            var counter = try AVStreamCounter(codec, parameters)
            var packets = try chosen.packets(of: demuxer, counter, source)
            // In a file of its own it has a header.
            if fileType.kind?.demuxer == nil,
                parameters.mendLength(codec, packetCount: counter.packetCount, last: packets.last.span)
            {
                counter = try AVStreamCounter(codec, parameters)
                packets = try chosen.packets(of: source.demuxer(demuxerName), counter, source)
            }
            let decoder = try AVStreamDecoder(codec, parameters, counted: counter)
            let index = packets.index
            let first = min(Int64(packets.leading), index.frameCount)
            var end = max(first, index.frameCount - Int64(packets.trailing))
            if let stated, stated > 0, (1..<Int64(index.maximumFrameCount)).contains(end - first - stated) {
                end = first + stated
            }
            let sound = first..<end
            var format = codec.format
            (format.sampleRate, format.channelsPerFrame) = (counter.sampleRate, UInt32(counter.channelCount))
            if format.isLinearPCM {
                format.bytesPerFrame = format.bitsPerChannel / 8 * format.channelsPerFrame
                format.bytesPerPacket = format.bytesPerFrame
            }
            let depth = codec.isLossless ? counter.bitDepth : nil
            if let depth, !format.isLinearPCM { format.formatFlags = .lossless(bitDepth: depth) }
            var properties = FileProperties(
                fileType: fileType, dataFormat: format, layout: decoder.layout, frameCount: Int64(sound.count),
                lengthSource: .decoded, sourceBitDepth: depth)
            if packets.leading > 0 || packets.trailing > 0 {
                (properties.priming, properties.padding) = (Int64(packets.leading), Int64(packets.trailing))
            }
            properties.streams = chosen.names
            properties.tags = demuxer.tags
            properties.warnings = chosen.warnings + packets.warnings
            let bytes = ByteSource(
                DemuxedPackets(
                    source, demuxerName, stream: chosen.number, byteCount: packets.byteCount,
                    longest: index.maximumByteCount), name: source.name)
            return PacketFileDecoder(
                bytes, PacketLine(index), tellsBytes: false, decoder, sound: sound,
                order: Array(0..<decoder.format.channelCount), properties: properties)
        } catch let error as CodecError {
            throw AudioFileError(demuxed: error, path: source.name)
        } catch {
            throw AudioFileError(error, path: source.name)
        }
    }
}

/// The stream of a file that is played.
private struct DemuxedStream {
    let number: Int
    let codec: DemuxedCodec
    let parameters: AVStreamParameters
    let names: [String]
    let warnings: [FileWarning]

    init(
        _ demuxer: AVDemuxerHandle, _ source: ByteSource, _ fileType: FileType, wanted: Int?
    ) throws(AudioFileError) {
        let found = demuxer.codecs
        names = found.map { DemuxedCodec.of($0)?.format.encodingName ?? $0 }
        guard !found.isEmpty else {
            throw source.damage(.invalidFile, "this \(fileType.name) file has no audio")
        }
        if let wanted, !found.indices.contains(wanted - 1) { throw .noStream(wanted, of: names, path: source.name) }
        let index = wanted.map { $0 - 1 } ?? found.firstIndex { DemuxedCodec.of($0) != nil } ?? 0
        guard let codec = DemuxedCodec.of(found[index]), let own = demuxer.parameters(ofStream: index) else {
            throw source.unavailable("the codec \(found[index])", in: fileType)
        }
        (number, self.codec, parameters) = (index, codec, own)
        let others = found.indices.filter { $0 != index }
        warnings =
            wanted == nil && !others.isEmpty
            ? [.streams(others.count, first: names[others[0]], besideFirst: index == 0, path: source.name)] : []
    }

    /// Every packet, with its frames, and what the file says of both ends.
    struct Packets {
        var index = PacketIndex()
        var byteCount: Int64 = 0
        var leading = 0
        var trailing = 0
        /// The bytes of the last one.
        var last: [UInt8] = []
        var warnings: [FileWarning] = []
    }

    func packets(
        of demuxer: AVDemuxerHandle, _ counter: AVStreamCounter, _ source: ByteSource
    ) throws(AudioFileError) -> Packets {
        var packets = Packets()
        var last: (byteCount: Int, frames: Int)?
        // libavcodec takes what a packet is discarded with from what else is to be left out.
        var discarded: Int? = 0
        var bytes: [UInt8] = []
        func put(_ more: Int = 0) {
            guard let last else { return }
            packets.index.append(offset: packets.byteCount, byteCount: last.byteCount, frames: last.frames + more)
            packets.byteCount += Int64(last.byteCount)
        }
        while true {
            bytes.removeAll(keepingCapacity: true)
            do throws(CodecError) {
                guard let packet = try demuxer.next(ofStream: number, to: &bytes) else { break }
                put()
                last = (packet.byteCount, counter.count(bytes.span))
                discarded = packet.isDiscarded ? discarded.map { $0 + (last?.frames ?? 0) } : nil
                if counter.packetCount == 1 { packets.leading = packet.leading }
                packets.leading = max(packets.leading, discarded ?? 0)
                packets.trailing = packet.trailing
                swap(&packets.last, &bytes)
            } catch {
                packets.warnings.append(
                    FileWarning(
                        path: source.name, at: .byte(demuxer.place), error.problem,
                        consequence: "the available audio is used"
                    ))
                break
            }
        }
        put(counter.finish())
        return packets
    }
}

extension AVDemuxerHandle {
    /// FFmpeg's keys, and Core Audio's.
    private static let keys = [
        ("title", "title"), ("artist", "artist"), ("album", "album"), ("track", "track number"), ("date", "year"),
        ("genre", "genre"), ("composer", "composer"), ("copyright", "copyright"), ("comment", "comments"),
    ]

    fileprivate var tags: [FileProperties.Tag] {
        Self.keys.compactMap { own, key in
            text(own).flatMap { $0.isEmpty ? nil : FileProperties.Tag(key: key, value: $0) }
        }
    }
}
