internal import KKMath
internal import KKPCM

extension PCMPacker {
    /// Converts `frames` of `buffer` to bytes in which `channels` are interleaved.
    ///
    /// A format with a buffer per channel is packed channel by channel, from 0 on, in pieces that end where
    /// ``tileLength(_:of:)`` says: what was found out with channel 0 holds for the others.
    mutating func pack<Buffer: WorkBuffer & ~Copyable>(
        _ buffer: borrowing Buffer, _ frames: Range<Int>, channels: Range<Int>, firstFrame: Int64,
        to bytes: UnsafeMutableRawPointer
    ) {
        let run = Run(
            frames: frames, channels: channels, firstFrame: firstFrame, stride: channels.count * sampleFormat.byteCount)
        if sampleFormat.isBigEndian {
            unsafe pack(buffer, run, to: bytes, order: BigEndian.self)
        } else {
            unsafe pack(buffer, run, to: bytes, order: LittleEndian.self)
        }
    }

    /// How many of `count` frames from `frame` on are quantised together: a tile ends where the upper half of the
    /// frame's number, a key of the noise, changes.
    func tileLength(_ frame: Int64, of count: Int) -> Int {
        min(Self.tile, count, 0x1_0000_0000 - Int(UInt32(truncatingIfNeeded: frame)))
    }

    /// What goes where in one call.
    private struct Run {
        var frames: Range<Int>
        var channels: Range<Int>
        var firstFrame: Int64
        var stride: Int
    }

    /// Chooses the kernel, once per call. Codes of 16 bits and fewer are rounded in one way whatever holds them, so
    /// that one mix is the same samples in every container.
    private mutating func pack<Order: ByteOrder, Buffer: WorkBuffer & ~Copyable>(
        _ buffer: borrowing Buffer, _ run: Run, to bytes: UnsafeMutableRawPointer, order: Order.Type
    ) {
        switch sampleFormat.kind {
        case .float32: unsafe copy(buffer, run, to: bytes, Float32Writer<Order, Buffer.Sample>())
        case .float64: unsafe copy(buffer, run, to: bytes, Float64Writer<Order, Buffer.Sample>())
        case .companded(let law): unsafe compand(buffer, run, law, to: bytes)
        default:
            if bits <= 16 {
                unsafe quantize(buffer, run, Buffer.Sample.NarrowWork.self, to: bytes, order)
            } else {
                unsafe quantize(buffer, run, Double.self, to: bytes, order)
            }
        }
    }

    private mutating func quantize<Work: RoundingFloat, Order: ByteOrder, Buffer: WorkBuffer & ~Copyable>(
        _ buffer: borrowing Buffer, _ run: Run, _ work: Work.Type, to bytes: UnsafeMutableRawPointer, _: Order.Type
    ) {
        switch sampleFormat.kind {
        case .uint8: unsafe quantize(buffer, run, work, to: bytes, Int8Writer(offset: 0x80))
        case .int8: unsafe quantize(buffer, run, work, to: bytes, Int8Writer(offset: 0))
        case .int16: unsafe quantize(buffer, run, work, to: bytes, Int16Writer<Order>())
        case .int24: unsafe quantize(buffer, run, work, to: bytes, Int24Writer<Order>())
        case .int32: unsafe quantize(buffer, run, work, to: bytes, Int32Writer<Order>())
        case .field(let field):
            switch field.byteCount {
            case 1: unsafe quantize(buffer, run, work, to: bytes, FieldWriter(field, Int8Writer(offset: 0)))
            case 2: unsafe quantize(buffer, run, work, to: bytes, FieldWriter(field, Int16Writer<Order>()))
            case 3: unsafe quantize(buffer, run, work, to: bytes, FieldWriter(field, Int24Writer<Order>()))
            default: unsafe quantize(buffer, run, work, to: bytes, FieldWriter(field, Int32Writer<Order>()))
            }
        case .float32, .float64, .companded: break
        }
    }

    private func copy<Writer: SampleWriter, Buffer: WorkBuffer & ~Copyable>(
        _ buffer: borrowing Buffer, _ run: Run, to bytes: UnsafeMutableRawPointer, _ writer: Writer
    ) where Writer.Value == Buffer.Sample {
        for channel in run.channels {
            let start = unsafe bytes + (channel - run.channels.lowerBound) * Writer.byteCount
            let samples = unsafe buffer.channelPointer(channel) + run.frames.lowerBound
            unsafe interleave(samples, run.frames.count, to: start, stride: run.stride, writer)
        }
    }

    private mutating func compand<Buffer: WorkBuffer & ~Copyable>(
        _ buffer: borrowing Buffer, _ run: Run, _ law: CompandingLaw, to bytes: UnsafeMutableRawPointer
    ) {
        for channel in run.channels {
            let samples = unsafe buffer.channelPointer(channel) + run.frames.lowerBound
            let start = unsafe bytes + (channel - run.channels.lowerBound)
            for frame in 0..<run.frames.count {
                let sample = unsafe samples[frame].single
                unsafe start.storeBytes(of: law.code(sample), toByteOffset: frame &* run.stride, as: UInt8.self)
                if sample.magnitude * law.fullScale < law.ceiling { continue }
                overloads.add(sample, channel: channel, frame: run.firstFrame &+ Int64(frame))
            }
        }
    }

    private mutating func quantize<Work: RoundingFloat, Writer: SampleWriter, Buffer: WorkBuffer & ~Copyable>(
        _ buffer: borrowing Buffer, _ run: Run, _: Work.Type, to bytes: UnsafeMutableRawPointer, _ writer: Writer
    ) where Writer.Value == Int32 {
        let quantizer = Quantizer<Work>(sampleFormat, bits: bits)
        let count = run.frames.count
        if run.channels.lowerBound == 0 {
            if dither == .shaped && nextFrame != run.firstFrame {
                for channel in errors.indices { errors[channel] = NoiseShaper.History() }
            }
            nextFrame = run.firstFrame &+ Int64(count)
        }
        // Taken out while they are written, because the rest of the value is in use meanwhile.
        var memory = [Int32]()
        swap(&memory, &rows)
        defer { swap(&memory, &rows) }
        unsafe memory.withUnsafeMutableBufferPointer { memory in
            guard let rows = memory.baseAddress else { return }
            var done = 0
            while done < count {
                let frame = run.firstFrame &+ Int64(done)
                let length = tileLength(frame, of: count - done)
                let offset = run.frames.lowerBound + done
                let start = unsafe bytes + done * run.stride
                let active = unsafe rows + 2 * Self.tile
                if dither != .none && run.channels.lowerBound == 0 {
                    unsafe markActive(buffer, offset, length, in: active)
                }
                for (place, channel) in run.channels.enumerated() {
                    let codes = unsafe run.channels.count == 2 ? rows + place * Self.tile : rows
                    unsafe quantize(buffer, offset, length, frame, channel, quantizer, active: active, to: codes)
                    if run.channels.count != 2 {
                        unsafe interleave(
                            codes, length, to: start + place * Writer.byteCount, stride: run.stride, writer)
                    }
                }
                if run.channels.count == 2 {
                    unsafe interleavePairs(rows, rows + Self.tile, length, to: start, writer)
                }
                done += length
            }
        }
    }

    /// One channel of one tile.
    private mutating func quantize<Work: RoundingFloat, Buffer: WorkBuffer & ~Copyable>(
        _ buffer: borrowing Buffer, _ offset: Int, _ count: Int, _ frame: Int64, _ channel: Int,
        _ quantizer: Quantizer<Work>,
        active: UnsafePointer<Int32>, to codes: UnsafeMutablePointer<Int32>
    ) {
        let samples = unsafe UnsafePointer(buffer.channelPointer(channel) + offset)
        let noise = CounterHash(seed: seed, channel: UInt32(truncatingIfNeeded: channel), frame: frame)
        let counter = UInt32(truncatingIfNeeded: frame)
        let isOutside =
            if dither == .shaped {
                unsafe quantizer.quantize(
                    samples, count: count, active: active, noise: noise, counter: counter, shaper: shaper,
                    errors: &errors[channel], to: codes)
            } else {
                unsafe quantizer.quantize(
                    samples, count: count,
                    noise: dither == .none ? nil : RunNoise(hash: noise, counter: counter, active: active), to: codes)
            }
        if isOutside {
            unsafe quantizer.tally(
                samples, count: count, codes: codes, channel: channel, firstFrame: frame, in: &overloads)
        }
    }

    /// All ones for every frame of a tile in which some channel is not zero.
    private func markActive<Buffer: WorkBuffer & ~Copyable>(
        _ buffer: borrowing Buffer, _ offset: Int, _ count: Int, in active: UnsafeMutablePointer<Int32>
    ) {
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
    _ values: UnsafePointer<Writer.Value>, _ count: Int, to bytes: UnsafeMutableRawPointer, stride: Int,
    _ writer: Writer
) {
    if stride == Writer.byteCount {
        for index in 0..<count { unsafe writer.store(values[index], at: bytes + index &* Writer.byteCount) }
    } else {
        for index in 0..<count { unsafe writer.store(values[index], at: bytes + index &* stride) }
    }
}

/// Stores `count` stereo frames.
private func interleavePairs<Writer: SampleWriter>(
    _ left: UnsafePointer<Writer.Value>, _ right: UnsafePointer<Writer.Value>, _ count: Int,
    to bytes: UnsafeMutableRawPointer, _ writer: Writer
) {
    for index in 0..<count {
        unsafe writer.storePair(left[index], right[index], at: bytes + index &* (2 &* Writer.byteCount))
    }
}
