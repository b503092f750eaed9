internal import KKPCM

/// A stream without a table of its packets, and the index that is made of it as far as somebody asks.
///
/// Bytes that are not a packet are stepped over and reported as warnings.
package final class PacketScan {
    package private(set) var index = PacketIndex()
    var isComplete: Bool { window.isAtEnd }
    /// Places that are not a packet; the last one as far as it was looked at.
    package var warnings: [FileWarning] {
        var warnings = reported
        if let junk { warnings.addPlace(warning(junk)) }
        return warnings
    }
    /// Headers and tags between packets: where they are, for whoever reads tags.
    private(set) var headers: [Range<Int64>] = []

    /// The bytes before each packet that are none, headers and tags apart, and after the last one; none if there are no
    /// such.
    package private(set) var losses: [Loss] = []

    /// Bytes that are not a packet, in as many places as tags leave of them.
    package struct Loss {
        /// The packet after them.
        package var packet: Int64
        package var offset: Int64
        package var byteCount: Int64
    }

    /// What is known of the stream; `nil` before the first packet.
    package var stream: FramedStream? { framer.stream }

    private let source: ByteSource
    private var framer: any StreamFramer
    private var window: FramingWindow
    /// The place that the scan is in, or came out of last, which has no warning yet.
    private var junk: Range<Int64>?
    private var reported: [FileWarning] = []

    private static let maximumHeaders = 64

    package init(_ source: ByteSource, _ framer: any StreamFramer, range: Range<Int64>) {
        self.source = source
        self.framer = framer
        window = FramingWindow(source, range: range)
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
        guard let step = try window.step(&framer) else { return false }
        let place = window.position - Int64(step.byteCount)
        switch step {
        case .packet(let byteCount, let frames):
            index.append(offset: place, byteCount: byteCount, frames: max(0, frames))
        case .header: noteHeader(place..<window.position)
        case .junk(let byteCount):
            // A packet that the end cuts off is played with zeros after it: it is one here, too.
            if let missing = framer.missingByteCount, let format = stream?.format {
                index.append(offset: place, byteCount: byteCount, frames: Int(format.framesPerPacket))
                noteCut(at: place, byteCount: byteCount, missing: missing)
            } else {
                noteJunk(place..<window.position)
            }
        case .needsBytes, .end: break
        }
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
            path: source.name, at: .byte(junk.lowerBound),
            "\(junk.upperBound - junk.lowerBound) bytes are not a packet",
            consequence: "they are left out")
    }

    private func noteCut(at offset: Int64, byteCount: Int, missing: Int) {
        endJunk()
        reported.addPlace(
            FileWarning(
                path: source.name, at: .byte(offset),
                "the last packet is cut short: \(missing) of \(byteCount + missing) bytes are missing",
                consequence: "it is used unchanged"))
    }

    /// A tag comes in several steps when it is longer than the window.
    private func noteHeader(_ range: Range<Int64>) {
        if let last = headers.last, last.upperBound == range.lowerBound {
            headers[headers.count - 1] = last.lowerBound..<range.upperBound
        } else if headers.count < Self.maximumHeaders {
            headers.append(range)
        }
    }
}
