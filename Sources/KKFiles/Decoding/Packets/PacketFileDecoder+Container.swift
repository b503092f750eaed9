internal import KKCodecs
internal import KKPCM

extension PacketFileDecoder {
    /// The packets of a container: they lie where its packet table says, or are all of one size, and the table says
    /// which frames are the sound.
    ///
    /// - Throws: ``AudioFileError`` for a table or a cookie that cannot be followed; `unavailable` where the codec's
    ///   library is not here.
    convenience init(
        _ source: ByteSource, _ container: Container, of fileType: FileType
    ) throws(AudioFileError) {
        var content = container
        content.warnings = []
        try content.readPackets(source)
        if content.dataFormat.formatID == .flac { try content.completeFLAC(source) }
        let isFound = try content.findPackets()
        _ = try content.countFrames(source)
        let decoder = try source.decoder(for: &content)
        var line = try content.line(decoder, in: source)
        var warnings = content.warnings
        let primed = (content.packetTableInfo?.primingFrames ?? 0) > 0
        let delay = content.countsCore && primed ? Int64(decoder.delayOfExtensions) : 0
        if delay > 0, let stated = content.packetTableInfo?.sound, !stated.isEmpty, stated.upperBound <= line.frameCount
        {
            line = line.followed(bySilence: stated.upperBound + delay - line.frameCount)
        }
        let actual = try line.actualFrameCount(decoder, in: source, packetHead: content.packetHead)
        var sound = 0..<actual
        if let table = content.packetTableInfo {
            if let stated = table.sound, !stated.isEmpty || actual == table.primingFrames || table.remainderFrames > 0 {
                sound = min(stated.lowerBound + delay, actual)..<min(stated.upperBound + delay, actual)
                if stated.upperBound > line.frameCount {
                    warnings.append(.table(table, beyond: Int64(sound.count), path: source.name))
                }
            } else {
                warnings.append(table.isNonsense(path: source.name))
            }
        }

        let isNamed = !decoder.namesChannels
        let order = isNamed ? container.storedLayout.waveOrder : Array(0..<decoder.format.channelCount)
        var format = content.dataFormat
        if decoder.format.sampleRate != format.sampleRate {
            warnings.append(.otherRate(decoder.format.sampleRate, than: format.sampleRate, path: source.name))
            format.sampleRate = decoder.format.sampleRate
        }
        if let depth = decoder.sourceBitDepth { format.formatFlags = .lossless(bitDepth: depth) }
        var properties = FileProperties(
            fileType: fileType, dataFormat: format,
            layout: isNamed ? container.storedLayout.inWaveOrder : decoder.layout,
            frameCount: Int64(sound.count),
            lengthSource: isFound ? .scan : content.packetTableInfo == nil ? .dataSize : .gaplessTag,
            sourceBitDepth: decoder.sourceBitDepth)
        properties.statesLayout = container.statesLayout || format.formatID != .appleIMA4
        properties.priming = content.packetTableInfo.map { $0.primingFrames + delay }
        properties.padding = content.packetTableInfo.map { max(0, $0.remainderFrames - delay) }
        if let claimed = content.packetTableInfo?.validFrames, sound.lowerBound + claimed > line.frameCount {
            properties.claimedFrameCount = claimed
        }
        properties.warnings = warnings
        self.init(
            source, line, packetHead: content.packetHead, decoder, sound: sound, order: order, properties: properties)
    }
}

extension ByteSource {
    /// Of what its packets alone say, they have the last word, and `content` says it from then on.
    fileprivate func decoder(for content: inout Container) throws(AudioFileError) -> any PacketDecoder {
        let first = try content.firstPackets(in: self)
        let decoder: any PacketDecoder
        do {
            decoder = try PacketDecoders.decoder(
                for: content.dataFormat, magicCookie: content.magicCookie ?? [], first: first)
        } catch {
            let place = content.chunk("kuki")?.offset ?? content.formatPlace
            throw AudioFileError(
                error.kind == .unavailable ? .codecUnavailable : .unsupportedDataFormat, kind: error.kind, path: name,
                at: .byte(place),
                error.problem, nextStep: error.nextStep ?? "export the file again, or fetch another copy of it")
        }
        if !first.isEmpty { content.take(decoder) }
        let (stated, given) = (content.dataFormat, decoder.format)
        // Opus counts its packets' frames by the rate that the file states.
        guard given.channelCount == stated.channelCount,
            given.sampleRate == stated.sampleRate || stated.formatID != .opus
        else {
            throw damage(
                .unsupportedDataFormat, at: content.formatPlace,
                "the packets decode to [\(given)], not to what the header says: [\(stated)]")
        }
        return decoder
    }
}

extension Container {
    /// The place of errors about the format.
    fileprivate var formatPlace: Int64 { formatOffset ?? start }

    fileprivate func line(
        _ decoder: any PacketDecoder, in source: ByteSource
    ) throws(AudioFileError) -> PacketLine {
        let (bytes, frames) = (Int(dataFormat.bytesPerPacket), Int(dataFormat.framesPerPacket))
        let isKnown = dataFormat.formatID != .appleIMA4 || bytes == 34 * dataFormat.channelCount && frames == 64
        guard isKnown, frames <= decoder.maximumFramesPerPacket else {
            throw source.damage(
                .unsupportedDataFormat, at: formatPlace,
                "the header is not valid: packets of \(bytes) bytes and \(frames) frames of \(dataFormat.formatID)"
            )
        }
        var line = PacketLine(offset: dataOffset, byteCount: bytes, frames: frames, packetCount: try packetCount())
        if case .table(let index) = packets { line = PacketLine(index) }
        // What cannot be decoded is silent for as long as the table says, so no number of its own may say how long.
        guard line.maximumFramesPerPacket <= decoder.maximumFramesPerPacket else {
            throw source.damage(
                .invalidChunk, at: chunk("pakt")?.offset ?? formatPlace,
                "the packet table has a packet of \(line.maximumFramesPerPacket) frames, and one of \(dataFormat.formatID) has "
                    + "\(decoder.maximumFramesPerPacket) at most")
        }
        return line
    }
}

extension PacketLine {
    /// All frames but those that the last packet lacks: where packets have one number of frames, the last one may be
    /// short, and says so itself, if it can be decoded alone.
    fileprivate func actualFrameCount(
        _ decoder: any PacketDecoder, in source: ByteSource, packetHead: [UInt8]
    ) throws(AudioFileError) -> Int64 {
        guard decoder.isIndependent, let last = entry(packetCount - 1) else { return frameCount }
        let bytes = packetHead + (try source.bytes(at: last.offset, count: last.byteCount))
        var frames = PCMBuffer(channelCount: decoder.format.channelCount, frameCapacity: decoder.maximumFramesPerPacket)
        guard let made = try? decoder.decode(bytes.span, into: &frames, at: 0), made < last.frames.count else {
            return frameCount
        }
        return last.frames.lowerBound + Int64(made)
    }
}
