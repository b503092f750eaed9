internal import KKPCM

extension AudioFileStream {
    /// The value of a property.
    ///
    /// - Parameter argument: the packet, frame or byte of a translation.
    /// - Throws: `'unk?'` if it is not known yet, `'pty?'` if this stream does not have it, `'pck?'` for a packet that
    ///   does not exist.
    public func property(
        _ property: AudioFileStreamProperty, of argument: Int64 = 0
    ) throws(AudioFileStreamError) -> AudioFileStreamProperty.Value {
        if property == .readyToProducePackets { return .flag(isReady) }
        guard let audio, let stream, let dataOffset else {
            throw AudioFileStreamError(
                .valueUnknown, kind: .usage, "the property \(property.code) is not known yet",
                nextStep: "parse more of the stream")
        }
        if property == .packetTableInfo, stream.isTableVoid, !isCounted {
            throw AudioFileStreamError(
                .valueUnknown, kind: .usage,
                "the stream has more packets than its tag states, and not all have arrived",
                nextStep: "ask at the end of the stream")
        }
        if let value = try translation(property, of: argument, stream) { return value }
        if let value = fixed(property, audio, stream, dataOffset) { return value }
        throw AudioFileStreamError(.unsupportedProperty, kind: .usage, "this stream has no property \(property.code)")
    }

    private func fixed(
        _ property: AudioFileStreamProperty, _ audio: StreamAudio, _ stream: FramedStream, _ dataOffset: Int64
    ) -> AudioFileStreamProperty.Value? {
        switch property {
        case .fileFormat: .code(audio.fileFormat)
        case .dataFormat: .format(stream.format)
        case .formatList: .formats((stream.extended.map { [$0] } ?? []) + [stream.format])
        case .magicCookieData: stream.magicCookie.isEmpty ? nil : .bytes(stream.magicCookie)
        case .channelLayout: stream.layout.map { .layout($0) }
        case .dataOffset: .number(dataOffset)
        case .audioDataByteCount: byteCount(audio).map { .number($0) }
        case .audioDataPacketCount: packetCount(stream).map { .number($0) }
        case .maximumPacketSize: maximumPacketSize.map { .number(Int64($0)) }
        case .packetSizeUpperBound:
            // Of fragments nobody knows what is to come.
            stream.packetSizeUpperBound > 0 ? .number(Int64(stream.packetSizeUpperBound)) : nil
        case .packetTableInfo: stream.packetTable.map { .packetTable($0) }
        case .averageBytesPerPacket: averageByteCount.map { .real($0) }
        case .bitRate: bitRate(stream).map { .real($0) }
        case .restrictsRandomAccess: .flag(false)
        case .infoDictionary: .texts(texts(audio, stream))
        default: nil
        }
    }

    /// Whether the stream has ended and every packet has come.
    private var isCounted: Bool { hasEnded && isGapless }

    private func byteCount(_ audio: StreamAudio) -> Int64? {
        if let table = table?.table { return audio.dataByteCount ?? table.byteCount }
        if let count = audio.dataByteCount, framer == nil { return count }
        return isCounted && framer != nil ? index.byteCount : nil
    }

    private func packetCount(_ stream: FramedStream) -> Int64? {
        isCounted ? nextPacket : stream.packetCount
    }

    private var maximumPacketSize: Int? {
        if let constant { return constant.byteCount }
        if let table = table?.table { return table.maximumPacketByteCount }
        return isCounted ? index.maximumByteCount : nil
    }

    private var averageByteCount: Double? {
        if let constant { return Double(constant.byteCount) }
        if let table = table?.table {
            return table.packetCount > 0 ? Double(table.byteCount) / Double(table.packetCount) : nil
        }
        return index.packetCount > 0 ? Double(index.byteCount) / Double(index.packetCount) : nil
    }

    private func bitRate(_ stream: FramedStream) -> Double? {
        if let rate = stream.bitRate { return rate }
        guard let average = averageByteCount, stream.format.framesPerPacket > 0 else { return nil }
        return average * 8 * stream.format.sampleRate / Double(stream.format.framesPerPacket)
    }

    /// The file's own texts, and what can be said of any file.
    private func texts(_ audio: StreamAudio, _ stream: FramedStream) -> [FileProperties.Tag] {
        var texts = audio.texts
        func add(_ key: String, _ value: String) {
            if !texts.contains(where: { $0.key == key }) { texts.append(FileProperties.Tag(key: key, value: value)) }
        }
        if let depth = stream.sourceBitDepth { add("source bit depth", String(depth)) }
        if let layout = stream.layout { add("channel layout", layout.name) }
        if let rate = bitRate(stream), rate < 0x1p60 { add("nominal bit rate", String(Int64(rate))) }
        return texts
    }

    // MARK: Translations

    private func translation(
        _ property: AudioFileStreamProperty, of argument: Int64, _ stream: FramedStream
    ) throws(AudioFileStreamError) -> AudioFileStreamProperty.Value? {
        switch property {
        case .packetToFrame:
            try checkPacket(argument)
            return try frame(ofPacket: argument, stream).map { .number($0) }
        case .frameToPacket:
            guard argument >= 0 else { throw nothing("frame", argument) }
            guard let found = packet(ofFrame: argument, stream) else {
                if table != nil { throw nothing("frame", argument) }
                return nil
            }
            guard isPacket(found.packet) else { throw nothing("frame", argument) }
            return .place(packet: found.packet, offset: found.frame, isEstimated: false)
        case .packetToRollDistance:
            guard isPacket(argument) else { throw noPacket(argument) }
            return .number(stream.format.formatID.prerollPacketCount(of: argument))
        case .packetToDependencyInfo:
            guard isPacket(argument) else { throw noPacket(argument) }
            return .dependency(
                isIndependentlyDecodable: true,
                prerollPacketCount: stream.format.formatID.prerollPacketCount(of: argument))
        case .packetToByte:
            let place = try place(ofPacket: argument)
            return .offset(place.offset, isEstimated: place.isEstimated)
        case .byteToPacket: return try packet(ofByte: argument)
        default: return nil
        }
    }

    private func frame(ofPacket packet: Int64, _ stream: FramedStream) throws(AudioFileStreamError) -> Int64? {
        if let table = table?.table, stream.format.framesPerPacket == 0 { return table.firstFrame(of: packet) }
        guard stream.format.framesPerPacket > 0 else { return nil }
        let (frame, overflow) = packet.multipliedReportingOverflow(by: Int64(stream.format.framesPerPacket))
        if overflow { throw noPacket(packet) }
        return frame
    }

    private func packet(ofFrame wanted: Int64, _ stream: FramedStream) -> (packet: Int64, frame: Int64)? {
        if let table = table?.table, stream.format.framesPerPacket == 0 {
            return table.packet(ofFrame: wanted).map { ($0.packet, wanted - $0.firstFrame) }
        }
        let frames = Int64(stream.format.framesPerPacket)
        return frames > 0 ? (wanted / frames, wanted % frames) : nil
    }

    private func packet(ofByte offset: Int64) throws(AudioFileStreamError) -> AudioFileStreamProperty.Value? {
        guard offset >= 0 else { throw nothing("byte", offset) }
        if let constant {
            let (packet, rest) = offset.quotientAndRemainder(dividingBy: Int64(constant.byteCount))
            guard isPacket(packet) else { throw nothing("byte", offset) }
            return .place(packet: packet, offset: rest, isEstimated: false)
        }
        if let table = table?.table {
            guard let place = table.packet(ofByte: offset) else { throw nothing("byte", offset) }
            return .place(packet: place.packet, offset: offset - place.firstByte, isEstimated: false)
        }
        if offset < index.end, let known = index.packet(at: offset), index.stride == 1 {
            return .place(packet: known.packet, offset: offset - known.offset, isEstimated: false)
        }
        guard !isCounted || offset < index.end else { throw nothing("byte", offset) }
        guard let average = averageByteCount, average > 0 else { return nil }
        let packet = (Double(offset) / average).rounded(.down)
        guard packet < 0x1p62 else { throw nothing("byte", offset) }
        return .place(packet: Int64(packet), offset: 0, isEstimated: true)
    }

    private func nothing(_ what: String, _ number: Int64) -> AudioFileStreamError {
        AudioFileStreamError(.invalidPacketOffset, kind: .usage, "there is no \(what) \(number) in this stream")
    }
}
