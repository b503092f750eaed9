internal import KKPCM

/// A stream without a table of its packets, and the index that is made of it as far as somebody asks.
///
/// Bytes that are no packet are stepped over and reported as warnings. The framer decides by the bytes alone; the scan sees
/// to it that it comes to an end: no window is longer than ``maximumWindow``, and every step moves on.
package final class PacketScan {
    package private(set) var index = PacketIndex()
    private(set) var isComplete = false
    /// Places that are no packet; the last one as far as it was looked at.
    package var warnings: [FileWarning] {
        var warnings = reported
        if let junk { warnings.addPlace(warning(junk)) }
        return warnings
    }
    /// Headers and tags between packets: where they are, for whoever reads tags.
    private(set) var headers: [Range<Int64>] = []

    /// The bytes before each packet that are none, headers and tags apart, and behind the last one; none where there
    /// are no such.
    package private(set) var losses: [Loss] = []

    /// Bytes that are no packet, in as many places as tags leave of them.
    package struct Loss {
        /// The packet behind them.
        package var packet: Int64
        package var offset: Int64
        package var byteCount: Int64
    }

    /// What is known of the stream; `nil` before the first packet.
    package var stream: FramedStream? { framer.stream }

    private let source: ByteSource
    private var framer: any StreamFramer
    private var position: Int64
    private let end: Int64
    /// The place that the scan is in, or came out of last, which has no warning yet.
    private var junk: Range<Int64>?
    private var reported: [FileWarning] = []
    private var window = [UInt8](repeating: 0, count: 1 << 16)
    private var windowStart: Int64 = 0
    private var windowCount = 0
    /// What the framer has asked for.
    private var wanted = 1 << 12

    private static let maximumWindow = 1 << 24
    private static let maximumHeaders = 64

    package init(_ source: ByteSource, _ framer: any StreamFramer, range: Range<Int64>) {
        self.source = source
        self.framer = framer
        position = range.lowerBound
        end = range.upperBound
    }

    /// Goes on until the index has so many packets, or the stream ends.
    package func scan(packets: Int64) throws(AudioFileError) {
        while index.packetCount < packets, try step() {}
    }

    package func scanAll() throws(AudioFileError) {
        while try step() {}
    }

    /// Goes on until the index has a frame, or a byte of the file.
    package func scan(frame: Int64) throws(AudioFileError) {
        while index.frameCount <= frame, try step() {}
    }

    package func scan(byte: Int64) throws(AudioFileError) {
        while index.end <= byte, try step() {}
    }

    /// - Returns: `false` at the end.
    private func step() throws(AudioFileError) -> Bool {
        guard !isComplete else { return false }
        try fillWindow()
        let first = Int(position - windowStart)
        let isEnd = windowStart + Int64(windowCount) >= end
        let step = framer.step(window.span.extracting(first..<windowCount), isEnd: isEnd)
        switch step {
        case .packet(let byteCount, let frames):
            try advance(byteCount) { index.append(offset: $0, byteCount: byteCount, frames: max(0, frames)) }
        case .header(let byteCount):
            try advance(byteCount) { noteHeader($0..<$0 + Int64(byteCount)) }
        case .junk(let byteCount):
            // A packet that the end cuts off is played with zeros behind it: it is one here, too.
            if let missing = framer.missingByteCount, let format = stream?.format {
                try advance(byteCount) { offset in
                    index.append(offset: offset, byteCount: byteCount, frames: Int(format.framesPerPacket))
                    noteCut(at: offset, byteCount: byteCount, missing: missing)
                }
                break
            }
            try advance(byteCount) { noteJunk($0..<$0 + Int64(byteCount)) }
        case .needsBytes(let count):
            guard !isEnd, count > windowCount - first, count <= Self.maximumWindow else {
                throw broken("the framer asks for \(count) bytes")
            }
            wanted = count
        case .end: isComplete = true
        }
        if position >= end { isComplete = true }
        return !isComplete
    }

    /// What follows other junk is one place with it, and has one warning.
    private func noteJunk(_ range: Range<Int64>) {
        if losses.last?.packet != index.packetCount {
            losses.append(Loss(packet: index.packetCount, offset: range.lowerBound, byteCount: 0))
        }
        losses[losses.count - 1].byteCount += Int64(range.count)
        if let junk, junk.upperBound == range.lowerBound {
            self.junk = junk.lowerBound..<range.upperBound
        } else {
            endJunk()
            junk = range
        }
    }

    private func endJunk() {
        guard let junk else { return }
        self.junk = nil
        reported.addPlace(warning(junk))
    }

    private func warning(_ junk: Range<Int64>) -> FileWarning {
        FileWarning(
            path: source.name, at: .byte(junk.lowerBound), "\(junk.upperBound - junk.lowerBound) bytes are no packet",
            consequence: "they are left out")
    }

    private func noteCut(at offset: Int64, byteCount: Int, missing: Int) {
        endJunk()
        reported.addPlace(
            FileWarning(
                path: source.name, at: .byte(offset),
                "the last packet is cut short: \(missing) of \(byteCount + missing) bytes are missing",
                consequence: "it is used as it is"))
    }

    /// A tag comes in several steps when it is longer than the window.
    private func noteHeader(_ range: Range<Int64>) {
        if let last = headers.last, last.upperBound == range.lowerBound {
            headers[headers.count - 1] = last.lowerBound..<range.upperBound
        } else if headers.count < Self.maximumHeaders {
            headers.append(range)
        }
    }

    private func advance(_ byteCount: Int, _ note: (Int64) -> Void) throws(AudioFileError) {
        guard byteCount > 0, Int64(byteCount) <= end - position else {
            throw broken("a step of \(byteCount) bytes, with \(end - position) left")
        }
        note(position)
        position += Int64(byteCount)
        wanted = 1 << 12
    }

    /// Sees to it that the window has what is wanted, from ``position`` on. Every byte is read once: what is there is
    /// kept, and a window that is too short becomes twice as long as it has to be.
    private func fillWindow() throws(AudioFileError) {
        let needed = Int(min(Int64(wanted), end - position))
        guard position + Int64(needed) > windowStart + Int64(windowCount) || windowCount == 0 else { return }
        let first = min(windowCount, Int(position - windowStart))
        let kept = windowCount - first
        if 2 * needed > window.count, window.count < Self.maximumWindow {
            var longer = [UInt8](
                repeating: 0, count: min(max(needed, Self.maximumWindow), max(2 * needed, 2 * window.count)))
            for index in 0..<kept { longer[index] = window[first + index] }
            window = longer
        } else {
            var bytes = window.mutableSpan
            for index in 0..<kept { bytes[index] = bytes[first + index] }
        }
        windowStart = position
        let count = Int(min(Int64(window.count - kept), end - position - Int64(kept)))
        windowCount = kept + (try source.read(at: position + Int64(kept), into: &window, from: kept, count: count))
        guard windowCount >= needed else { throw .shortened(source.name, at: position + Int64(windowCount)) }
    }

    private func broken(_ problem: String) -> AudioFileError {
        AudioFileError(
            .invalidFile, kind: .badData, path: source.name, at: .byte(position), problem,
            nextStep: "fetch another copy of the file")
    }
}
