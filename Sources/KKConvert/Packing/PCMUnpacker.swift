internal import KKDSP
public import KKPCM

/// Converts the bytes of a file to canonical audio: the only place where stored samples become Float32.
///
/// Takes interleaved linear PCM (integers of up to 32 bits, signed or unsigned, also fixed point, in containers of one
/// to four bytes; 32 and 64 bit floating point; either byte order) and G.711 µ-law and A-law. Integers are scaled by
/// 2^−(n−1), fixed point by 2^−(fraction bits), so full scale negative is exactly −1.0; every code of up to 24 bits is
/// exact. A sample whose valid bits are at the top of a wider container is read at the container's width; if they are
/// at the bottom, the bits above are ignored. Floating point is not changed, even above full scale or not finite: see
/// ``firstNonFinite(in:frames:)``.
///
/// ## Allocation
/// Only in `init`.
public struct PCMUnpacker: Sendable {
    /// The format of the bytes.
    public let format: StreamDescription

    private let sampleFormat: SampleFormat
    private let channelCount: Int
    private let instructions: InstructionSet
    /// The samples by code of a companded format; empty in the others.
    private let table: [Float]

    /// - Throws: `unavailable` for an encoding other than the above, `badData` when the sizes in `format` contradict
    ///   one another.
    public init(format: StreamDescription) throws(ConvertError) {
        self.init(format, try SampleFormat(format))
    }

    /// - Parameter sampleFormat: what `format` means; it may have a buffer per channel.
    init(_ format: StreamDescription, _ sampleFormat: SampleFormat, _ instructions: InstructionSet = .best) {
        self.instructions = instructions
        self.format = format
        self.sampleFormat = sampleFormat
        channelCount = format.channelCount
        if case .companded(let law) = sampleFormat.kind { table = law.table } else { table = [] }
    }

    public var bytesPerFrame: Int { sampleFormat.byteCount * channelCount }

    /// Converts the first `frameCount` frames of `bytes` into `buffer` from its frame `offset`. `buffer.frameLength`
    /// does not change.
    ///
    /// `bytes` must have at least `frameCount * bytesPerFrame` bytes, and `buffer` the channels of ``format`` and room
    /// for the frames.
    public func unpack(_ bytes: RawSpan, frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) {
        precondition(buffer.channelCount == channelCount, "a buffer of other channels than the format")
        precondition(
            frameCount >= 0 && offset >= 0 && frameCount <= buffer.frameCapacity - offset, "frames outside the buffer")
        precondition(frameCount <= bytes.byteCount / bytesPerFrame, "fewer bytes than frames")
        guard frameCount > 0 else { return }
        unsafe bytes.withUnsafeBytes { raw in
            guard let start = raw.baseAddress else { return }
            unsafe unpack(start, frameCount, channels: 0..<channelCount, into: &buffer, at: offset)
        }
    }

    /// Converts `count` frames of bytes in which `channels` are interleaved.
    func unpack<Buffer: WorkBuffer & ~Copyable>(
        _ bytes: UnsafeRawPointer, _ count: Int, channels: Range<Int>, into buffer: inout Buffer, at offset: Int
    ) {
        if sampleFormat.isBigEndian {
            unsafe unpack(bytes, count, channels, into: &buffer, at: offset, order: BigEndian.self)
        } else {
            unsafe unpack(bytes, count, channels, into: &buffer, at: offset, order: LittleEndian.self)
        }
    }

    /// Chooses the kernel, once per call.
    private func unpack<Order: ByteOrder, Buffer: WorkBuffer & ~Copyable>(
        _ bytes: UnsafeRawPointer, _ count: Int, _ channels: Range<Int>, into buffer: inout Buffer, at offset: Int,
        order: Order.Type
    ) {
        switch sampleFormat.kind {
        case .uint8: unsafe deinterleave(Int8Reader(offset: 0x80), bytes, count, channels, into: &buffer, at: offset)
        case .int8: unsafe deinterleave(Int8Reader(offset: 0), bytes, count, channels, into: &buffer, at: offset)
        case .int16: unsafe deinterleave(Int16Reader<Order>(), bytes, count, channels, into: &buffer, at: offset)
        case .int24: unsafe deinterleave(Int24Reader<Order>(), bytes, count, channels, into: &buffer, at: offset)
        case .int32: unsafe deinterleave(Int32Reader<Order>(), bytes, count, channels, into: &buffer, at: offset)
        case .float32: unsafe deinterleave(Float32Reader<Order>(), bytes, count, channels, into: &buffer, at: offset)
        case .float64: unsafe deinterleave(Float64Reader<Order>(), bytes, count, channels, into: &buffer, at: offset)
        case .companded:
            unsafe table.withUnsafeBufferPointer { table in
                guard let start = table.baseAddress else { return }
                unsafe deinterleave(CompandedReader(table: start), bytes, count, channels, into: &buffer, at: offset)
            }
        case .field(let field):
            switch field.byteCount {
            case 1:
                unsafe deinterleave(
                    FieldReader(field, OneByte.self, order), bytes, count, channels, into: &buffer, at: offset)
            case 2:
                unsafe deinterleave(
                    FieldReader(field, TwoBytes.self, order), bytes, count, channels, into: &buffer, at: offset)
            case 3:
                unsafe deinterleave(
                    FieldReader(field, ThreeBytes.self, order), bytes, count, channels, into: &buffer, at: offset)
            default:
                unsafe deinterleave(
                    FieldReader(field, FourBytes.self, order), bytes, count, channels, into: &buffer, at: offset)
            }
        }
    }

    /// Stereo frames for which there is a kernel of their own; the number of frames done.
    private func unpackPacked<Reader: SampleReader, Sample>(
        _ reader: Reader, _ bytes: UnsafeRawPointer, _ count: Int, _ left: UnsafeMutablePointer<Sample>,
        _ right: UnsafeMutablePointer<Sample>
    ) -> Int {
        guard Reader.self == Int24Reader<LittleEndian>.self, Sample.self == Float.self else { return 0 }
        return unsafe instructions.unpackStereo24(
            bytes, count, UnsafeMutableRawPointer(left).assumingMemoryBound(to: Float.self),
            UnsafeMutableRawPointer(right).assumingMemoryBound(to: Float.self))
    }

    private func deinterleave<Reader: SampleReader, Buffer: WorkBuffer & ~Copyable>(
        _ reader: Reader, _ bytes: UnsafeRawPointer, _ count: Int, _ channels: Range<Int>, into buffer: inout Buffer,
        at offset: Int
    ) {
        let first = channels.lowerBound
        switch channels.count {
        case 1:
            let samples = unsafe buffer.channelPointer(first) + offset
            for frame in 0..<count {
                unsafe samples[frame] = Buffer.Sample.sample(reader, bytes + frame &* Reader.byteCount)
            }
        case 2:
            let left = unsafe buffer.channelPointer(first) + offset
            let right = unsafe buffer.channelPointer(first + 1) + offset
            let done = unsafe unpackPacked(reader, bytes, count, left, right)
            for frame in done..<count {
                let (one, other) = unsafe Buffer.Sample.pair(reader, bytes + frame &* (2 &* Reader.byteCount))
                unsafe left[frame] = one
                unsafe right[frame] = other
            }
        default:
            let stride = Reader.byteCount &* channels.count
            for channel in channels {
                let samples = unsafe buffer.channelPointer(channel) + offset
                let start = unsafe bytes + (channel - first) &* Reader.byteCount
                for frame in 0..<count {
                    unsafe samples[frame] = Buffer.Sample.sample(reader, start + frame &* stride)
                }
            }
        }
    }
}
