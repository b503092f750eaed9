internal import KKConvert
internal import KKMath
public import KKPCM

/// A source with a ``Damage``: its frames do not depend on how it is read, from any frame.
///
/// ## Allocation
/// In `init`: a block of 4,096 frames, and the memory of a rate conversion.
public final class DamagedSource: FrameSource {
    public let format: StreamDescription
    public let damage: Damage

    private let source: any FrameSource
    private let pieces: [Damage.Piece]
    /// The frame where it happens once.
    private let middle: Int64
    private let rate: Double
    private let weights: [Float]
    private var position: Int64 = 0
    /// The frame at which the source stands; `nil` if that is not known.
    private var sourcePosition: Int64?
    /// Frames of the source: a block, with what is before and after it.
    private var work: PCMBuffer

    private static let blockLength = 4_096
    /// Frames to either side that the filter looks at.
    private static let margin = 64

    /// - Parameter source: seekable, with an end.
    /// - Throws: the errors of a rate conversion.
    public init(_ source: any FrameSource, _ damage: Damage) throws {
        let format = source.format
        self.damage = damage
        rate = format.sampleRate
        middle = (source.frameCount ?? 0) / 2
        let channelCount = damage == .oneChannelOnly ? min(1, format.channelCount) : format.channelCount
        self.format = .canonical(sampleRate: damage == .rateMislabelled ? 2 * rate : rate, channels: channelCount)
        let total = source.frameCount ?? 0
        // Played fast: as if the sound had been made for a rate that is as much lower.
        let speed = damage.speed(frameCount: total, sampleRate: rate)
        self.source = speed == 1 ? source : try ResampledSource(source, sampleRate: rate / speed)
        let length = self.source.frameCount ?? 0
        pieces =
            damage == .drift
            ? [Damage.Piece(count: min(length, total), start: 0), Damage.Piece(count: max(0, total - length))]
            : damage.pieces(frameCount: length, sampleRate: rate)
        weights = damage == .lowPass ? Self.lowPass(sampleRate: rate) : []
        work = PCMBuffer(channelCount: format.channelCount, frameCapacity: Self.blockLength + 2 * Self.margin)
    }

    public var frameCount: Int64? { pieces.reduce(0) { $0 + $1.count } }

    public func seek(to frame: Int64) throws {
        position = max(0, frame)
    }

    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        var start: Int64 = 0
        for piece in pieces {
            let end = start + piece.count
            if position < end {
                let wanted = Int(min(end - position, Int64(min(frameCount, Self.blockLength))))
                let count = try read(piece, from: position - start, wanted)
                damage.change(
                    &work, Self.margin..<Self.margin + count, first: position, middle: middle, sampleRate: rate)
                for channel in 0..<buffer.channelCount {
                    buffer.copy(
                        count, framesFrom: work, channel: channel, at: Self.margin, toChannel: channel, at: offset)
                }
                position += Int64(count)
                return count
            }
            start = end
        }
        return 0
    }

    /// Puts frames of a piece after the margin of the work buffer.
    private func read(_ piece: Damage.Piece, from frame: Int64, _ count: Int) throws -> Int {
        guard let start = piece.start else {
            work.silence(Self.margin..<Self.margin + count)
            return count
        }
        guard damage == .lowPass else { return try load(from: start + frame, at: Self.margin, count) }
        try load(from: start + frame - Int64(Self.margin), at: 0, count + 2 * Self.margin)
        filter(count)
        return count
    }

    /// Reads frames of the source; what it does not have is silent.
    @discardableResult
    private func load(from frame: Int64, at offset: Int, _ count: Int) throws -> Int {
        let missing = Int(min(Int64(count), max(0, -frame)))
        if sourcePosition != max(0, frame) { try source.seek(to: max(0, frame)) }
        let read = try source.readFully(into: &work, at: offset + missing, frameCount: count - missing)
        sourcePosition = max(0, frame) + Int64(read)
        work.silence(offset..<offset + missing)
        work.silence(offset + missing + read..<offset + count)
        return missing + read
    }

    private func filter(_ count: Int) {
        for channel in 0..<work.channelCount {
            let samples = work.sampleRun(0..<count + 2 * Self.margin, ofChannel: channel)
            work.withMutableChannel(channel) {
                for index in 0..<count {
                    var sum: Float = 0
                    for (tap, weight) in weights.enumerated() { sum += weight * samples[index + tap] }
                    $0[Self.margin + index] = sum
                }
            }
        }
    }

    /// 129 weights of sin(x)/x under a Hann window: nothing is left above 10 kHz and half a transition.
    private static func lowPass(sampleRate: Double) -> [Float] {
        let cutoff = min(0.5, 10_000 / sampleRate)
        let row = (-margin...margin).map { tap -> Double in
            let x = 2 * .pi * cutoff * Double(tap)
            let window = 0.5 + 0.5 * PortableMath.cos(.pi * Double(tap) / Double(margin + 1))
            return window * (tap == 0 ? 1 : PortableMath.sin(x) / x)
        }
        let sum = row.reduce(0, +)
        return row.map { Float($0 / sum) }
    }
}

extension PCMBuffer {
    /// A copy of frames of a channel.
    fileprivate func sampleRun(_ frames: Range<Int>, ofChannel channel: Int) -> [Float] {
        frames.map { sample($0, ofChannel: channel) }
    }
}
