public import KKPCM

/// Bytes of a file to canonical audio: the one place where stored samples become Float32.
///
/// Takes interleaved linear PCM (unsigned or signed 8, signed 16, 24 and 32 bit integers, 32 and 64 bit floating point, either byte
/// order) and G.711 µ-law and A-law. Integers are scaled by 2^−(n−1), so full scale negative is exactly −1.0; every code of up to
/// 24 bits is exact. A sample whose valid bits sit at the top of a wider container is read at the container's width.
/// Floating point is taken as it is, above full scale and non-finite values included: see ``firstNonFinite(in:frames:)``.
///
/// ## Allocation
/// In `init` alone.
public struct PCMUnpacker: Sendable {
    /// What the bytes are.
    public let format: StreamDescription

    private let sampleFormat: SampleFormat
    private let channelCount: Int
    /// The samples by code of a companded format; empty in the others.
    private let table: [Float]

    /// - Throws: `unavailable` for an encoding other than the above, `badData` when the sizes in `format` contradict one another.
    public init(format: StreamDescription) throws(ConvertError) {
        self.format = format
        sampleFormat = try SampleFormat(format)
        channelCount = format.channelCount
        if case .companded(let law) = sampleFormat.kind { table = law.table } else { table = [] }
    }

    public var bytesPerFrame: Int { sampleFormat.byteCount * channelCount }

    /// Converts the first `frameCount` frames of `bytes` to frame `offset` of `buffer` and on. `buffer.frameLength` is left alone.
    ///
    /// `bytes` holds `frameCount * bytesPerFrame` bytes or more, and `buffer` has the channels of ``format`` and room for the frames.
    public func unpack(_ bytes: RawSpan, frameCount: Int, into buffer: inout PCMBuffer, at offset: Int) {
        precondition(buffer.channelCount == channelCount, "a buffer of other channels than the format")
        precondition(frameCount >= 0 && offset >= 0 && frameCount <= buffer.frameCapacity - offset, "frames outside the buffer")
        precondition(frameCount <= bytes.byteCount / bytesPerFrame, "fewer bytes than frames")
        guard frameCount > 0 else { return }
        unsafe bytes.withUnsafeBytes { raw in
            guard let start = raw.baseAddress else { return }
            if sampleFormat.isBigEndian {
                unsafe unpack(start, frameCount, into: &buffer, at: offset, order: BigEndian.self)
            } else {
                unsafe unpack(start, frameCount, into: &buffer, at: offset, order: LittleEndian.self)
            }
        }
    }

    /// Chooses the kernel, once per call.
    private func unpack<Order: ByteOrder>(
        _ bytes: UnsafeRawPointer, _ count: Int, into buffer: inout PCMBuffer, at offset: Int, order: Order.Type
    ) {
        switch sampleFormat.kind {
        case .uint8: unsafe deinterleave(Int8Reader(offset: 0x80), bytes, count, into: &buffer, at: offset)
        case .int8: unsafe deinterleave(Int8Reader(offset: 0), bytes, count, into: &buffer, at: offset)
        case .int16: unsafe deinterleave(Int16Reader<Order>(), bytes, count, into: &buffer, at: offset)
        case .int24: unsafe deinterleave(Int24Reader<Order>(), bytes, count, into: &buffer, at: offset)
        case .int32: unsafe deinterleave(Int32Reader<Order>(), bytes, count, into: &buffer, at: offset)
        case .float32: unsafe deinterleave(Float32Reader<Order>(), bytes, count, into: &buffer, at: offset)
        case .float64: unsafe deinterleave(Float64Reader<Order>(), bytes, count, into: &buffer, at: offset)
        case .companded:
            unsafe table.withUnsafeBufferPointer { table in
                guard let start = table.baseAddress else { return }
                unsafe deinterleave(CompandedReader(table: start), bytes, count, into: &buffer, at: offset)
            }
        }
    }

    private func deinterleave<Reader: SampleReader>(
        _ reader: Reader, _ bytes: UnsafeRawPointer, _ count: Int, into buffer: inout PCMBuffer, at offset: Int
    ) {
        switch channelCount {
        case 1:
            let samples = unsafe buffer.channelPointer(0) + offset
            for frame in 0..<count {
                unsafe samples[frame] = reader.sample(bytes + frame &* Reader.byteCount)
            }
        case 2:
            let left = unsafe buffer.channelPointer(0) + offset
            let right = unsafe buffer.channelPointer(1) + offset
            for frame in 0..<count {
                let (first, second) = unsafe reader.pair(bytes + frame &* (2 &* Reader.byteCount))
                unsafe left[frame] = first
                unsafe right[frame] = second
            }
        default:
            let stride = bytesPerFrame
            for channel in 0..<channelCount {
                let samples = unsafe buffer.channelPointer(channel) + offset
                let start = unsafe bytes + channel &* Reader.byteCount
                for frame in 0..<count {
                    unsafe samples[frame] = reader.sample(start + frame &* stride)
                }
            }
        }
    }
}
