/// The frames that are lost between a stream's packets, by the numbers that packets state
/// (``PacketDecoder/statedFrames(of:)``).
///
/// A number is believed as far as it leads no further than the stream's end and no further ahead than a minute and what
/// the bytes before it that are not a packet could have held (its *traces*): a number is damaged, or a lie, more easily
/// than an hour is lost without a trace, and must not cost a disk of silence. Nor must many of them: what is believed
/// without a trace is, all together, no more than a minute and the frames that were taken before it, so a long
/// recording may have as many gaps as sound, and a small file does not become an hour. A number that goes back or
/// further, and a first one other than 0 with nothing lost before it, are those of a stream that was cut and put
/// together: what follows is played on.
package struct LostFrames {
    /// What is wrong before a packet: bytes that are not a frame, frames that are lost, both, or nothing.
    package struct Trouble: Hashable {
        package var junkByteCount: Int64
        package var frameCount: Int64

        package var isNone: Bool { junkByteCount == 0 && frameCount == 0 }
    }

    /// The frames that were taken and those that are lost before them, from 0 on.
    package private(set) var position: Int64 = 0
    /// The number that the next packet should have; `nil` while none has said one.
    package private(set) var expected: Int64?
    private let total: Int64
    private let mostAtOnce: Int64
    /// The frames that may still be believed without a trace: a minute, and what was taken, less what was believed.
    private var credit: Int64

    /// The most seconds without a trace.
    private static let longestGap = 60.0
    /// The most frames in a byte: 65,535 of silence in 11 (RFC 9639 §9, of one channel: header, subframe and checksum).
    private static let framesPerByte: Int64 = 5958

    /// - Parameters:
    ///   - sampleRate: frames per second.
    ///   - total: of the whole stream by its header; `nil` if that does not say, or where packets may be a part of a
    ///     stream or come from several.
    package init(sampleRate: Double, total: Int64? = nil) {
        self.total = total ?? .max
        mostAtOnce = Int64(max(0, min(Self.longestGap * sampleRate, 0x1p40)))
        credit = mostAtOnce
    }

    /// What is wrong before the packet that comes next, which is still to be taken. Frames that are lost are counted,
    /// once.
    ///
    /// - Parameters:
    ///   - number: its first frame by its own word; `nil` if it gives none.
    ///   - frameCount: its frames.
    ///   - junkByteCount: the bytes before it that are not a packet.
    package mutating func trouble(before number: Int64?, frameCount: Int, junkByteCount: Int64 = 0) -> Trouble {
        var trouble = Trouble(junkByteCount: junkByteCount, frameCount: 0)
        guard let number else { return trouble }
        let lost = number - (expected ?? (junkByteCount > 0 ? 0 : number))
        let (traces, overflow) = junkByteCount.multipliedReportingOverflow(by: Self.framesPerByte)
        guard lost > 0, lost <= total - position - Int64(frameCount) else { return trouble }
        let untraced = overflow ? 0 : max(0, lost - traces)
        guard untraced <= min(mostAtOnce, credit) else { return trouble }
        credit -= untraced
        trouble.frameCount = lost
        position += lost
        expected = number
        return trouble
    }

    /// Takes a packet.
    ///
    /// - Parameters:
    ///   - stated: its frames by its own word; `nil` if it gives none.
    ///   - isDamaged: whether that is the last to be believed.
    package mutating func take(_ stated: Range<Int64>?, frameCount: Int, isDamaged: Bool = false) {
        position += Int64(frameCount)
        credit += Int64(frameCount)
        if let stated, !isDamaged {
            expected = stated.upperBound
        } else {
            expected = (expected ?? stated?.lowerBound).map { $0 + Int64(frameCount) }
        }
    }
}
