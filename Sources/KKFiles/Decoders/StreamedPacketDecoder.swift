internal import KKCodecs
internal import KKPCM

/// FLAC out of a pipe: packets that need nothing of each other, decoded one by one.
///
/// It ends at the first damage, as libsndfile does with a file: the same bytes are the same sound, whichever way they come. What comes behind it is
/// read and left aside, so that the writer is not cut off.
///
/// ## Allocation
/// In `init`: the frames of a packet. While reading: the bytes that come.
final class StreamedPacketDecoder: FileDecoder {
    let properties: FileProperties
    private(set) var warnings: [FileWarning] = []
    private(set) var countedFrames: Int64?

    private let feed: StreamFeed
    private let decoder: any PacketDecoder
    /// The packets that are being decoded, and the next one of them.
    private var packets: StreamFeed.Packets?
    private var packet = 0
    /// The first bytes that are nothing.
    private var junk: Range<Int64>?
    private var hasEnded = false
    /// Frames of the last packet, and the first that was not given.
    private var frames: PCMBuffer
    private var first = 0
    /// The stream's frame at `first`, and the one that is read next.
    private var decoded: Int64 = 0
    private var position: Int64 = 0

    init(_ feed: StreamFeed, _ decoder: any PacketDecoder, properties: FileProperties) {
        (self.feed, self.decoder, self.properties) = (feed, decoder, properties)
        frames = PCMBuffer(channelCount: decoder.format.channelCount, frameCapacity: decoder.maximumFramesPerPacket)
    }

    func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws(AudioFileError) -> Int {
        guard frameCount > 0 else { return 0 }
        while true {
            let left = frames.frameLength - first
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

    func seek(to frame: Int64) throws(AudioFileError) {
        guard frame >= decoded else { throw feed.noWayBack(to: frame) }
        position = frame
    }

    /// Decodes the next packet; `false` at the end, or at the first damage.
    private func decodePacket() throws(AudioFileError) -> Bool {
        frames.frameLength = 0
        first = 0
        while !hasEnded {
            guard let current = packets, packet < current.descriptions.count else {
                try fetch()
                continue
            }
            let place = current.descriptions[packet]
            packet += 1
            let start = Int(place.startOffset)
            do throws(CodecError) {
                let count = try decoder.decode(current.bytes.span.extracting(start..<start + place.byteCount), into: &frames, at: 0)
                frames.frameLength = count
                if count > 0 { return true }
            } catch {
                try end(at: current.offset + place.startOffset, error.problem)
            }
        }
        return false
    }

    /// Takes the next packets, unless there is junk before them.
    private func fetch() throws(AudioFileError) {
        packets = try feed.next()
        packet = 0
        junk = junk ?? feed.takeJunk().first?.range
        if let packets {
            guard let junk, junk.lowerBound < packets.offset else { return }
            try end(at: junk.lowerBound, "\(junk.count) bytes are no sound FLAC frames")
        } else {
            hasEnded = true
            guard let expected = properties.expectedFrameCount, expected != decoded else { return }
            warnings.append(
                FileWarning(
                    path: feed.name, at: junk.map { .byte($0.lowerBound) }, "the header claims \(expected) frames, \(decoded) are there",
                    consequence: "what is there is used"))
        }
    }

    /// Ends at damage, and reads on for nothing.
    private func end(at offset: Int64, _ problem: String) throws(AudioFileError) {
        hasEnded = true
        warnings.append(FileWarning(path: feed.name, at: .byte(offset), problem, consequence: "the audio ends before it"))
        packets = nil
        while try feed.next() != nil { _ = feed.takeJunk() }
    }
}
