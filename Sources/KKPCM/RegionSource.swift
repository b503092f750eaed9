/// A part of another source, played once or several times over: frames `start ..< start + length`, `passes` times,
/// joined without a seam.
///
/// The cut comes before any rate conversion, so a loop stays seamless at every output rate.
/// A source that proves shorter than the part ends a pass early; the next pass starts at `start` again.
/// An endless region of a source that gives nothing ends at once.
///
/// ## Allocation
/// None after `init`.
public final class RegionSource: FrameSource {
    private let source: any FrameSource
    private let start: Int64
    /// The frames of one pass; `nil` runs to the end of the source.
    private let length: Int64?
    /// How often the part is played; `nil` is for ever.
    private let passes: Int64?

    private var pass: Int64 = 0
    private var position: Int64 = 0
    /// Whether the source stands where `position` says.
    private var isPlaced = false

    /// A negative number is taken for 0.
    ///
    /// - Parameters:
    ///   - start: the first frame of the part, in the source's frames, 0 or more.
    ///   - length: the part's frames; `nil` runs to the end of the source.
    ///   - passes: 1 plays the part once; `nil` repeats it for ever.
    public init(_ source: any FrameSource, start: Int64 = 0, length: Int64? = nil, passes: Int64? = 1) {
        self.source = source
        self.start = max(0, start)
        self.length = length.map { max(0, $0) }
        self.passes = passes.map { max(0, $0) }
    }

    public var format: StreamDescription { source.format }

    /// The frames of one pass: what is left of the source after `start`, at most `length`; `nil` when both are endless.
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
