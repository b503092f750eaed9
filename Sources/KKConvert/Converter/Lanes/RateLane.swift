internal import KKPCM

/// Two rates: samples are unpacked to Float32, mixed where there are fewer channels, converted and packed.
final class RateLane {
    private let unpacker: PCMUnpacker
    private var packer: PCMPacker
    private let converter: RateConverter
    private let ratio: Double
    private let origin: Int

    /// Where channels become fewer they do so before the rate is changed, otherwise after it.
    private let before: ChannelMixer?
    private let after: ChannelMixer?
    private var samples: PCMBuffer
    private var narrow: PCMBuffer
    private var pulled: PCMBuffer
    private var mixed: PCMBuffer
    /// The frames that have been unpacked and mixed and that the converter has not taken.
    private var staged = 0..<0
    private var received: Int64 = 0
    private var position: Int64 = 0

    init(
        _ unpacker: PCMUnpacker, _ matrix: ChannelMatrix, _ packer: PCMPacker, quality: ResamplerQuality,
        method: AudioConverter.PrimeMethod
    ) throws(ConvertError) {
        self.unpacker = unpacker
        self.packer = packer
        let (from, to) = (unpacker.format.sampleRate, packer.format.sampleRate)
        let channelCount = min(matrix.inputCount, matrix.outputCount)
        var converter = try RateConverter(from: from, to: to, channelCount: channelCount, quality: quality)
        switch method {
        case .pre: origin = converter.leadingFrames
        case .normal: origin = 0
        case .none: origin = -converter.trailingFrames
        }
        if origin != 0 {
            converter = try RateConverter(
                from: from, to: to, channelCount: channelCount, quality: quality, origin: origin)
        }
        self.converter = converter
        ratio = from / to
        let mixer = ChannelMixer(matrix)
        let shrinks = matrix.outputCount <= matrix.inputCount
        before = shrinks ? mixer : nil
        after = shrinks ? nil : mixer
        samples = PCMBuffer(channelCount: matrix.inputCount, frameCapacity: PCMPacker.tile)
        narrow = PCMBuffer(channelCount: matrix.outputCount, frameCapacity: before == nil ? 0 : PCMPacker.tile)
        pulled = PCMBuffer(channelCount: channelCount, frameCapacity: PCMPacker.tile)
        mixed = PCMBuffer(channelCount: matrix.outputCount, frameCapacity: after == nil ? 0 : PCMPacker.tile)
    }

    var primeInfo: AudioConverter.PrimeInfo {
        AudioConverter.PrimeInfo(leadingFrames: converter.leadingFrames, trailingFrames: converter.trailingFrames)
    }
    var overloads: OverloadTally { packer.overloads }

    func convert(
        _ input: AudioBufferList, _ pending: inout Range<Int>, into output: inout AudioBufferList, at frame: Int,
        frameCount: Int
    ) throws(AudioConverterError) -> Int {
        do {
            return try convert(input, &pending, &output, frame, frameCount)
        } catch {
            throw AudioConverterError(.unspecified, error, place: "sample rate")
        }
    }

    private func convert(
        _ input: AudioBufferList, _ pending: inout Range<Int>, _ output: inout AudioBufferList, _ frame: Int,
        _ frameCount: Int
    ) throws(ConvertError) -> Int {
        var made = 0
        while made < frameCount {
            let count = try converter.pull(into: &pulled, at: 0, frameCount: min(PCMPacker.tile, frameCount - made))
            if count > 0 {
                store(count, into: &output, at: frame + made)
                made += count
                continue
            }
            if staged.isEmpty {
                if pending.isEmpty { break }
                load(input, &pending)
            }
            let taken =
                before == nil
                ? try converter.push(samples, at: staged.lowerBound, frameCount: staged.count)
                : try converter.push(narrow, at: staged.lowerBound, frameCount: staged.count)
            guard taken > 0 else {
                throw ConvertError(kind: .defect, problem: "the rate converter neither takes nor gives frames")
            }
            staged = staged.lowerBound + taken..<staged.upperBound
        }
        return made
    }

    private func load(_ input: AudioBufferList, _ pending: inout Range<Int>) {
        let count = min(PCMPacker.tile, pending.count)
        unpacker.unpack(input, at: pending.lowerBound, count, into: &samples)
        samples.frameLength = count
        if let before {
            before.mix(count, of: samples, into: &narrow)
            narrow.frameLength = count
        }
        pending = pending.lowerBound + count..<pending.upperBound
        staged = 0..<count
        received += Int64(count)
    }

    private func store(_ count: Int, into output: inout AudioBufferList, at frame: Int) {
        if let after {
            after.mix(count, of: pulled, into: &mixed)
            packer.pack(mixed, count, firstFrame: position, into: &output, at: frame)
        } else {
            packer.pack(pulled, count, firstFrame: position, into: &output, at: frame)
        }
        position += Int64(count)
    }

    func inputNeeded(for frameCount: Int) -> Int {
        // One frame more than asked for, because the converter makes them in pairs.
        let last = Double(position + Int64(max(1, frameCount))) * ratio
        let end = Int64(last) + Int64(origin + converter.trailingFrames + 1)
        return Int(max(1, end - received))
    }

    func finish() { converter.finish() }

    func reset() {
        // Only libsamplerate can fail in it, which no quality of this converter stands for.
        try? converter.reset()
        packer.reset()
        staged = 0..<0
        received = 0
        position = 0
    }
}
