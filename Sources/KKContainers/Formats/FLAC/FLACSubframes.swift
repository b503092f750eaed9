internal import KKCodecs

/// Where a FLAC frame ends by its own bits: every sample is stepped over, and none is decoded.
///
/// Source: RFC 9639, sections 9.2 and 9.3.
struct FLACSubframes {
    /// The first byte after the frame at the start of the window; `nil` when what follows the header is not a frame, or
    /// ends beyond `limit`.
    ///
    /// - Parameter limit: at most the bytes of the window. The work is in proportion to it.
    static func end(of header: FLACFrameHeader, bitDepth: Int, in window: Span<UInt8>, limit: Int) -> Int? {
        var place = 8 * header.byteCount
        for channel in 0..<header.channelCount {
            let bits = bitDepth + (channel == header.sideChannel ? 1 : 0)
            guard let end = subframe(at: place, bits: bits, frames: header.frameCount, window, 8 * limit) else {
                return nil
            }
            place = end
        }
        let end = (place + 7) / 8 + 2
        return end <= limit ? end : nil
    }

    /// The bit after the subframe that begins at bit `start`.
    private static func subframe(at start: Int, bits: Int, frames: Int, _ window: Span<UInt8>, _ limit: Int) -> Int? {
        guard start + 8 <= limit else { return nil }
        let head = number(8, at: start, window)
        guard head & 0x80 == 0 else { return nil }
        var place = start + 8
        var bits = bits
        if head & 1 != 0 {
            guard let zeros = zeros(at: place, window, limit) else { return nil }
            place += zeros + 1
            bits -= zeros + 1
        }
        guard bits > 0 else { return nil }
        let kind = head >> 1
        var order = 0
        switch kind {
        case 0: return within(place + bits, limit)
        case 1: return within(place + bits * frames, limit)
        case 8...12:
            order = kind - 8
            place += order * bits
        case 32...63:
            order = kind - 31
            place += order * bits
            guard place + 9 <= limit else { return nil }
            let precision = number(4, at: place, window) + 1
            guard precision < 16 else { return nil }
            place += 9 + order * precision
        default: return nil
        }
        return residual(at: place, order: order, frames: frames, window, limit)
    }

    /// Partitions of Rice codes, or of numbers of one width.
    private static func residual(at start: Int, order: Int, frames: Int, _ window: Span<UInt8>, _ limit: Int) -> Int? {
        guard start + 6 <= limit else { return nil }
        let head = number(6, at: start, window)
        guard head < 32 else { return nil }
        let width = head < 16 ? 4 : 5
        let partitions = 1 << (head & 15)
        let length = frames / partitions
        guard length * partitions == frames, length >= order else { return nil }
        var place = start + 6
        for partition in 0..<partitions {
            guard place + width <= limit else { return nil }
            let parameter = number(width, at: place, window)
            place += width
            let count = length - (partition == 0 ? order : 0)
            if parameter == 1 << width - 1 {
                guard place + 5 <= limit else { return nil }
                place += 5 + count * number(5, at: place, window)
            } else {
                for _ in 0..<count {
                    guard let zeros = zeros(at: place, window, limit) else { return nil }
                    place += zeros + 1 + parameter
                }
            }
            if place > limit { return nil }
        }
        return place
    }

    private static func within(_ place: Int, _ limit: Int) -> Int? { place <= limit ? place : nil }

    /// `count` bits, 8 at most, which the window has.
    private static func number(_ count: Int, at place: Int, _ window: Span<UInt8>) -> Int {
        let first = place >> 3
        let pair = Int(window[first]) << 8 | (first + 1 < window.count ? Int(window[first + 1]) : 0)
        return pair >> (16 - place & 7 - count) & (1 << count - 1)
    }

    /// How many zeros come before the next one; `nil` if there is none before `limit`.
    private static func zeros(at start: Int, _ window: Span<UInt8>, _ limit: Int) -> Int? {
        var place = start
        while place < limit {
            let rest = window[place >> 3] << UInt8(place & 7)
            if rest != 0 {
                place += rest.leadingZeroBitCount
                return place < limit ? place - start : nil
            }
            place = (place | 7) + 1
        }
        return nil
    }
}
