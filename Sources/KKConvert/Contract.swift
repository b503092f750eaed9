// Signatures only, for the rooms above; the real files replace this one.
public import KKPCM

public func firstNonFinite(in buffer: borrowing PCMBuffer, frames: Range<Int>) -> (channel: Int, frame: Int)? { nil }
public struct ChannelMatrix: Hashable, Sendable {
    public let inputCount: Int
    public let outputCount: Int
    public init(inputCount: Int, outputCount: Int) { self.inputCount = inputCount; self.outputCount = outputCount }
    public subscript(output output: Int, input input: Int) -> Float { get { 0 } set {} }
    public static func identity(_ count: Int) -> ChannelMatrix { ChannelMatrix(inputCount: count, outputCount: count) }
    public static func mixing(_ from: ChannelLayout, to: ChannelLayout) -> ChannelMatrix { identity(to.channelCount) }
    public var isIdentity: Bool { true }
}
public enum ResamplerQuality: String, Sendable, Codable, CaseIterable { case best, medium, fastest }
public final class ResampledSource: FrameSource {
    public let format: StreamDescription
    public init(_ source: any FrameSource, sampleRate: Double, quality: ResamplerQuality = .best) throws(ConvertError) { format = source.format }
    public static func outputLength(of frames: Int64, from: Double, to: Double) -> Int64 { frames }
    public var frameCount: Int64? { nil }
    public func read(into buffer: inout PCMBuffer, at offset: Int, frameCount: Int) throws -> Int { 0 }
    public func seek(to frame: Int64) throws {}
}
