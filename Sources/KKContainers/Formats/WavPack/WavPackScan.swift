/// Where the blocks of a WavPack file are and which frames they hold, by their headers alone.
///
/// Nothing is believed that the bytes do not show: the length is where the last block ends, a block whose number leads
/// far away is left out, and what is lost between two blocks is as long as their numbers say.
package struct WavPackScan {
    /// The blocks of all channels for some frames, one after the other.
    package struct Stretch {
        package let offset: Int64
        package var byteCount: Int
        /// The file's; where it was cut out of a longer one, it begins with 0 all the same.
        package var firstFrame: Int64
        package let frameCount: Int
        package var channelCount: Int

        package var endFrame: Int64 { firstFrame + Int64(frameCount) }
        fileprivate var end: Int64 { offset + Int64(byteCount) }
    }

    package private(set) var stretches: [Stretch] = []
    package private(set) var frameCount: Int64 = 0
    /// What the first header says of it.
    package private(set) var statedCount: Int64?
    package private(set) var isDSD = false
    /// The first byte after the audio, where tags may be.
    package private(set) var end: Int64
    package private(set) var warnings: [FileWarning] = []

    private let path: String
    private var window: ByteWindow
    /// The blocks before the last one of some frames.
    private var open: Stretch?
    /// The number of the first frame.
    private var firstNumber: Int64?
    /// The bytes since the last stretch that are none.
    private var lost: Range<Int64>?

    /// The most frames that are missing between two blocks, for all that it took, and for each byte that is lost there.
    private static let longestGap: Int64 = 1 << 18, framesPerByte: Int64 = 256
    /// The most bytes and samples that are decoded at once: more than the encoder gives, however it is set.
    private static let mostBytes = 1 << 25, mostSamples = 1 << 22

    package init(_ source: ByteSource, start: Int64) throws(AudioFileError) {
        path = source.name
        end = try source.endBeforeTags(from: start, to: source.byteCount(), limit: 64)
        window = ByteWindow(source, end: end)
        var place = start
        var last: Int64?
        while place < end {
            let header = WavPackHeader(
                try source.bytes(at: place, count: Int(min(Int64(WavPackHeader.byteCount), end - place))))
            if let header, place + Int64(header.byteCount) <= end {
                add(header, at: place)
                last = place
                place += Int64(header.byteCount)
                continue
            }
            // The size of the last block may be wrong, so that others are in it.
            let next = try nextHeader(behind: header == nil ? last ?? place : place) ?? end
            if let last, next < place { drop(from: last) }
            lose(min(place, next)..<next)
            (place, last) = (next, nil)
        }
        if let open { lose(open.offset..<open.end) }
        tellLost(frameCount: 0)
    }

    private mutating func nextHeader(behind place: Int64) throws(AudioFileError) -> Int64? {
        var place = place + 1
        while let letters = try window.number(at: place) {
            // wvpk
            if letters == 0x7776_706B,
                WavPackHeader(try window.bytes(at: place, count: WavPackHeader.byteCount)) != nil
            {
                return place
            }
            place += 1
        }
        return nil
    }

    private mutating func add(_ header: WavPackHeader, at place: Int64) {
        guard header.frameCount > 0 else { return }
        let size = header.byteCount
        if header.isInitial {
            if let open { lose(open.offset..<open.end) }
            open = Stretch(
                offset: place, byteCount: size, firstFrame: header.firstFrame, frameCount: header.frameCount,
                channelCount: header.channelCount)
        } else if var stretch = open, stretch.end == place, stretch.firstFrame == header.firstFrame,
            stretch.frameCount == header.frameCount
        {
            stretch.byteCount += size
            stretch.channelCount += header.channelCount
            open = stretch
        } else {
            lose(place..<place + Int64(size))
        }
        guard header.isFinal, let stretch = open else { return }
        open = nil
        if firstNumber == nil {
            isDSD = header.isDSD
            if stretch.firstFrame == 0 { statedCount = header.statedCount }
        }
        take(stretch)
    }

    /// Puts a stretch after the others where its number is possible.
    private mutating func take(_ stretch: Stretch) {
        var stretch = stretch
        let lostCount = lost.map { $0.upperBound - $0.lowerBound } ?? 0
        let reach = lostCount > 0 || firstNumber != nil ? Self.longestGap + Self.framesPerByte * lostCount : 0
        let number = stretch.firstFrame
        let first = number - (firstNumber ?? (number <= reach ? 0 : number))
        guard first >= frameCount, first - frameCount <= reach,
            stretch.byteCount <= Self.mostBytes, stretch.frameCount * stretch.channelCount <= Self.mostSamples
        else {
            return lose(stretch.offset..<stretch.end)
        }
        firstNumber = number - first
        tellLost(frameCount: first - frameCount)
        stretch.firstFrame = first
        stretches.append(stretch)
        frameCount = stretch.endFrame
    }

    /// Takes back the frames of the block at `place`, after which there is nothing else yet.
    private mutating func drop(from place: Int64) {
        if let open { lose(open.offset..<place + 1) }
        open = nil
        guard let stretch = stretches.last, stretch.end > place else { return lose(place..<place + 1) }
        stretches.removeLast()
        frameCount = stretches.last?.endFrame ?? 0
        if stretches.isEmpty { firstNumber = nil }
        lose(stretch.offset..<place + 1)
    }

    private mutating func lose(_ bytes: Range<Int64>) {
        lost = min(lost?.lowerBound ?? .max, bytes.lowerBound)..<max(lost?.upperBound ?? 0, bytes.upperBound)
    }

    private mutating func tellLost(frameCount missing: Int64) {
        defer { lost = nil }
        let consequence = FileWarning.makingUp(forLost: missing)
        if let lost {
            warnings.addPlace(
                FileWarning(
                    path: path, at: .byte(lost.lowerBound),
                    "\(lost.upperBound - lost.lowerBound) bytes are not a whole WavPack block",
                    consequence: consequence))
        } else if missing > 0 {
            warnings.addPlace(
                FileWarning(
                    path: path, at: .frame(frameCount), "\(missing) frames are missing", consequence: consequence))
        }
    }
}
