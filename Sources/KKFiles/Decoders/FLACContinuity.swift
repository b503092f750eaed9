internal import KKCodecs

/// Whether the frames of a FLAC file count on from 0 to its end and are what STREAMINFO says, by their headers alone.
///
/// libFLAC believes the numbers: it puts silence where some are left out, takes a seek to the wrong place where they begin elsewhere or where frames are
/// counted and their size is not known, and ends where the header's total does, each without a word; and libsndfile believes STREAMINFO, which has no
/// checksum. A file whose frames do not simply follow one another, or contradict it, is read by its packets instead (``PacketFileDecoder``), as it is out
/// of a pipe. Nothing is decoded here, and no frame's checksum is tested: from each header the next number is looked for, in a tenth of the time that
/// decoding takes.
///
/// Source: RFC 9639 §8.2: STREAMINFO; §9.1: sync code and blocking strategy, codes, the number, the checksum.
struct FLACContinuity {
    private let source: ByteSource
    private var window = [UInt8](repeating: 0, count: 1 << 18)
    private var windowStart: Int64 = 0
    private var windowCount = 0

    private let info: FLACStreamInfo
    /// The frames so far, and their samples.
    private var frameCount: Int64 = 0
    private var sampleCount: Int64 = 0
    /// Whether all of them are of the size that counted frames have.
    private var isEven = true

    private init(_ source: ByteSource, _ info: FLACStreamInfo) {
        self.source = source
        self.info = info
    }

    /// - Parameters:
    ///   - start: where the file begins, behind tags.
    ///   - audio: where the audio begins, behind the metadata.
    /// - Returns: `true` also of a STREAMINFO that is none, which other rules judge.
    static func holds(_ source: ByteSource, start: Int64, audio: Int64) throws(AudioFileError) -> Bool {
        guard let info = try? FLACStreamInfo(source.bytes(at: start + 8, count: FLACStreamInfo.byteCount)) else { return true }
        var continuity = FLACContinuity(source, info)
        return try continuity.countsOn(from: audio)
    }

    /// Every header that looks like one of this file has the number that comes next, from 0 on, and so has one of another kind that has that number.
    /// Bytes of sound that look like one by chance, one in some gigabytes, cost the time of the other way.
    private mutating func countsOn(from start: Int64) throws(AudioFileError) -> Bool {
        var place = start
        var kind: [UInt8] = []
        while try load(place) {
            guard let found = window[Int(place - windowStart)..<windowCount].firstIndex(of: 0xFF) else {
                place = windowStart + Int64(windowCount)
                continue
            }
            place = windowStart + Int64(found)
            guard try load(place, count: FLACFrameHeader.byteCountUpperBound) else { break }
            let at = Int(place - windowStart)
            guard at + 4 < windowCount else { break }
            place += 1
            guard window[at + 1] & 0xFE == 0xF8, let header = FLACFrameHeader(window.span.extracting(0..<windowCount), at: at) else { continue }
            let own = [window[at + 1], window[at + 2] & 15, window[at + 3] & 15]
            if kind.isEmpty { kind = own }
            guard header.number == (header.countsSamples ? sampleCount : frameCount) else {
                if own == kind { return false }
                continue
            }
            guard agrees(header) else { return false }
            isEven = isEven && header.frameCount == info.maximumBlock
            frameCount += 1
            sampleCount += Int64(header.frameCount)
        }
        return true
    }

    /// Whether the frame that comes next is what STREAMINFO says.
    private func agrees(_ header: FLACFrameHeader) -> Bool {
        header.channelCount == info.channelCount && header.sampleRate ?? info.sampleRate == info.sampleRate
            && header.bitDepth ?? info.bitDepth == info.bitDepth && header.frameCount <= info.maximumBlock
            && (header.countsSamples || info.isFixed && isEven)
    }

    /// Sees to it that the byte at `place` is in the window, and `count` bytes from there on as far as the file has them.
    ///
    /// - Returns: whether there is such a byte.
    private mutating func load(_ place: Int64, count: Int = 1) throws(AudioFileError) -> Bool {
        if place >= windowStart, place + Int64(count) <= windowStart + Int64(windowCount) { return true }
        windowStart = place
        windowCount = try source.read(at: place, into: &window, count: window.count)
        return windowCount > 0
    }
}
