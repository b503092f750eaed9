public import KKConvert
public import KKPCM

extension AudioFileReader {
    /// Builds the way from the decoder to the client, starting at a frame of the file.
    ///
    /// Channels that get fewer are mixed before the rate conversion and channels that get more after it: the converter
    /// works on as few as it can.
    func connect(_ format: StreamDescription, _ layout: ChannelLayout, from frame: Int64) throws(AudioFileError) {
        try decoded.start(at: frame)
        deliveredCount = 0
        let matrix = layout == fileLayout ? nil : ChannelMatrix.mixing(fileLayout, to: layout)
        let needsMatrix = matrix.map { !$0.isIdentity || $0.inputCount != $0.outputCount } ?? false
        let isNarrower = layout.channelCount < fileLayout.channelCount
        var chain: any FrameSource = decoded
        if let matrix, needsMatrix, isNarrower { chain = MatrixedSource(chain, matrix: matrix) }
        isConvertingRate = format.sampleRate != decoded.format.sampleRate
        if isConvertingRate {
            do {
                chain = try ResampledSource(chain, sampleRate: format.sampleRate, quality: options.quality)
            } catch {
                throw AudioFileError(
                    .unspecified, kind: error.kind, path: path, error.problem, nextStep: error.nextStep)
            }
        }
        if let matrix, needsMatrix, !isNarrower { chain = MatrixedSource(chain, matrix: matrix) }
        self.chain = chain
    }
}

/// A frame source whose channels are weighted sums of another one's.
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
