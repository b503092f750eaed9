/// The frames that are lost between a stream's packets, by the numbers that packets state (``PacketDecoder/firstFrame(of:)``).
///
/// A number is believed as far as it leads no further than the stream can reach (``Reach``). One that goes back or beyond that, and a first one other
/// than 0 with nothing lost before it, are those of a stream that was cut and put together: what follows is played on.
package struct LostFrames {
    /// How far ahead a number may lead.
    package enum Reach {
        /// To the end of the whole stream, so many frames by its header; `.max` where that does not say.
        case total(Int64)
        /// So many frames at once: of packets alone, which may be a part of a stream, come from several, or go on elsewhere.
        case gap(Double)
    }

    /// What is wrong before a packet: bytes that are no frame, frames that are lost, both, or nothing.
    package struct Trouble: Hashable {
        package var junkByteCount: Int64
        package var frameCount: Int64

        package var isNone: Bool { junkByteCount == 0 && frameCount == 0 }

        package var problem: String {
            junkByteCount > 0 ? "\(junkByteCount) bytes are no FLAC frame" : "\(frameCount) frames are damaged or missing"
        }

        package var consequence: String { frameCount > 0 ? "\(frameCount) frames of silence are in their place" : "they are left out" }

        /// In place of all others, where there are very many.
        package static let more = "there are more places like these"
    }

    /// The frames that were taken and those that are lost before them, from 0 on.
    package private(set) var position: Int64 = 0
    /// The number that the next packet should have; `nil` while none has said one.
    package private(set) var expected: Int64?
    private let reach: Reach

    package init(_ reach: Reach) {
        self.reach = reach
    }

    /// What is wrong before the packet that comes next, which is still to be taken. Frames that are lost are counted, once.
    ///
    /// - Parameters:
    ///   - number: its first frame by its own word; `nil` where it gives none.
    ///   - frameCount: its frames.
    ///   - junkByteCount: the bytes before it that are no packet.
    package mutating func trouble(before number: Int64?, frameCount: Int, junkByteCount: Int64 = 0) -> Trouble {
        var trouble = Trouble(junkByteCount: junkByteCount, frameCount: 0)
        guard let number else { return trouble }
        let lost = number - (expected ?? (junkByteCount > 0 ? 0 : number))
        let isBelieved =
            switch reach {
            case .total(let total): lost <= total - position - Int64(frameCount)
            case .gap(let most): Double(lost) <= most
            }
        guard lost > 0, isBelieved else { return trouble }
        trouble.frameCount = lost
        position += lost
        expected = number
        return trouble
    }

    /// Takes a packet.
    ///
    /// - Parameter isDamaged: whether its own word is the last to be believed.
    package mutating func take(_ number: Int64?, frameCount: Int, isDamaged: Bool = false) {
        position += Int64(frameCount)
        expected = (isDamaged ? expected ?? number : number ?? expected).map { $0 + Int64(frameCount) }
    }
}
