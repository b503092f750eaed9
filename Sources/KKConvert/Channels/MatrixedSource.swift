public import KKPCM

/// A frame source whose channels are weighted sums of another source's.
///
/// ## Allocation
/// In `init`.
public final class MatrixedSource: FrameSource {
    public let format: StreamDescription
    private let source: any FrameSource
    private let matrix: ChannelMatrix
    private var input: PCMBuffer

    private static let chunk = 4096

    /// - Parameter matrix: of as many inputs as `source` has channels.
    public init(_ source: any FrameSource, matrix: ChannelMatrix) {
        self.source = source
        self.matrix = matrix
        format = .canonical(sampleRate: source.format.sampleRate, channels: matrix.outputCount)
        input = PCMBuffer(channelCount: matrix.inputCount, frameCapacity: Self.chunk)
    }

    public var frameCount: Int64? { source.frameCount }

    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int {
        let count = try source.read(into: &input, at: 0, frameCount: min(frameCount, Self.chunk))
        input.frameLength = count
        for output in 0..<matrix.outputCount {
            buffer.withMutableChannel(output) { to in
                var isFirst = true
                for channel in 0..<matrix.inputCount {
                    let weight = matrix[output: output, input: channel]
                    guard weight != 0 else { continue }
                    input.withChannel(channel) { from in
                        // The first one is not added to zero, which would change the sign of a zero.
                        if isFirst {
                            for index in 0..<count { to[offset + index] = weight * from[index] }
                        } else {
                            for index in 0..<count { to[offset + index] += weight * from[index] }
                        }
                    }
                    isFirst = false
                }
                if isFirst {
                    for index in 0..<count { to[offset + index] = 0 }
                }
            }
        }
        return count
    }

    public func seek(to frame: Int64) throws {
        try source.seek(to: frame)
    }
}

extension FrameSource {
    /// This source with mixed channels and another sample rate; the source itself if nothing changes.
    ///
    /// Fewer channels are made before the rate conversion, more channels after it, so the converter works on as few as
    /// possible.
    ///
    /// - Parameter matrix: of as many inputs as the source has channels; `nil` does not change the channels.
    /// - Throws: as ``ResampledSource/init(_:sampleRate:quality:)``.
    ///
    /// ## Allocation
    /// In this call; none during reading.
    public func converted(
        by matrix: ChannelMatrix?, toSampleRate sampleRate: Double, quality: ResamplerQuality
    ) throws(ConvertError) -> any FrameSource {
        let mixing = matrix.flatMap { $0.isIdentity ? nil : $0 }
        let isNarrower = mixing.map { $0.outputCount < $0.inputCount } ?? false
        var source: any FrameSource = self
        if let matrix = mixing, isNarrower { source = MatrixedSource(source, matrix: matrix) }
        if sampleRate != format.sampleRate {
            source = try ResampledSource(source, sampleRate: sampleRate, quality: quality)
        }
        if let matrix = mixing, !isNarrower { source = MatrixedSource(source, matrix: matrix) }
        return source
    }
}
