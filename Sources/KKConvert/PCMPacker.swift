internal import KKMath
public import KKPCM

/// Canonical audio to bytes of a file: the quantiser of the house, and the only one.
///
/// Writes what ``PCMUnpacker`` reads. Integers are scaled by 2^(n−1), rounded to nearest even and clamped, so every code of up to 24
/// bits comes back from unpacking and packing as it was; Float32 is copied bit by bit. Samples that had to be clamped are counted
/// (``overloads``).
///
/// ## Allocation
/// In `init` alone, as long as the value is not copied.
public struct PCMPacker: Sendable {
    /// What the bytes are.
    public let format: StreamDescription
    /// What did not fit, so far.
    public private(set) var overloads = OverloadTally()

    let sampleFormat: SampleFormat
    let channelCount: Int
    private let dither: Dither
    private let seed: UInt64
    private let shaper: NoiseShaper
    /// The shaper's errors, per channel.
    private var errors: [NoiseShaper.History]
    /// The frame at which `errors` is valid.
    private var nextFrame: Int64?
    /// Three rows of a tile: the codes of the two channels of a stereo frame, and which frames hold sound.
    private var rows: [Int32]

    /// Frames that are quantised at a time: their codes stay in the first-level cache until they are interleaved.
    private static let tile = 512

    /// - Parameters:
    ///   - dither: what is added to integers before rounding; nothing is added to floating point, µ-law or A-law.
    ///   - seed: of the dither's noise. The same seed gives the same noise.
    /// - Throws: `unavailable` for an encoding that ``PCMUnpacker`` would not read, `badData` when the sizes in `format` contradict one another.
    public init(format: StreamDescription, dither: Dither = .none, seed: UInt64 = 0) throws(ConvertError) {
        self.format = format
        sampleFormat = try SampleFormat(format)
        channelCount = format.channelCount
        self.dither = dither
        self.seed = seed
        shaper = NoiseShaper(sampleRate: format.sampleRate)
        errors = Array(repeating: NoiseShaper.History(), count: dither == .shaped ? channelCount : 0)
        rows = Array(repeating: 0, count: 3 * Self.tile)
    }

    public var bytesPerFrame: Int { sampleFormat.byteCount * channelCount }

    /// Converts the `frameLength` valid frames of `buffer` to the start of `bytes`, which has room for them.
    ///
    /// - Parameter firstFrame: the place of the buffer's first frame on the output's time line, for the dither and the tally. Shaped dither
    ///   remembers the last frames as long as each call goes on where the one before it ended, and starts afresh otherwise.
    /// - Returns: the number of bytes written.
    public mutating func pack(_ buffer: borrowing PCMBuffer, firstFrame: Int64, into bytes: inout MutableRawSpan) -> Int {
        let count = buffer.frameLength
        precondition(buffer.channelCount == channelCount, "a buffer of other channels than the format")
        precondition(count <= bytes.byteCount / bytesPerFrame, "more frames than bytes")
        guard count > 0 else { return 0 }
        unsafe bytes.withUnsafeMutableBytes { raw in
            guard let start = raw.baseAddress else { return }
            if sampleFormat.isBigEndian {
                unsafe pack(buffer, count, firstFrame: firstFrame, to: start, order: BigEndian.self)
            } else {
                unsafe pack(buffer, count, firstFrame: firstFrame, to: start, order: LittleEndian.self)
            }
        }
        return count * bytesPerFrame
    }

    /// Chooses the kernel, once per call.
    private mutating func pack<Order: ByteOrder>(
        _ buffer: borrowing PCMBuffer, _ count: Int, firstFrame: Int64, to bytes: UnsafeMutableRawPointer, order: Order.Type
    ) {
        switch sampleFormat.kind {
        case .uint8: unsafe quantize(buffer, count, firstFrame, Float.self, to: bytes, Int8Writer(offset: 0x80))
        case .int8: unsafe quantize(buffer, count, firstFrame, Float.self, to: bytes, Int8Writer(offset: 0))
        case .int16: unsafe quantize(buffer, count, firstFrame, Float.self, to: bytes, Int16Writer<Order>())
        case .int24: unsafe quantize(buffer, count, firstFrame, Double.self, to: bytes, Int24Writer<Order>())
        case .int32: unsafe quantize(buffer, count, firstFrame, Double.self, to: bytes, Int32Writer<Order>())
        case .float32: unsafe copy(buffer, count, to: bytes, Float32Writer<Order>())
        case .float64: unsafe copy(buffer, count, to: bytes, Float64Writer<Order>())
        case .companded(let law): unsafe compand(buffer, count, firstFrame, law, to: bytes)
        }
    }

    private func copy<Writer: SampleWriter>(
        _ buffer: borrowing PCMBuffer, _ count: Int, to bytes: UnsafeMutableRawPointer, _ writer: Writer
    ) where Writer.Value == Float {
        for channel in 0..<channelCount {
            let start = unsafe bytes + channel * Writer.byteCount
            unsafe interleave(buffer.channelPointer(channel), count, to: start, stride: bytesPerFrame, writer)
        }
    }

    private mutating func compand(
        _ buffer: borrowing PCMBuffer, _ count: Int, _ firstFrame: Int64, _ law: CompandingLaw, to bytes: UnsafeMutableRawPointer
    ) {
        for channel in 0..<channelCount {
            let samples = unsafe buffer.channelPointer(channel)
            let start = unsafe bytes + channel
            for frame in 0..<count {
                let sample = unsafe samples[frame]
                unsafe start.storeBytes(of: law.code(sample), toByteOffset: frame &* channelCount, as: UInt8.self)
                if sample.magnitude * law.fullScale < law.ceiling { continue }
                overloads.add(sample, channel: channel, frame: firstFrame &+ Int64(frame))
            }
        }
    }

    private mutating func quantize<Work: RoundingFloat, Writer: SampleWriter>(
        _ buffer: borrowing PCMBuffer, _ count: Int, _ firstFrame: Int64, _: Work.Type,
        to bytes: UnsafeMutableRawPointer, _ writer: Writer
    ) where Writer.Value == Int32 {
        let quantizer = Quantizer<Work>(validBits: sampleFormat.validBits, containerBits: 8 * Writer.byteCount)
        if dither == .shaped && nextFrame != firstFrame {
            for channel in errors.indices { errors[channel] = NoiseShaper.History() }
        }
        nextFrame = firstFrame &+ Int64(count)
        // Taken out while they are written, because the rest of the value is in use meanwhile.
        var memory = [Int32]()
        swap(&memory, &rows)
        defer { swap(&memory, &rows) }
        unsafe memory.withUnsafeMutableBufferPointer { memory in
            guard let rows = memory.baseAddress else { return }
            var done = 0
            while done < count {
                let frame = firstFrame &+ Int64(done)
                // A tile ends where the upper half of the frame's number, a key of the noise, changes.
                let length = min(Self.tile, count - done, 0x1_0000_0000 - Int(UInt32(truncatingIfNeeded: frame)))
                let start = unsafe bytes + done * bytesPerFrame
                let active = unsafe rows + 2 * Self.tile
                if dither != .none { unsafe markActive(buffer, done, length, in: active) }
                for channel in 0..<channelCount {
                    let codes = unsafe channelCount == 2 ? rows + channel * Self.tile : rows
                    unsafe quantize(buffer, done, length, frame, channel, quantizer, active: active, to: codes)
                    if channelCount != 2 {
                        unsafe interleave(codes, length, to: start + channel * Writer.byteCount, stride: bytesPerFrame, writer)
                    }
                }
                if channelCount == 2 {
                    unsafe interleavePairs(rows, rows + Self.tile, length, to: start, writer)
                }
                done += length
            }
        }
    }

    /// One channel of one tile.
    private mutating func quantize<Work: RoundingFloat>(
        _ buffer: borrowing PCMBuffer, _ offset: Int, _ count: Int, _ frame: Int64, _ channel: Int, _ quantizer: Quantizer<Work>,
        active: UnsafePointer<Int32>, to codes: UnsafeMutablePointer<Int32>
    ) {
        let samples = unsafe UnsafePointer(buffer.channelPointer(channel) + offset)
        let noise = CounterHash(seed: seed, channel: UInt32(truncatingIfNeeded: channel), frame: frame)
        let counter = UInt32(truncatingIfNeeded: frame)
        let isOutside =
            switch dither {
            case .none:
                unsafe quantizer.quantize(samples, count: count, to: codes)
            case .tpdf:
                unsafe quantizer.quantize(samples, count: count, active: active, noise: noise, counter: counter, to: codes)
            case .shaped:
                unsafe quantizer.quantize(
                    samples, count: count, active: active, noise: noise, counter: counter, shaper: shaper, errors: &errors[channel], to: codes)
            }
        if isOutside {
            unsafe quantizer.tally(samples, count: count, codes: codes, channel: channel, firstFrame: frame, in: &overloads)
        }
    }

    /// All ones for every frame of a tile in which some channel is not zero.
    private func markActive(_ buffer: borrowing PCMBuffer, _ offset: Int, _ count: Int, in active: UnsafeMutablePointer<Int32>) {
        for channel in 0..<channelCount {
            let samples = unsafe buffer.channelPointer(channel) + offset
            for index in 0..<count {
                let isSound = unsafe samples[index] == 0 ? Int32(0) : -1
                unsafe active[index] = channel == 0 ? isSound : active[index] | isSound
            }
        }
    }
}

/// Stores `count` values, `stride` bytes apart.
private func interleave<Writer: SampleWriter>(
    _ values: UnsafePointer<Writer.Value>, _ count: Int, to bytes: UnsafeMutableRawPointer, stride: Int, _ writer: Writer
) {
    if stride == Writer.byteCount {
        for index in 0..<count { unsafe writer.store(values[index], at: bytes + index &* Writer.byteCount) }
    } else {
        for index in 0..<count { unsafe writer.store(values[index], at: bytes + index &* stride) }
    }
}

/// Stores `count` stereo frames.
private func interleavePairs<Writer: SampleWriter>(
    _ left: UnsafePointer<Writer.Value>, _ right: UnsafePointer<Writer.Value>, _ count: Int, to bytes: UnsafeMutableRawPointer, _ writer: Writer
) {
    for index in 0..<count {
        unsafe writer.storePair(left[index], right[index], at: bytes + index &* (2 &* Writer.byteCount))
    }
}
