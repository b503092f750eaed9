internal import KKCodecs
internal import KKPCM

/// FLAC out of a pipe: its frames need nothing of each other, and are decoded one by one.
///
/// What is lost between two packets is silence in its place, as in a file: the same bytes are the same sound, whichever
/// way they come.
///
/// ## Allocation
/// In `init`: the frames of a packet. While reading: the bytes that come.
final class StreamedFLACDecoder: FileDecoder {
    let properties: FileProperties
    private(set) var warnings: [FileWarning] = []
    private(set) var countedFrames: Int64?

    private let feed: StreamFeed
    private let decoder: any PacketDecoder
    /// The packets that are being decoded, and the next one of them.
    private var packets: StreamFeed.Packets?
    private var packet = 0
    /// The packets before it.
    private var packetNumber: Int64 = 0
    /// The bytes before ``packets`` that are nothing: where they begin, and how many there are besides tags.
    private var junk: (offset: Int64, byteCount: Int64)?
    /// What the feed has found ahead of them.
    private var foundJunk: [Range<Int64>] = []
    private var hasEnded = false
    private var losses: LostFrames
    private var contradictions: FLACContradictions
    private var checksum: SoundChecksum?
    /// Frames that are lost, and still to be given.
    private var silence: Int64 = 0
    /// Frames of the last packet, and the first that was not given.
    private var frames: PCMBuffer
    private var first = 0
    /// The stream's frame at `first`, and the one that is read next.
    private var decoded: Int64 = 0
    private var position: Int64 = 0

    init(_ feed: StreamFeed, _ decoder: any PacketDecoder, properties: FileProperties) {
        (self.feed, self.decoder, self.properties) = (feed, decoder, properties)
        losses = LostFrames(sampleRate: properties.dataFormat.sampleRate, total: properties.expectedFrameCount)
        contradictions = FLACContradictions(feed.stream.stream)
        frames = PCMBuffer(channelCount: decoder.format.channelCount, frameCapacity: decoder.maximumFramesPerPacket)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard frameCount > 0 else { return 0 }
        while true {
            let left = frames.frameLength - first
            if silence > 0 {
                let skipped = min(silence, max(0, position - decoded))
                let count = skipped > 0 ? 0 : Int(min(Int64(frameCount), silence))
                silence -= skipped + Int64(count)
                decoded += skipped + Int64(count)
                guard count > 0 else { continue }
                buffer.silence(offset..<offset + count)
                position = decoded
                return count
            }
            if position > decoded, left > 0 {
                let count = Int(min(Int64(left), position - decoded))
                first += count
                decoded += Int64(count)
            } else if left > 0 {
                let count = min(frameCount, left)
                buffer.copy(count, framesFrom: frames, at: first, to: offset)
                first += count
                decoded += Int64(count)
                position = decoded
                return count
            } else if try !decodePacket() {
                countedFrames = decoded
                return 0
            }
        }
    }

    func checkSound() { checksum = SoundChecksum(properties) }

    func seek(to frame: Int64) throws(AudioFileError) {
        guard frame >= decoded else { throw feed.noWayBack(to: frame) }
        position = frame
    }

    /// Decodes the next packet, or finds that frames are lost before it; `false` at the end.
    private func decodePacket() throws(AudioFileError) -> Bool {
        frames.frameLength = 0
        first = 0
        while !hasEnded {
            guard let current = packets, packet < current.descriptions.count else {
                try fetch()
                continue
            }
            let place = current.descriptions[packet]
            let bytes = Int(place.startOffset)..<Int(place.startOffset) + place.byteCount
            let length =
                place.variableFrames > 0 ? place.variableFrames : Int(feed.stream.stream?.format.framesPerPacket ?? 0)
            let offset = current.offset + place.startOffset
            for warning in contradictions.warnings(current.bytes.span.extracting(bytes), at: offset, path: feed.name) {
                warnings.addPlace(warning)
            }
            let stated = decoder.statedFrames(of: current.bytes.span.extracting(bytes))
            if findLoss(before: stated?.lowerBound, length: length) { return true }
            packet += 1
            let (made, damage) = decoder.decode(
                current.bytes.span.extracting(bytes), number: packetNumber, length: length, into: &frames)
            frames.frameLength = made
            if let damage {
                warnings.addPlace(FileWarning(damage, at: .byte(offset), path: feed.name))
            } else {
                checksum?.take(frames, made, at: decoded)
            }
            packetNumber += 1
            losses.take(stated, frameCount: frames.frameLength)
            if frames.frameLength > 0 { return true }
        }
        return false
    }

    /// Whether frames are missing before a packet with this number, which are silent then.
    private func findLoss(before number: Int64?, length: Int) -> Bool {
        let trouble = losses.trouble(before: number, frameCount: length, junkByteCount: junk?.byteCount ?? 0)
        warnings.addPlace(trouble, byte: junk?.offset ?? 0, frame: decoded, path: feed.name)
        junk = nil
        silence = trouble.frameCount
        return silence > 0
    }

    /// Takes the next packets, and the junk before them.
    private func fetch() throws(AudioFileError) {
        packets = try feed.next()
        packet = 0
        foundJunk += feed.takeJunk().map(\.range)
        while let found = foundJunk.first, found.lowerBound < packets?.offset ?? .max {
            junk = (junk?.offset ?? found.lowerBound, (junk?.byteCount ?? 0) + Int64(found.count))
            foundJunk.removeFirst()
        }
        guard packets == nil else { return }
        hasEnded = true
        if properties.expectedFrameCount == nil, let junk {
            let trouble = losses.trouble(before: nil, frameCount: 0, junkByteCount: junk.byteCount)
            warnings.addPlace(trouble, byte: junk.offset, frame: decoded, path: feed.name)
        }
        // Told however many places were: that the sound is shorter, or another, is news.
        if let expected = properties.expectedFrameCount, expected != decoded {
            warnings.append(.decodable(decoded, of: expected, at: junk.map { .byte($0.offset) }, path: feed.name))
        }
        if let warning = checksum?.warning(frameCount: decoded, path: feed.name) { warnings.append(warning) }
    }
}
