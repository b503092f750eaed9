/// A part of another source, played once or repeated without a gap: frames `start ..< start + length`, `passes` times.
///
/// It is cut before any rate conversion, so a loop has no gap at any output rate. If the source turns out to be shorter
/// than the part, a pass ends early, and the next one starts at `start` again. An endless region of a source without
/// frames ends at once.
///
/// ## Allocation
/// None after `init`.
public final class RegionSource: FrameSource {
    private let source: any FrameSource
    private let start: Int64
    /// The frames of one pass; `nil` runs to the end of the source.
    private let length: Int64?
    /// How often the part is played; `nil` repeats it forever.
    private let passes: Int64?

    private var pass: Int64 = 0
    private var position: Int64 = 0
    /// Whether the source stands where `position` says.
    private var isPlaced = false

    /// Negative numbers count as 0.
    ///
    /// - Parameters:
    ///   - start: the first frame of the part, in the source's frames, 0 or more.
    ///   - length: the frames of the part; `nil` goes to the end of the source.
    ///   - passes: 1 plays the part once; `nil` repeats it forever.
    public init(_ source: any FrameSource, start: Int64 = 0, length: Int64? = nil, passes: Int64? = 1) {
        self.source = source
        self.start = max(0, start)
        self.length = length.map { max(0, $0) }
        self.passes = passes.map { max(0, $0) }
    }

    public var format: StreamDescription { source.format }

    /// The frames of one pass: the rest of the source after `start`, at most `length`; `nil` if both are endless.
    public var passLength: Int64? {
        guard let count = source.frameCount else { return length }
        let rest = max(0, count - start)
        return length.map { min($0, rest) } ?? rest
    }

    public var frameCount: Int64? {
        guard let passLength else { return nil }
        if passLength == 0 { return 0 }
        guard let passes else { return nil }
        let (product, overflow) = passLength.multipliedReportingOverflow(by: passes)
        return overflow ? nil : product
    }

    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        guard frameCount > 0 else { return 0 }
        while pass < passes ?? .max {
            if !isPlaced {
                let (frame, isBeyond) = start.addingReportingOverflow(position)
                try source.seek(to: isBeyond ? .max : frame)
                isPlaced = true
            }
            let wanted = min(Int64(frameCount), (length ?? .max) - position)
            let count = wanted > 0 ? try source.read(into: &buffer, at: offset, frameCount: Int(wanted)) : 0
            if count > 0 {
                position += Int64(count)
                return count
            }
            if position == 0 { return 0 }
            pass += 1
            position = 0
            isPlaced = false
        }
        return 0
    }

    public func seek(to frame: Int64) throws {
        let passLength = passLength ?? .max, frame = max(0, frame)
        pass = passLength == 0 ? passes ?? 0 : frame / passLength
        position = passLength == 0 ? 0 : frame % passLength
        isPlaced = false
    }
}
