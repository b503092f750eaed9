// Signatures only, for the rooms above; the real files replace this one.
public import KKPCM

public struct ConvertError: Failure {
    public var kind: FailureKind
    public var problem: String
    public var place: String?
    public var nextStep: String?
    public init(kind: FailureKind, problem: String, place: String? = nil, nextStep: String? = nil) {
        self.kind = kind; self.problem = problem; self.place = place; self.nextStep = nextStep
    }
}
public struct PCMUnpacker: Sendable {
    public let format: StreamDescription
    public init(format: StreamDescription) throws(ConvertError) { self.format = format }
    public var bytesPerFrame: Int { Int(format.bytesPerFrame) }
    public func unpack(_ bytes: RawSpan, frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) {}
}
public enum Dither: String, Sendable, Codable, CaseIterable { case none, tpdf, shaped }
public struct OverloadTally: Hashable, Sendable {
    public struct Peak: Hashable, Sendable { public var amplitude: Float; public var channel: Int; public var frame: Int64 }
    public var sampleCount: Int64 = 0
    public var worst: Peak?
    public var firstFrame: Int64?
    public init() {}
    public mutating func merge(_ other: OverloadTally) {}
}
public struct PCMPacker {
    public init(format: StreamDescription, dither: Dither = .none, seed: UInt64 = 0) throws(ConvertError) {}
    public private(set) var overloads = OverloadTally()
    public mutating func pack(_ buffer: borrowing PCMBuffer, firstFrame: Int64, into bytes: inout MutableRawSpan) -> Int { 0 }
}
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
